import { z } from 'zod'
import { dateSchema, idSchema, instantSchema, instantText, secretTextSchema, wonSchema } from '../values.ts'
import type { Field, RecordDescription } from './field.ts'
import { numberFaultIn } from '../number-fault.ts'
import { withoutDisguise } from '../unseen-characters.ts'
import { plainNumber } from '../plain-number.ts'
import { asUnitNumber } from '../unit-number.ts'

/**
 * The zod shapes of a described record.
 * `row`: a whole record as the server sends it. `create`: what a create must bring (required fields) and may bring. `change`: any part of the editable
 * fields; what is absent is unchanged (design §4). Unknown keys are refused in `create` and `change`.
 */
export function recordSchemas(description: RecordDescription): RecordSchemas {
  const schemas = schemasByDescription.get(description) ?? buildSchemas(description)
  schemasByDescription.set(description, schemas)
  return schemas
}

type RecordSchemas = ReturnType<typeof buildSchemas>

/** Descriptions are constants, and zod takes about a millisecond for each. */
const schemasByDescription = new WeakMap<RecordDescription, RecordSchemas>()

function buildSchemas(description: RecordDescription) {
  const editable = description.fields.filter((field) => field.editable !== false)
  const row = z.object({
    id: idSchema,
    version: z.int().positive(),
    inserted_at: instantSchema,
    updated_at: instantSchema,
    ...shapeOf(description.fields, storedValueSchema),
  })
  const create = z.strictObject(
    shapeOf(editable, (field) => (field.required ? fieldSchema(field, 'made') : fieldSchema(field).optional())),
  )
  const change = z.strictObject(shapeOf(editable, (field) => fieldSchema(field).optional()))
  return { row, create, change }
}

/** What one field accepts from outside: trimmed text (unless it is kept verbatim), empty becomes null, a required field refuses null. */
export function fieldSchema(field: Field, record: Standing = 'kept'): z.ZodType {
  const value = valueSchema(field)
  if (field.kind === 'flag') return value
  if (field.isVerbatim) return z.preprocess((input) => (input === '' ? null : input), value.nullable())
  if (!field.required) return z.preprocess(trimmed, value.nullable())
  return z
    .unknown()
    .transform((input, context): unknown => {
      const given = trimmed(input)
      if (given != null) return given
      context.addIssue({ code: 'custom', message: requiredFault(field, record) })
      return z.NEVER
    })
    .pipe(value)
}

/** What is said of a required field that is left empty. What a record must hold when it is made it may not lose later. */
export function requiredFault({ label, missing }: Pick<Field, 'label' | 'missing'>, record: Standing = 'kept'): string {
  return missing?.[record] ?? `${label}: 필수 항목입니다.`
}

/** Whether a record is about to be made or is there. */
type Standing = 'made' | 'kept'

function trimmed(input: unknown): unknown {
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
      return instantSchema.transform((text) => instantText(Date.parse(text)))
    case 'flag':
      return z.boolean()
    case 'reference':
      return idSchema
    case 'enum':
      return z.enum((field.choices ?? []).map((choice) => choice.value))
    case 'text':
    case 'secret':
      return secretTextSchema(field.maxLength ?? 200)
        .transform((text) => asWritten(field, field.isVerbatim ? text : withoutDisguise(text)))
        .superRefine((text, context) => {
          const fault = numberFaultIn(field, text) ?? formFault(field, text)
          if (fault !== null) context.addIssue({ code: 'custom', message: fault })
        })
  }
}

function wonFieldSchema({ min, step }: Field): z.ZodType {
  const ranged = min === undefined ? wonSchema : wonSchema.min(min, `${min} 이상으로 입력해 주세요.`)
  return step === undefined
    ? ranged
    : ranged.multipleOf(step, `${step.toLocaleString('ko-KR')}원 단위로 입력해 주세요.`)
}

function numberSchema(field: Field): z.ZodType {
  const { scale, min = -Infinity, max = Infinity } = field
  const isInScale = (value: number) => scale === undefined || Number(value.toFixed(scale)) === value
  return z
    .number('숫자로 입력해 주세요.')
    .refine((value) => value >= min && value <= max, limitText(field))
    .refine(isInScale, scale === 0 ? '정수로 입력해 주세요.' : `소수점 아래 ${scale}자리까지 입력해 주세요.`)
}

function limitText({ min, max }: Field): string {
  if (max === undefined) return `${min} 이상으로 입력해 주세요.`
  return min === undefined ? `${max} 이하로 입력해 주세요.` : `${min}에서 ${max} 사이의 숫자로 입력해 주세요.`
}

/** Rows come from our own database: kinds are checked, limits that may have changed since are not. */
function storedValueSchema(field: Field): z.ZodType {
  if (field.kind === 'won' || field.kind === 'number') return field.required ? z.number() : z.number().nullable()
  if (field.kind === 'flag') return z.boolean()
  return field.required ? z.string() : z.string().nullable()
}

function shapeOf(fields: readonly Field[], schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(fields.map((field) => [field.key, schemaOf(field)]))
}

type Numbered = Pick<
  Field,
  'isUnitNumber' | 'isImmovableNumber' | 'isCorporateNumber' | 'isMailNumber' | 'isHyphenated' | 'reach'
>

/** A number as the office writes it, whatever way it was typed; any other text as it is. */
function asWritten(field: Numbered, text: string): string {
  if (field.isUnitNumber) return asUnitNumber(text)
  const digits = plainNumber(text).replace(/[\s-]/g, '')
  if (field.isImmovableNumber && /^\d{14}$/.test(digits)) return digits.replace(/^(.{4})(.{4})/, '$1-$2-')
  if (field.isCorporateNumber && /^\d{13}$/.test(digits)) return digits.replace(/^(.{6})/, '$1-')
  const isNumber = field.isHyphenated || field.isMailNumber || field.isImmovableNumber || field.isCorporateNumber
  return isNumber || field.reach === 'tel' ? plainNumber(text).trim() : text
}

/** Why a text is no such number; null when it is one. Check digits decide nothing (decision 24: corporations since 2025 have none). */
function formFault(field: Numbered, written: string): string | null {
  if (field.isImmovableNumber && !/^\d{4}-\d{4}-\d{6}$/.test(written)) {
    return '부동산고유번호는 숫자 14자리(0000-0000-000000)로 입력해 주세요.'
  }
  if (field.isCorporateNumber && !/^\d{6}-\d{7}$/.test(written)) {
    return '법인등록번호는 숫자 13자리(000000-0000000)로 입력해 주세요.'
  }
  return null
}
