import { z } from 'zod'
import { findPersonNumberError } from '#contract/person-numbers/resident-number.ts'
import { normalizeUnitNumber } from '#contract/real-estate/unit-number.ts'
import {
  buildSecretTextSchema,
  dateSchema,
  formatInstant,
  idSchema,
  instantSchema,
  wonSchema,
} from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { normalizeCharacters } from '#contract/text/invisible-characters.ts'
import { normalizeNumber } from '#contract/text/normalize-number.ts'
import type { Field, RecordDescription } from './field.ts'

/**
 * The zod schemas of a described record.
 * `row`: a whole record as the server sends it. `create`: required fields must be present, other
 * editable ones may be. `change`: any editable fields; an absent field is unchanged. `create` and
 * `change` refuse unknown keys.
 */
export function getRecordSchemas({ fields }: Pick<RecordDescription, 'fields'>): RecordSchemas {
  const schemas = schemaCache.get(fields) ?? buildSchemas(fields)
  schemaCache.set(fields, schemas)
  return schemas
}

type RecordSchemas = ReturnType<typeof buildSchemas>

/**
 * By the fields, which every object of a book shares. Cached because zod takes about a millisecond
 * per book.
 */
const schemaCache = new WeakMap<readonly Field[], RecordSchemas>()

function buildSchemas(fields: readonly Field[]) {
  const editable = fields.filter((field) => field.editable !== false)
  const row = z.object({
    id: idSchema,
    version: z.int().positive(),
    inserted_at: instantSchema,
    updated_at: instantSchema,
    ...buildShape(fields, storedValueSchema),
  })
  const create = z.strictObject(
    buildShape(editable, (field) =>
      field.required ? buildFieldSchema(field, 'create') : buildFieldSchema(field).optional(),
    ),
  )
  const change = z.strictObject(buildShape(editable, (field) => buildFieldSchema(field).optional()))
  return { row, create, change }
}

/**
 * Input schema of a field: trims text (unless verbatim), turns empty into null, and refuses null if
 * required.
 */
export function buildFieldSchema(field: Field, stage: RecordStage = 'update'): z.ZodType {
  const value = valueSchema(field)
  if (field.kind === 'flag') return value
  if (field.isVerbatim) return z.preprocess((input) => (input === '' ? null : input), value.nullable())
  if (!field.required) return z.preprocess(trimToNull, value.nullable())
  return z
    .unknown()
    .transform((input, context): unknown => {
      const entered = trimToNull(input)
      if (entered != null) return entered
      context.addIssue({ code: 'custom', message: formatRequiredError(field, stage) })
      return z.NEVER
    })
    .pipe(value)
}

/**
 * Error message for an empty required field. A field required at creation cannot be emptied later.
 */
export function formatRequiredError(
  { label, missing, kind }: Pick<Field, 'label' | 'missing' | 'kind'>,
  stage: RecordStage = 'update',
): string {
  const isChosen = kind === 'reference' || kind === 'enum'
  return missing?.[stage] ?? `${label}: ${isChosen ? '선택해 주세요.' : '필수 항목입니다.'}`
}

/** Whether the record is being created or exists. */
type RecordStage = 'create' | 'update'

function trimToNull(input: unknown): unknown {
  return typeof input === 'string' ? input.trim() || null : input
}

function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'won':
      return wonFieldSchema(field)
    case 'number':
      return numberSchema(field)
    case 'date':
      return dateSchema
    case 'datetime':
      return instantSchema.transform((text) => formatInstant(Date.parse(text)))
    case 'flag':
      return z.boolean()
    case 'reference':
      return idSchema
    case 'enum':
      return z.enum((field.choices ?? []).map((choice) => choice.value))
    case 'text':
    case 'secret':
      return buildSecretTextSchema(field.maxLength ?? 200)
        .transform((text) => normalizeFieldText(field, field.isVerbatim ? text : normalizeCharacters(text)))
        .superRefine((text, context) => {
          const error = findPersonNumberError(field, text) ?? findFormatError(field, text)
          if (error !== null) context.addIssue({ code: 'custom', message: error })
        })
  }
}

function wonFieldSchema({ min, step }: Field): z.ZodType {
  const ranged = min === undefined ? wonSchema : wonSchema.min(min, `${min} 이상으로 입력해 주세요.`)
  return step === undefined ? ranged : ranged.multipleOf(step, `${formatNumber(step)}원 단위로 입력해 주세요.`)
}

function numberSchema(field: Field): z.ZodType {
  const { scale, min = -Infinity, max = Infinity } = field
  const fitsScale = (value: number) => scale === undefined || Number(value.toFixed(scale)) === value
  return z
    .number('숫자로 입력해 주세요.')
    .refine((value) => value >= min && value <= max, formatLimitError(field))
    .refine(fitsScale, scale === 0 ? '정수로 입력해 주세요.' : `소수점 아래 ${scale}자리까지 입력해 주세요.`)
}

function formatLimitError({ min, max }: Field): string {
  if (max === undefined) return `${min} 이상으로 입력해 주세요.`
  return min === undefined ? `${max} 이하로 입력해 주세요.` : `${min}에서 ${max} 사이의 숫자로 입력해 주세요.`
}

/**
 * Rows come from our own database, so kinds are checked but limits are not; these may have changed
 * since the write.
 */
function storedValueSchema(field: Field): z.ZodType {
  if (field.kind === 'won' || field.kind === 'number') return field.required ? z.number() : z.number().nullable()
  if (field.kind === 'flag') return z.boolean()
  return field.required ? z.string() : z.string().nullable()
}

function buildShape(fields: readonly Field[], createSchema: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(fields.map((field) => [field.key, createSchema(field)]))
}

type NumberFormatField = Pick<
  Field,
  'isUnitNumber' | 'isImmovableNumber' | 'isCorporateNumber' | 'isMailNumber' | 'isHyphenated' | 'reach'
>

/** Normalizes a number to the office's spelling; other texts stay unchanged. */
function normalizeFieldText(field: NumberFormatField, text: string): string {
  if (field.isUnitNumber) return normalizeUnitNumber(text)
  const digits = normalizeNumber(text).replace(/[\s-]/g, '')
  if (field.isImmovableNumber && /^\d{14}$/.test(digits)) return digits.replace(/^(.{4})(.{4})/, '$1-$2-')
  if (field.isCorporateNumber && /^\d{13}$/.test(digits)) return digits.replace(/^(.{6})/, '$1-')
  const isNumber = field.isHyphenated || field.isMailNumber || field.isImmovableNumber || field.isCorporateNumber
  return isNumber || field.reach === 'tel' ? normalizeNumber(text).trim() : text
}

/**
 * Error message if the text is not such a number, else null. Check digits do not count:
 * corporations registered since 2025 have none.
 */
function findFormatError(field: NumberFormatField, text: string): string | null {
  if (field.isImmovableNumber && !/^\d{4}-\d{4}-\d{6}$/.test(text)) {
    return '부동산고유번호는 숫자 14자리(0000-0000-000000)로 입력해 주세요.'
  }
  if (field.isCorporateNumber && !/^\d{6}-\d{7}$/.test(text)) {
    return '법인등록번호는 숫자 13자리(000000-0000000)로 입력해 주세요.'
  }
  return null
}
