import { bookOf, referencesOf, type CollectionName } from '#contract/books/collections.ts'
import {
  chosenValues,
  filterOn,
  valuesOf,
  withFilter,
  type FilterQuestion,
} from '#app/ui/filter-bar/filter-question.ts'
import type { CompleteLists } from '../copy/use-complete-lists.ts'
import { narrowingOf, type Narrowing } from '../form/reference-choices.ts'

/** A named filter on a reference that another one narrows: 사업구간 by 담당자. */
export interface NarrowedFilter {
  readonly field: string
  readonly to: CollectionName
  readonly by: Narrowing
}

/** The narrowed filters of a book, each after the one that narrows it. */
export function narrowedFilters(collection: CollectionName): readonly NarrowedFilter[] {
  const named = new Set((bookOf(collection).filters ?? []).map(({ field }) => field))
  return referencesOf(collection).flatMap((reference) => {
    const by = narrowingOf(collection, reference)
    return by && named.has(reference.key) && named.has(by.key) ? [{ field: reference.key, to: reference.to, by }] : []
  })
}

/**
 * The query after a change. Drops choices that belonged to another 담당자; otherwise the list would be
 * empty without a visible reason.
 */
export function validQuestion(
  filters: readonly NarrowedFilter[],
  lists: Partial<CompleteLists>,
  requested: FilterQuestion,
): FilterQuestion {
  return filters.reduce((question, { field, to, by }) => {
    const above = valuesOf(filterOn(question, by.key))
    const chosen = valuesOf(filterOn(question, field))
    if (above.length === 0 || chosen.length === 0) return question
    const validIds = chosen.filter((id) => {
      const record = (lists[to] ?? []).find((one) => one.id === id)
      return record === undefined || above.includes(record[by.optionKey] ?? null)
    })
    return validIds.length === chosen.length ? question : withFilter(question, chosenValues(field, validIds))
  }, requested)
}

/**
 * Fields narrowed by this one, directly or indirectly. Another 담당자 is chosen among all, not only
 * among those of the chosen section.
 */
export function narrowedBy(filters: readonly NarrowedFilter[], field: string): ReadonlySet<string> {
  return filters.reduce<ReadonlySet<string>>(
    (below, { field: narrowed, by }) => (by.key === field || below.has(by.key) ? new Set([...below, narrowed]) : below),
    new Set(),
  )
}
