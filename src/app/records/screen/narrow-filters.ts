import {
  buildValueFilter,
  type FilterQuery,
  findFilter,
  listFilterValues,
  withFilter,
} from '#app/ui/filter-bar/filter-query.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { listReferences } from '#contract/books/references.ts'
import { findNarrowing, type NarrowingReference } from '../form/reference-choices.ts'
import type { CompleteLists } from '../offline-copy/use-complete-lists.ts'

/** A named filter on a reference that another one narrows: 사업구간 by 담당자. */
export interface NarrowedFilter {
  readonly field: string
  readonly to: CollectionName
  readonly by: NarrowingReference
}

/** The narrowed filters of a book, each after the one that narrows it. */
export function listNarrowedFilters(collection: CollectionName): readonly NarrowedFilter[] {
  const named = new Set((getBook(collection).filters ?? []).map(({ field }) => field))
  return listReferences(collection).flatMap((reference) => {
    const by = findNarrowing(collection, reference)
    return by && named.has(reference.key) && named.has(by.key) ? [{ field: reference.key, to: reference.to, by }] : []
  })
}

/**
 * The query after a change. Drops choices that belonged to another 담당자; otherwise the list would be
 * empty without a visible reason.
 */
export function dropStaleFilters(
  filters: readonly NarrowedFilter[],
  lists: Partial<CompleteLists>,
  requested: FilterQuery,
): FilterQuery {
  return filters.reduce((query, { field, to, by }) => {
    const narrowingValues = listFilterValues(findFilter(query, by.key))
    const chosenFilterValues = listFilterValues(findFilter(query, field))
    if (narrowingValues.length === 0 || chosenFilterValues.length === 0) return query
    const validIds = chosenFilterValues.filter((id) => {
      const record = (lists[to] ?? []).find((candidate) => candidate.id === id)
      return record === undefined || narrowingValues.includes(record[by.optionKey] ?? null)
    })
    return validIds.length === chosenFilterValues.length ? query : withFilter(query, buildValueFilter(field, validIds))
  }, requested)
}

/**
 * Fields narrowed by this one, directly or indirectly. Another 담당자 is chosen among all, not only
 * among those of the chosen project.
 */
export function findNarrowedFields(filters: readonly NarrowedFilter[], field: string): ReadonlySet<string> {
  return filters.reduce<ReadonlySet<string>>(
    (below, { field: narrowed, by }) => (by.key === field || below.has(by.key) ? new Set([...below, narrowed]) : below),
    new Set(),
  )
}
