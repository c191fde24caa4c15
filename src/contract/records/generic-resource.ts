import { z } from 'zod'
import type { Book, Field, RecordDescription } from '#contract/books/field.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { filterDay, filterText, listTotalShape, splitValues } from './list-query.ts'
import { idSchema, instantSchema } from './values.ts'

/** Maximum records in one bulk call of a generic list resource. */
export const genericBulkLimit = 1000

/**
 * Response of `bulk_delete` and `bulk_update`: number of records done, and each refused one with a
 * Korean reason.
 */
export const bulkOutcomeSchema = z.object({
  count: z.int().nonnegative(),
  refused: z.array(z.object({ id: idSchema, message: z.string() })),
})

/** Response of a `PUT` that changes the same fields of many records as one action. */
export const bulkUpdatedSchema = z.object({ updated: z.int().nonnegative(), act_id: idSchema })

/** Response of `filter_options`: by field, stored values and their labels. */
export const filterOptionSchema = z.object({ value: z.string(), label: z.string() })
const filterOptionsSchema = z.record(z.string(), z.array(filterOptionSchema))
export type FilterOptions = z.infer<typeof filterOptionsSchema>

/** Base path of a book's generic list resource: its record path, without a trailing `list/`. */
export function trimListPath({ path }: Pick<Book, 'path'>): string {
  return path.replace(/list\/$/, '')
}

/**
 * Filters of a book's list, in addition to the search: one or more values of an enum, or ids of
 * referenced records, joined by commas; `{field}_start` and `{field}_end` of dates, both inclusive;
 * a substring for the book's own `contains` filters. Empty values count as absent.
 */
export function buildListFilters({ fields, filters = [] }: Pick<Book, 'fields' | 'filters'>): Filters {
  const containsFilters = filters.flatMap(({ key, op }) => (op === 'contains' ? [[key, filterText] as const] : []))
  return Object.fromEntries([...containsFilters, ...fields.flatMap(buildFieldFilters)])
}

type Filters = Record<string, z.ZodType>

function buildFieldFilters(field: Field): (readonly [name: string, schema: z.ZodType])[] {
  const { key, kind } = field
  if (kind === 'enum') return [[key, choiceListSchema(field)]]
  if (kind === 'reference') return [[key, idListSchema]]
  return isDay(field) ? [`${key}_start`, `${key}_end`].map((end) => [end, filterDay]) : []
}

/** Ids joined by commas. */
const idListSchema = filterText.refine(
  (list = '') => splitValues(list).every((id) => idSchema.safeParse(id).success),
  '번호 형식이 올바르지 않습니다.',
)

/**
 * A misspelled choice is refused, because an empty list would look as if the office had no such
 * records.
 */
function choiceListSchema({ label, choices = [] }: Field): z.ZodType {
  const allowedValues = new Set(choices.map(({ value }) => value))
  return filterText.refine(
    (list = '') => splitValues(list).every((value) => allowedValues.has(value)),
    `${label}: 선택할 수 없는 값입니다.`,
  )
}

/** Values of the book's `contains` filters, as typed into a suggestion filter. */
export type SubstringFilters<Described extends Pick<Book, 'filters'>> = {
  readonly [
    Filter in NonNullable<Described['filters']>[number] as Filter extends { op: 'contains' } ? Filter['key'] : never
  ]?: string | undefined
}

/** Fields with a range filter: dates, and the days of instants. */
export function listDayFields({ fields }: RecordDescription): Field[] {
  return fields.filter(isDay)
}

function isDay({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'date' || kind === 'datetime'
}

/** A page of records, each with `joined` in addition to its own fields. */
export function listResponseSchema<Joined extends z.ZodRawShape>(description: RecordDescription, joined: Joined) {
  return z.object({ results: z.array(getRecordSchemas(description).row.extend(joined)), ...listTotalShape })
}

/** File names of `GET export_excel`: the record's label and today's date. */
export function buildGenericFileNames({ name, label }: RecordDescription, today: string) {
  return { ascii: `${name}_${today}.xlsx`, korean: `${label}_${today}.xlsx` }
}

/** `GET download_template/{name}`: the file is saved as `{name}_template.xlsx`. */
export const templateParamsSchema = z.object({
  name: z.string().regex(/^[\p{L}\p{N}_-]{1,60}$/u, '파일 이름에 쓸 수 없는 글자가 들어 있습니다.'),
})
export function buildTemplateFileNames(name: string) {
  const file = `${name}_template.xlsx`
  return { ascii: file, korean: file }
}

/**
 * Entries per response. With `more`, older ones are read with `before` = the last entry's version.
 */
export const historyPageSize = 50

/**
 * `GET /api/sync/{collection}/history?id=<id>&before=<version>`: the changes of one record 변경 이력,
 * newest first; staff only.
 */
export const recordHistoryQuerySchema = z.object({
  id: idSchema,
  /** A version is a 32-bit integer in PostgreSQL. */
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})

/**
 * One write. A create names every non-empty field with `old` null; a delete likewise with `new`
 * null. References are ids; secrets never appear.
 */
const historyEntrySchema = z.object({
  version: z.int().positive(),
  kind: z.enum(['create', 'update', 'delete']),
  changed_at: instantSchema,
  /** The person's name at that time. */
  changed_by: z.string(),
  fields: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** Empty for a record from demo data or a restore that nobody has changed; this is not an error. */
export const recordHistorySchema = z.object({ results: z.array(historyEntrySchema), more: z.boolean() })
export type RecordHistory = z.infer<typeof recordHistorySchema>
