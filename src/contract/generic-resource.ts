import { z } from 'zod'
import { filterDay } from './list-question.ts'
import type { Field, RecordDescription } from './books/field.ts'
import { idSchema } from './values.ts'

/** Records one bulk call of a generic list resource may name (spec 1 §7.3). */
export const genericBulkLimit = 1000

/** Answer of `bulk_delete` and `bulk_update`: how many were done, and which not, each with its Korean reason. */
export const bulkOutcomeSchema = z.object({
  count: z.int().nonnegative(),
  refused: z.array(z.object({ id: idSchema, message: z.string() })),
})

/** Answer of `filter_options`: by field, what is stored and what is shown for it. */
export const filterOptionsSchema = z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() })))
export type FilterOptions = z.infer<typeof filterOptionsSchema>

/** The fields of a record that have a range in the filters: its days, and the days of its instants. */
export function dayFieldsOf({ fields }: RecordDescription): Field[] {
  return fields.filter(({ kind }) => kind === 'date' || kind === 'datetime')
}

/** `{field}_start` and `{field}_end` of `GET export_excel`, both days included; empty values count as absent. */
export function dayRangesOf(description: RecordDescription): Record<string, typeof filterDay> {
  const keys = dayFieldsOf(description).flatMap(({ key }) => [`${key}_start`, `${key}_end`])
  return Object.fromEntries(keys.map((key) => [key, filterDay]))
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
