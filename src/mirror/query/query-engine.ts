import type { AnyRecord, Field, FieldValue, RecordDescription } from '#contract/books/field.ts'
import { type DerivedCondition, type Filter, listNamedFilters, type Query } from '#contract/records/query.ts'
import { toComparedValue } from '#domain/books/field-values.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { unpackNumber } from '#mirror/store/record-block.ts'
import { searchTextOfValues } from '#mirror/store/search-texts.ts'
import {
  createLoadedCollections,
  findField,
  type LoadedCollection,
  type LoadedCollections,
  readValue,
  resolveField,
} from './loaded-collection.ts'
import { createOrderings, type Orderings } from './orderings.ts'
import { createSearcher, type Searcher } from './searcher.ts'

export interface QueryEngine {
  readonly collections: LoadedCollections
  collection(name: string): LoadedCollection
  /** The slots a query finds, in order. */
  evaluate(name: string, query: Query): Uint32Array
  /** Whether the record seen in one slot belongs to the query's result. */
  matches(name: string, query: Query, slot: number): boolean
  compare(name: string, query: Query, slots: readonly [first: number, second: number]): number
}

interface CollectionIndex {
  collection: LoadedCollection
  orderings: Orderings
  searcher: Searcher
}

export function createQueryEngine(descriptions: readonly RecordDescription[]): QueryEngine {
  const collections = createLoadedCollections(descriptions)
  const indexes = new Map<string, CollectionIndex>()
  for (const [name, collection] of collections) {
    const orderings = createOrderings(collections, collection)
    indexes.set(name, { collection, orderings, searcher: createSearcher(collections, collection) })
  }

  function getIndex(name: string): CollectionIndex {
    const index = indexes.get(name)
    if (!index) throw new Error(`no such collection: ${name}`)
    return index
  }

  return {
    collections,
    collection: (name) => getIndex(name).collection,
    evaluate(name, query) {
      const { collection, orderings, searcher } = getIndex(name)
      const inOrder = orderings.getOrderedSlots(query.sort)
      if (listNamedFilters(query).length === 0 && query.search.trim() === '') return inOrder.slice()
      const found = searcher.markMatches(compileSearch(query.search))
      const mask = found ?? new Uint8Array(collection.table.size()).fill(1)
      for (const filter of query.filters) applyFilter(collections, collection, { filter, mask })
      for (const condition of query.derived ?? []) applyAlternatives(collections, collection, { condition, mask })
      return keepMarked(inOrder, mask)
    },
    matches(name, query, slot) {
      const { collection, searcher } = getIndex(name)
      const record = collection.table.isShown(slot) ? collection.table.displayedAt(slot) : null
      if (!record) return false
      const meetsAll = (filters: readonly Filter[]) =>
        filters.every((filter) => meetsFilter(collections, collection, { filter, record }))
      const meetsDerived = (query.derived ?? []).every(({ alternatives }) => alternatives.some(meetsAll))
      return meetsAll(query.filters) && meetsDerived && searcher.matchesText(query.search, record)
    },
    compare: (name, query, [first, second]) => getIndex(name).orderings.compare(query.sort, first, second),
  }
}

/** Runs at every keystroke: a plain loop takes half the time of `filter` with a callback. */
function keepMarked(slots: Uint32Array, mask: Uint8Array): Uint32Array {
  const marked = new Uint32Array(slots.length)
  let count = 0
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] ?? 0
    if (mask[slot] === 1) marked[count++] = slot
  }
  return marked.slice(0, count)
}

/** Clears the marks of slots that do not meet the filter. */
function applyFilter(
  collections: LoadedCollections,
  collection: LoadedCollection,
  { filter, mask }: { filter: Filter; mask: Uint8Array },
): void {
  const view = resolveField(collections, collection, filter.field)
  if (!view) return void mask.fill(0)
  const field = findField(collections, collection, filter.field)
  const accepts = compileFilter(filter, field)
  if (view.kind === 'numbers') {
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] === 1 && !accepts(unpackNumber(view.numbers[slot], view.isFlag))) mask[slot] = 0
    }
    return
  }
  const accepted =
    filter.op === 'contains'
      ? acceptContaining(view.values, field?.isPerson ? removeJobTitle(filter.text) : filter.text)
      : Uint8Array.from(view.values, (value) => (accepts(value) ? 1 : 0))
  for (let slot = 0; slot < mask.length; slot++) mask[slot] = (mask[slot] ?? 0) & (accepted[view.codes[slot] ?? 0] ?? 0)
}

/** Clears the marks of slots that meet none of the alternatives. */
function applyAlternatives(
  collections: LoadedCollections,
  collection: LoadedCollection,
  { condition, mask }: { condition: DerivedCondition; mask: Uint8Array },
): void {
  const accepted = new Uint8Array(mask.length)
  for (const filters of condition.alternatives) {
    const met = mask.slice()
    for (const filter of filters) applyFilter(collections, collection, { filter, mask: met })
    for (let slot = 0; slot < mask.length; slot++) if (met[slot] === 1) accepted[slot] = 1
  }
  mask.set(accepted)
}

/**
 * Search texts of a column's distinct values, a list that only grows. Built at the first keystroke
 * in a suggestion filter and reused for the next ones.
 */
const textsByValues = new WeakMap<readonly FieldValue[], string[]>()

function acceptContaining(values: readonly FieldValue[], typed: string): Uint8Array {
  const search = compileSearch(typed)
  if (search.words.length === 0) return new Uint8Array(values.length).fill(1)
  const texts = textsByValues.get(values) ?? []
  textsByValues.set(values, texts)
  for (let code = texts.length; code < values.length; code++) texts.push(searchTextOfValues([values[code]]))
  return Uint8Array.from(values, (value, code) => (value !== null && matchesSearch(texts[code] ?? '', search) ? 1 : 0))
}

/** Whether one record meets the filter. */
function meetsFilter(
  collections: LoadedCollections,
  collection: LoadedCollection,
  { filter, record }: { filter: Filter; record: AnyRecord },
): boolean {
  const accepts = compileFilter(filter, findField(collections, collection, filter.field))
  return accepts(readValue(collections, collection, { record, path: filter.field }))
}

/** A person with and without 직급 is one value. */
function compileFilter(filter: Filter, field: Field | undefined): (value: FieldValue) => boolean {
  const isPersonField = field?.isPerson === true
  const normalizeValue = (value: FieldValue) =>
    isPersonField && typeof value === 'string' ? emptyToNull(removeJobTitle(value)) : emptyToNull(value)
  // A link may name an amount or a purpose by its received text.
  const toTarget = (value: FieldValue) =>
    emptyToNull(value) === null ? null : normalizeValue(field ? toComparedValue(field, value) : value)
  switch (filter.op) {
    case 'equals': {
      const target = toTarget(filter.value)
      return (value) => normalizeValue(value) === target
    }
    case 'one_of': {
      const target = new Set<FieldValue>(filter.values.map(toTarget))
      return (value) => target.has(normalizeValue(value))
    }
    case 'none_of': {
      const isListed = compileFilter({ ...filter, op: 'one_of' }, field)
      return (value) => !isListed(value)
    }
    case 'contains': {
      const search = compileSearch(isPersonField ? removeJobTitle(filter.text) : filter.text)
      if (search.words.length === 0) return () => true
      return (value) => value !== null && matchesSearch(searchTextOfValues([String(value)]), search)
    }
    case 'between': {
      const [from, to] = [emptyToNull(filter.from), emptyToNull(filter.to)]
      return (value) => isBetween(emptyToNull(value), from, to)
    }
  }
}

function isBetween(value: FieldValue, from: FieldValue, to: FieldValue): boolean {
  if (value === null) return false
  return (from === null || value >= from) && (to === null || value <= to)
}

function emptyToNull(value: FieldValue): FieldValue {
  return value === '' ? null : value
}
