import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Book, Field, RecordDescription } from '#contract/books/field.ts'
import { findParentReference } from '#contract/books/references.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { findTitleKey } from '#domain/books/books.ts'
import { toComparedValue } from '#domain/books/field-values.ts'
import { hasCosts, listValueFields, type SearchedValue } from '#domain/text/searched-value.ts'
import type { LoadedCollection, StoredColumn } from '#mirror/query/loaded-collection.ts'
import type { QueryEngine } from '#mirror/query/query-engine.ts'
import { createSearcher, type SearchedTexts, type Searcher } from '#mirror/query/searcher.ts'
import { listValues, type RecordBlock, unpackColumns } from '#mirror/store/record-block.ts'
import { buildSearchTexts, type SearchTexts } from '#mirror/store/search-texts.ts'

/** A collection prepared for the search over everything. */
export interface SearchedCollection {
  readonly name: CollectionName
  readonly collection: LoadedCollection
  readonly searcher: Searcher
  readonly searchedTexts: SearchedTexts
  /** The field that names a record to users; matches in it rank higher. */
  readonly titleKey: string
  /** Search texts of titles by value code, built on first use. */
  titles: { readonly of: StoredColumn | null; readonly texts: string[] }
}

/**
 * Collections that are searched: books by the fields their lists search, parts of records by the
 * texts people wrote in them. Books that only the server writes repeat what others say.
 */
export const searchedCollections: readonly CollectionName[] = collectionNames.filter(
  (name) => getBook(name).creatableBy !== 'server' && listSearchedKeys(name).length > 0,
)

export function createSearchedCollections(engine: QueryEngine): readonly SearchedCollection[] {
  return searchedCollections.map((name) => {
    const collection = engine.collection(name)
    const searchedTexts = buildSearchedTexts(name)
    const searcher = createSearcher(engine.collections, collection, searchedTexts)
    const titleKey = findTitleKey(name, listSearchedKeys(name))
    return { name, collection, searcher, searchedTexts, titleKey, titles: { of: null, texts: [] } }
  })
}

function listSearchedKeys(name: CollectionName): readonly string[] {
  const { fields } = getBook(name)
  const searched = fields.filter((field) => field.searched)
  const searchedFields =
    searched.length === 0 && findParentReference(name) !== null ? fields.filter(isUserText) : searched
  return searchedFields.map(({ key }) => key)
}

/**
 * Excludes masked numbers of persons, which the server sets, and JSON lists, which users see in
 * another form.
 */
function isUserText({ kind, editable, readsAs }: Field): boolean {
  return kind === 'text' && editable !== false && readsAs === undefined
}

function buildSearchedTexts(name: CollectionName): SearchedTexts {
  const book = getBook(name)
  const keys = listSearchedKeys(name)
  const hasSearchedFields = book.fields.some((field) => field.searched)
  const description = { ...book, fields: book.fields.map((field) => withSearch(field, keys.includes(field.key))) }
  return {
    description,
    textsOf: hasSearchedFields ? (block) => block.search : cacheTexts(description),
    references: hasSearchedFields ? listShortReferences(book) : [],
  }
}

/**
 * Skips references to long books: their records are found directly, and scanning their texts at
 * every key would double the work.
 */
function listShortReferences({ fields }: Book): readonly Field[] {
  const long = collectionNames.filter((name) => getBook(name).isLong)
  return fields.filter(({ refers }) => refers && !long.some((name) => name === refers.collection))
}

function withSearch({ searched: _searched, ...field }: Field, isSearched: boolean): Field {
  return isSearched ? { ...field, searched: true } : field
}

/**
 * Stored blocks contain no search texts of parts, whose lists have no search box. They are built
 * once per start.
 */
function cacheTexts(description: RecordDescription): SearchedTexts['textsOf'] {
  const cache = new WeakMap<RecordBlock, SearchTexts>()
  return (block) => {
    const cachedTexts = cache.get(block)
    if (cachedTexts) return cachedTexts
    const columns = unpackColumns(description, block).map((column) => [column.key, listValues(column, block.count)])
    const texts = buildSearchTexts(description, block.count, Object.fromEntries(columns))
    cache.set(block, texts)
    return texts
  }
}

/** Marks the slots with this amount or day in any field, or with this sum of costs; null: none. */
export function markValues({ table, columns }: LoadedCollection, searched: SearchedValue): Uint8Array | null {
  const { fields } = table.description
  const mask = new Uint8Array(table.size())
  for (const field of listValueFields(fields, searched)) {
    const column = columns.column(field.key)
    if (column?.kind === 'numbers') markEqual(mask, column.numbers, searched.value)
    else if (column && field.isWonText) markAmounts(mask, column, { field, amount: searched.value })
    else if (column) markEqual(mask, column.codes, column.codeOf.get(String(searched.value)))
  }
  if (searched.kind === 'won' && hasCosts(fields)) markSums(mask, columns, searched.value)
  return mask.includes(1) ? mask : null
}

function markEqual(
  mask: Uint8Array,
  values: Float64Array | Uint32Array,
  searched: SearchedValue['value'] | undefined,
): void {
  if (typeof searched !== 'number') return
  for (let slot = 0; slot < mask.length; slot++) if (values[slot] === searched) mask[slot] = 1
}

/** Several received texts may be one amount. */
function markAmounts(
  mask: Uint8Array,
  { codes, values }: Extract<StoredColumn, { kind: 'coded' }>,
  { field, amount }: { field: Field; amount: SearchedValue['value'] },
): void {
  const isAmount = values.map((value) => toComparedValue(field, value) === amount)
  for (let slot = 0; slot < mask.length; slot++) if (isAmount[codes[slot] ?? 0]) mask[slot] = 1
}

function markSums(mask: Uint8Array, columns: LoadedCollection['columns'], searched: number): void {
  const costs = costKeys.flatMap((key) => {
    const column = columns.column(key)
    return column?.kind === 'numbers' ? [column.numbers] : []
  })
  for (let slot = 0; slot < mask.length; slot++) {
    let sum = 0
    for (const numbers of costs) sum += numbers[slot] || 0
    if (sum === searched) mask[slot] = 1
  }
}
