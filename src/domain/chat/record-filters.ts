import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { resolveFieldPath } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { firstDay } from '#domain/dates/office-date.ts'

/** The field at a path (`status`, `group_id.region`); null when there is none or it is a secret. */
export function findFieldByPath(collection: CollectionName, path: string): Field | null {
  if (path === 'inserted_at') return insertedAt
  if (path === 'id') return recordId
  const field = resolveFieldPath(collection, path)
  return field?.kind === 'secret' ? null : field
}

export function isDay(collection: CollectionName, path: string): boolean {
  const kind = findFieldByPath(collection, path)?.kind
  return kind === 'date' || kind === 'datetime'
}

/** Creation time of the row; every record has it, and no book describes it. */
const insertedAt: Field = { key: 'inserted_at', label: '입력 일시', kind: 'datetime', group: '' }

/** A record of a list that was shown. */
const recordId: Field = { key: 'id', label: '기록', kind: 'text', group: '' }

/** Finds records whose field is empty. */
export function createEmptyFilter(field: string): Filter {
  return { op: 'equals', field, value: null }
}

/** Finds records with any day in a day field. */
export function createAnyDayFilter(field: string): Filter {
  return { op: 'between', field, from: firstDay, to: null }
}

/** Finds records with any text in a text field. */
export function createAnyTextFilter(field: string): Filter {
  return { op: 'between', field, from: null, to: null }
}
