import { z } from 'zod'
import { filterDay, filterText, listedValues, listTotalShape } from './list-question.ts'
import type { Book, Field, RecordDescription } from './books/field.ts'
import { recordSchemas } from './books/record-schema.ts'
import { idSchema } from './values.ts'

/** Records one bulk call of a generic list resource may name (spec 1 §7.3). */
export const genericBulkLimit = 1000

/** Answer of `bulk_delete` and `bulk_update`: how many were done, and which not, each with its Korean reason. */
export const bulkOutcomeSchema = z.object({
  count: z.int().nonnegative(),
  refused: z.array(z.object({ id: idSchema, message: z.string() })),
})

/** Answer of a `PUT` that changes the same fields of many records as one act. */
export const bulkUpdatedSchema = z.object({ updated: z.int().nonnegative(), act_id: idSchema })

/** Answer of `filter_options`: by field, what is stored and what is shown for it. */
export const filterOptionSchema = z.object({ value: z.string(), label: z.string() })
export const filterOptionsSchema = z.record(z.string(), z.array(filterOptionSchema))
export type FilterOptions = z.infer<typeof filterOptionsSchema>

/** Where a book's generic list resource stands (spec 1 §7.3): under the path of its records, or beside it where that already ends in `list/`. */
export function genericBaseOf({ path }: Pick<Book, 'path'>): string {
  return path.replace(/list\/$/, '')
}

/**
 * What every list of such records can be filtered by beside its words: one or several values of a choice, or ids of the records that a reference points at, joined by commas;
 * `{field}_start` and `{field}_end` of its days, both days included; a part of what a filter of the book's own that `contains` looks at. Empty values count as absent.
 */
export function describedFiltersOf({ fields, filters = [] }: Pick<Book, 'fields' | 'filters'>): Filters {
  const parts = filters.flatMap(({ key, op }) => (op === 'contains' ? [[key, filterText] as const] : []))
  return Object.fromEntries([...parts, ...fields.flatMap(filtersOfField)])
}

type Filters = Record<string, z.ZodType>

function filtersOfField(field: Field): (readonly [name: string, schema: z.ZodType])[] {
  const { key, kind } = field
  if (kind === 'enum') return [[key, choicesText(field)]]
  if (kind === 'reference') return [[key, idsText]]
  return isDay(field) ? [`${key}_start`, `${key}_end`].map((end) => [end, filterDay]) : []
}

/** Ids joined by commas. */
const idsText = filterText.refine(
  (written = '') => listedValues(written).every((id) => idSchema.safeParse(id).success),
  '번호 형식이 올바르지 않습니다.',
)

/** Who misspells a choice hears of it: a list that finds nothing would look like an office that has nothing. */
function choicesText({ label, choices = [] }: Field): z.ZodType {
  const known = new Set(choices.map(({ value }) => value))
  return filterText.refine(
    (written = '') => listedValues(written).every((value) => known.has(value)),
    `${label}: 선택할 수 없는 값입니다.`,
  )
}

/** What a list is asked with by those filters of its book that `contains`, as typed into a suggestion filter. */
export type PartsAsked<Described extends Pick<Book, 'filters'>> = {
  readonly [
    Filter in NonNullable<Described['filters']>[number] as Filter extends { op: 'contains' } ? Filter['key'] : never
  ]?: string | undefined
}

/** The fields of a record that have a range in the filters: its days, and the days of its instants. */
export function dayFieldsOf({ fields }: RecordDescription): Field[] {
  return fields.filter(isDay)
}

function isDay({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'date' || kind === 'datetime'
}

/** A page of such records, each with `joined` beside its own fields. */
export function listAnswerOf<Joined extends z.ZodRawShape>(description: RecordDescription, joined: Joined) {
  return z.object({ results: z.array(recordSchemas(description).row.extend(joined)), ...listTotalShape })
}

/** `GET export_excel`: the record's word and the day it was taken out. */
export function genericExportNames({ name, label }: RecordDescription, today: string) {
  return { ascii: `${name}_${today}.xlsx`, korean: `${label}_${today}.xlsx` }
}

/** `GET download_template/{name}`: the file is saved as `{name}_template.xlsx`. */
export const templateParamsSchema = z.object({
  name: z.string().regex(/^[\p{L}\p{N}_-]{1,60}$/u, '파일 이름에 쓸 수 없는 글자가 들어 있습니다.'),
})
export function templateNames(name: string) {
  const file = `${name}_template.xlsx`
  return { ascii: file, korean: file }
}
