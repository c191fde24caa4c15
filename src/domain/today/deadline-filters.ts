import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import type { DeadlineRule } from '../books/book-rules.ts'
import { bookRules } from '../books/books.ts'
import { addDays, firstDay } from '../dates/office-date.ts'

/**
 * Filters matching the deadline banner: open records that are due soon. With `hasDays` (the
 * question names days itself) only open records. Empty for a book without a deadline.
 */
export function deadlineFilters(
  collection: CollectionName,
  { today, hasDays }: { today: string; hasDays: boolean },
): Filter[] {
  const rule = bookRules[collection].deadline
  if (!rule) return []
  const within: Filter = { op: 'between', field: rule.day, from: firstDay, to: addDays(today, rule.days) }
  return [...(hasDays ? [] : [within]), ...openFilters(collection, rule)]
}

/**
 * The deadline rule is a function of a record, so this probes it for each state and each empty day.
 */
function openFilters(collection: CollectionName, { isOpen }: DeadlineRule): Filter[] {
  const { fields }: { fields: readonly Field[] } = bookOf(collection)
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
