import type { AnyRecord, Field } from '#contract/records/field.ts'
import { compareText } from '#domain/collate.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import type { WritableCollection } from '../writable-collection.ts'

export interface SmallListQuery {
  /** Words, 초성 included; every one must be found. */
  readonly search?: string | undefined
  /** A key, `-` before it for descending; by name when absent or empty. */
  readonly ordering?: string | undefined
}

/**
 * Searches and sorts the rows of a list that an office has dozens of, some thousands at most: all are read and handled here. Empty values last in both directions,
 * then by id.
 */
export function findInSmallList<Row extends AnyRecord>(
  collection: WritableCollection,
  rows: readonly Row[],
  query: SmallListQuery,
): Row[] {
  const search = compileSearch(query.search ?? '')
  return rows
    .filter((row) => matchesSearch(searchText(searchedValues(collection, row)), search))
    .toSorted(inOrder(query.ordering || 'name'))
}

/** The page asked for, counted from 1, and how many there are in all. */
export function pageOf<Row>(found: readonly Row[], { page, page_size }: { page: number; page_size: number }) {
  const start = (page - 1) * page_size
  return { results: found.slice(start, start + page_size), total_count: found.length }
}

/** What a small list may be ordered by: its fields, the joined names, and when rows were made and changed. */
export function isSmallListOrderable(collection: WritableCollection, ordering: string): boolean {
  const key = ordering.replace(/^-/, '')
  const own = collection.description.fields.some((field: Field) => field.key === key)
  return own || Object.hasOwn(collection.joins, key) || ['id', 'inserted_at', 'updated_at'].includes(key)
}

function searchedValues(collection: WritableCollection, row: AnyRecord): string[] {
  const own = collection.description.fields.filter((field: Field) => field.searched).map(({ key }) => key)
  return [...own, ...Object.keys(collection.joins)].map((key) => String(row[key] ?? ''))
}

/** A reference is ordered by the name that is shown in its column. */
function inOrder(ordering: string): (a: AnyRecord, b: AnyRecord) => number {
  const key = ordering.replace(/^-/, '')
  const sign = ordering.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [left, right] = [shown(a, key), shown(b, key)]
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareText(a.id, b.id)
    return sign * compareShown(left, right) || compareText(a.id, b.id)
  }
}

function shown(row: AnyRecord, key: string): string | number | null {
  const value = row[`${key}_name`] ?? row[key] ?? null
  return typeof value === 'boolean' ? String(value) : value
}

function compareShown(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
}
