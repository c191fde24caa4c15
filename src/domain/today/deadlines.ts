import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { DeadlineRule, Values } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays, firstDay } from '#domain/dates/office-date.ts'
import { compareText } from '#domain/text/search-text.ts'

/** A due record with the fields that name it. */
export interface Deadline {
  readonly id: string
  readonly day: string
  /** By field key, the rule's `names`. */
  readonly names: Readonly<Record<string, FieldValue>>
}

export interface Deadlines {
  readonly total: number
  /** How many of them are overdue. */
  readonly overdue: number
  /** The most urgent ones: overdue first, then by day. */
  readonly first: readonly Deadline[]
}

/**
 * Maximum number of listed records. An office that never fills in the later day has thousands, and
 * nobody reads them one by one.
 */
const maxListed = 200

/** Open records whose day is within the rule's days or past. */
export function findDeadlines(rows: Iterable<Values & { id: string }>, rule: DeadlineRule, today: string): Deadlines {
  const last = addDays(today, rule.days)
  const due: Deadline[] = []
  for (const row of rows) {
    const day = row[rule.day]
    if (typeof day !== 'string' || day > last || !rule.isOpen(row)) continue
    due.push({ id: row.id, day, names: Object.fromEntries(rule.names.map((key) => [key, readValue(row, key)])) })
  }
  const first = due.toSorted((a, b) => compareText(a.day, b.day) || compareText(a.id, b.id)).slice(0, maxListed)
  return { total: due.length, overdue: due.filter(({ day }) => day < today).length, first }
}

/** The names of a record with a deadline: its own and those of the records it refers to. */
export function listDeadlineNames(
  collection: CollectionName,
  { record, joined }: Pick<SourceRow, 'record' | 'joined'>,
): string[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  return (bookRules[collection].deadline?.names ?? []).flatMap((key) => {
    const { refers } = fields.find((field) => field.key === key) ?? {}
    const value = refers ? joined[key]?.[refers.label] : record[key]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

/** Whether an open record's day is past. */
export function isOverdue(row: Values, rule: DeadlineRule, today: string): boolean {
  const day = row[rule.day]
  return typeof day === 'string' && day !== '' && day < today && rule.isOpen(row)
}

function readValue(row: Values, key: string): FieldValue {
  return (row[key] ?? null) as FieldValue
}

/**
 * Filters matching the deadline banner: open records that are due soon. With `hasDays` (the query
 * names days itself) only open records. Empty for a book without a deadline.
 */
export function createDeadlineFilters(
  collection: CollectionName,
  { today, hasDays }: { today: string; hasDays: boolean },
): Filter[] {
  const rule = bookRules[collection].deadline
  if (!rule) return []
  const dueSoon: Filter = { op: 'between', field: rule.day, from: firstDay, to: addDays(today, rule.days) }
  return [...(hasDays ? [] : [dueSoon]), ...createOpenFilters(collection, rule)]
}

/**
 * The deadline rule is a function of a record, so this probes it for each state and each empty day.
 */
function createOpenFilters(collection: CollectionName, { isOpen }: DeadlineRule): Filter[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const emptyValues = Object.fromEntries(fields.map(({ key }) => [key, null]))
  return fields.flatMap(({ key, kind, choices }): Filter[] => {
    if (kind === 'enum') {
      const values = [null, ...(choices ?? []).map(({ value }) => value)]
      const openValues = values.filter((value) => isOpen({ ...emptyValues, [key]: value }))
      return openValues.length === values.length ? [] : [{ op: 'one_of', field: key, values: openValues }]
    }
    return isOpen({ ...emptyValues, [key]: kind === 'won' || kind === 'number' ? 1 : firstDay })
      ? []
      : [{ op: 'equals', field: key, value: null }]
  })
}
