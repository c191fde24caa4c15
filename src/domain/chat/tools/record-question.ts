import { z } from 'zod'
import { type CollectionName, collectionNames, getBook, resolveFieldPath } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { type Filter, filterSchema, type Query, sortSchema } from '#contract/records/query.ts'
import { firstDay } from '#domain/dates/office-date.ts'
import type { OfficeData } from '../knowledge.ts'
import { defaultFields } from '../reading/book-words.ts'

/** The record query shared by all tools that read books. */
export const recordQuestionSchema = z.strictObject({
  collection: z.enum(collectionNames),
  filters: z.array(filterSchema).max(10).default([]),
  search: z.string().max(100).default(''),
  sort: z.array(sortSchema).max(2).default([]),
})
export type RecordQuestion = z.output<typeof recordQuestionSchema>

/** The field at a path (`status`, `group_id.region`); null when there is none or it is a secret. */
export function findFieldByPath(collection: CollectionName, path: string): Field | null {
  if (path === 'inserted_at') return insertedAt
  const field = resolveFieldPath(collection, path)
  return field?.kind === 'secret' ? null : field
}

export function isDay(collection: CollectionName, path: string): boolean {
  const kind = findFieldByPath(collection, path)?.kind
  return kind === 'date' || kind === 'datetime'
}

/** Creation time of the row; every record has it, and no book describes it. */
const insertedAt: Field = { key: 'inserted_at', label: '입력 일시', kind: 'datetime', group: '' }

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

/** Filters for records with an empty or a filled field. */
export function createEmptyFilter(field: string): Filter {
  return { op: 'equals', field, value: null }
}

export function createAnyDayFilter(field: string): Filter {
  return { op: 'between', field, from: firstDay, to: null }
}

export function createAnyTextFilter(field: string): Filter {
  return { op: 'between', field, from: null, to: null }
}
