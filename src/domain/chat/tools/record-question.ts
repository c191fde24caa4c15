import { z } from 'zod'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { filterSchema, type Query, sortSchema } from '#contract/records/query.ts'
import type { OfficeData } from '../knowledge.ts'
import { defaultFields } from '../reading/default-fields.ts'
import { findFieldByPath } from '../record-filters.ts'

/** The record query shared by all tools that read books. */
export const recordQuestionSchema = z.strictObject({
  collection: z.enum(collectionNames),
  filters: z.array(filterSchema).max(10).default([]),
  search: z.string().max(100).default(''),
  sort: z.array(sortSchema).max(2).default([]),
})
export type RecordQuestion = z.output<typeof recordQuestionSchema>

/** Why a query is invalid for this reader; null when it is valid. */
export function findQuestionError(
  office: OfficeData,
  { collection, filters, sort }: RecordQuestion,
  ...others: readonly string[]
): string | null {
  if (!office.collections.has(collection)) return `not permitted: ${collection}`
  const paths = [...filters.map(({ field }) => field), ...sort.map(({ field }) => field), ...others]
  const unknown = paths.find((path) => findFieldByPath(collection, path) === null)
  return unknown === undefined ? null : `unknown field of ${collection}: ${unknown}`
}

/** The query, in the book's own order unless another is requested. */
export function toQuery({ collection, filters, search, sort }: RecordQuestion): Query {
  // Rows of one import have the same creation time, which orders nothing.
  const { day } = defaultFields[collection] ?? {}
  const field = day !== undefined && findFieldByPath(collection, day)?.kind === 'datetime' ? day : 'inserted_at'
  const bookOrder = getBook(collection).order ?? [{ field, direction: 'desc' as const }]
  return { filters, search, sort: sort.length > 0 ? sort : [...bookOrder] }
}
