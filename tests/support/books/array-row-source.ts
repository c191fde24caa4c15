import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import type { RowSource, RowSourceState, SourceRow, ValueCount } from '#contract/records/row-source.ts'
import { buildSearchText, compareKorean, compileSearch, matchesSearch } from '#domain/text/search-text.ts'

/**
 * A RowSource over rows in memory, for tests, benches and the gallery. Everything is loaded from
 * the start.
 */
export interface ArrayRowSource extends RowSource {
  /** Replaces the rows and evaluates the query again; identical row objects are not redrawn. */
  setRows(rows: readonly SourceRow[]): void
  /**
   * Replaces one row, which keeps its position until the next refresh, because rows never move
   * under the cursor.
   */
  replaceRow(row: SourceRow): void
  setState(state: Partial<Omit<RowSourceState, 'total' | 'generation'>>): void
}

export function createArrayRowSource(initial: readonly SourceRow[], firstQuery: Query = emptyQuery): ArrayRowSource {
  const listeners = new Set<() => void>()
  const rowListeners = new Map<string, Set<() => void>>()
  let all = indexById(initial)
  let query = firstQuery
  let order: readonly string[] = []
  let positions: Map<string, number> | null = null
  let state: RowSourceState = { status: 'ready', total: 0, isComplete: true, arrived: 0, generation: 0 }

  function evaluate() {
    order = findMatchingIds([...all.values()], query)
    positions = null
    state = { ...state, total: order.length, arrived: 0, generation: state.generation + 1 }
    for (const listener of listeners) listener()
  }

  function findRow(index: number) {
    const id = order[index]
    return id === undefined ? undefined : all.get(id)
  }

  evaluate()
  return {
    getState: () => state,
    subscribe: (listener) => subscribeTo(listeners, listener),
    rowAt: findRow,
    rowById: (id) => all.get(id),
    indexOf(id) {
      // Computed on demand: rendering and scrolling don't need it, so a long list does not wait for
      // it.
      positions ??= mapPositions(order)
      return positions.get(id) ?? -1
    },
    subscribeRow(id, listener) {
      const set = rowListeners.get(id) ?? new Set()
      rowListeners.set(id, set)
      return subscribeTo(set, listener)
    },
    ensureRange() {},
    setQuery(next) {
      query = next
      evaluate()
    },
    refresh: evaluate,
    countValues: (field, limit) => Promise.resolve(countValues([...all.values()], query, { field, limit })),
    close() {
      listeners.clear()
      rowListeners.clear()
    },
    setRows(rows) {
      all = indexById(rows)
      evaluate()
    },
    replaceRow(row) {
      all.set(row.id, row)
      for (const listener of rowListeners.get(row.id) ?? []) listener()
    },
    setState(part) {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
  }
}

/** A row without unsent changes. */
export function createPlainRow(record: AnyRecord): SourceRow {
  return { id: record.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

const emptyQuery: Query = { filters: [], search: '', sort: [] }

/** Filled in a loop, because an array of pairs for 100,000 rows costs more than the map itself. */
function indexById(rows: readonly SourceRow[]): Map<string, SourceRow> {
  const map = new Map<string, SourceRow>()
  for (const row of rows) map.set(row.id, row)
  return map
}

function mapPositions(order: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [index, id] of order.entries()) places.set(id, index)
  return places
}

function subscribeTo(set: Set<() => void>, listener: () => void): () => void {
  set.add(listener)
  return () => set.delete(listener)
}

function findMatchingIds(rows: readonly SourceRow[], query: Query): string[] {
  const search = query.search.trim() === '' ? null : compileSearch(query.search)
  const matching = rows.filter(
    (row) =>
      query.filters.every((filter) => matches(row, filter)) && (!search || matchesSearch(buildRowText(row), search)),
  )
  if (query.sort.length > 0) matching.sort((a, b) => compareRows(a, b, query))
  return matching.map((row) => row.id)
}

function readValue(row: SourceRow, field: string): FieldValue {
  const dot = field.indexOf('.')
  if (dot === -1) return row.record[field] ?? null
  return row.joined[field.slice(0, dot)]?.[field.slice(dot + 1)] ?? null
}

function matches(row: SourceRow, filter: Filter): boolean {
  const value = toNullIfEmpty(readValue(row, filter.field))
  switch (filter.op) {
    case 'equals':
      return value === toNullIfEmpty(filter.value)
    case 'one_of':
      return typeof value !== 'boolean' && filter.values.some((accepted) => toNullIfEmpty(accepted) === value)
    case 'none_of':
      return !matches(row, { ...filter, op: 'one_of' })
    case 'contains':
      return matchesSearch(buildSearchText([String(value ?? '')]), compileSearch(filter.text))
    case 'between':
      return value !== null && isFrom(value, filter.from) && isTo(value, filter.to)
  }
}

function toNullIfEmpty(value: FieldValue): FieldValue {
  return value === '' ? null : value
}

function countValues(
  rows: readonly SourceRow[],
  query: Query,
  { field, limit }: { field: string; limit: number },
): ValueCount[] {
  const otherQuery = { ...query, filters: query.filters.filter((filter) => filter.field !== field) }
  const matchingIds = new Set(findMatchingIds(rows, otherQuery))
  const counts = new Map<FieldValue, ValueCount>()
  for (const row of rows) {
    if (!matchingIds.has(row.id)) continue
    const value = toNullIfEmpty(readValue(row, field))
    const label = String(row.joined[field]?.['name'] ?? value ?? '')
    counts.set(value, { value, label, count: (counts.get(value)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || compareKorean(a.label, b.label)).slice(0, limit)
}

function isFrom(value: FieldValue, from: FieldValue): boolean {
  return from === null || value === null || value >= from
}

function isTo(value: FieldValue, to: FieldValue): boolean {
  return to === null || value === null || value <= to
}

function buildRowText(row: SourceRow): string {
  return buildSearchText(Object.values(row.record).filter((value) => typeof value === 'string'))
}

/** Empty values come last in both directions, then ordered by id, as every source does. */
function compareRows(a: SourceRow, b: SourceRow, query: Query): number {
  for (const { field, direction } of query.sort) {
    const [left, right] = [toNullIfEmpty(readValue(a, field)), toNullIfEmpty(readValue(b, field))]
    if (left === right) continue
    if (left === null) return 1
    if (right === null) return -1
    const order =
      typeof left === 'number' && typeof right === 'number' ? left - right : compareKorean(String(left), String(right))
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return a.id < b.id ? -1 : 1
}
