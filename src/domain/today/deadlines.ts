import type { FieldValue } from '#contract/books/field.ts'
import type { DeadlineRule, Values } from '../books/book-rules.ts'
import { compareText } from '../text/collate.ts'
import { addDays } from '../dates/office-date.ts'

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
const maxNamed = 200

/** Open records whose day is within the rule's days or past. */
export function deadlinesWithin(rows: Iterable<Values & { id: string }>, rule: DeadlineRule, today: string): Deadlines {
  const last = addDays(today, rule.days)
  const due: Deadline[] = []
  for (const row of rows) {
    const day = row[rule.day]
    if (typeof day !== 'string' || day > last || !rule.isOpen(row)) continue
    due.push({ id: row.id, day, names: Object.fromEntries(rule.names.map((key) => [key, valueIn(row, key)])) })
  }
  const first = due.toSorted((a, b) => compareText(a.day, b.day) || compareText(a.id, b.id)).slice(0, maxNamed)
  return { total: due.length, overdue: due.filter(({ day }) => day < today).length, first }
}

function valueIn(row: Values, key: string): FieldValue {
  return (row[key] ?? null) as FieldValue
}
