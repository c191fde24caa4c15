import { bookOf, collectionNames, wholeReferenceOf, type CollectionName } from '#contract/books/collections.ts'
import type { Book, Field, RecordDescription } from '#contract/books/field.ts'
import { titleKeyOf } from '#domain/books/books.ts'
import type { Collection, Column } from '../query/collection.ts'
import type { QueryEngine } from '../query/evaluate.ts'
import { createSearcher, type SearchedWords, type Searcher } from '../query/searcher.ts'
import { recordInBlock, unpackColumns, type RecordBlock } from '../store/record-block.ts'
import { buildSearchTexts, type SearchTexts } from '../store/search-texts.ts'

/** A collection prepared for the search over everything. */
export interface SearchedCollection {
  readonly name: CollectionName
  readonly collection: Collection
  readonly searcher: Searcher
  readonly words: SearchedWords
  /** The field that names a record to users; matches in it rank higher. */
  readonly titleKey: string
  /** Search texts of titles by value code, built on first use. */
  titles: { readonly of: Column | null; readonly texts: string[] }
}

/**
 * Collections that are searched: books by the fields their lists search, parts of records by the
 * texts people wrote in them.
 */
export const searchedCollections: readonly CollectionName[] = collectionNames.filter(
  (name) => searchedKeysOf(name).length > 0,
)

export function searchedBooks(engine: QueryEngine): readonly SearchedCollection[] {
  return searchedCollections.map((name) => {
    const collection = engine.collection(name)
    const words = searchedWords(name)
    const searcher = createSearcher(engine.collections, collection, words)
    const titleKey = titleKeyOf(name, searchedKeysOf(name))
    return { name, collection, searcher, words, titleKey, titles: { of: null, texts: [] } }
  })
}

function searchedKeysOf(name: CollectionName): readonly string[] {
  const { fields } = bookOf(name)
  const searched = fields.filter((field) => field.searched)
  const searchedFields = searched.length === 0 && wholeReferenceOf(name) !== null ? fields.filter(isUserText) : searched
  return searchedFields.map(({ key }) => key)
}

/**
 * Excludes person numbers, which the server sets, and JSON lists, which read differently from what
 * is stored.
 */
function isUserText({ kind, editable, readsAs }: Field): boolean {
  return kind === 'text' && editable !== false && readsAs === undefined
}

function searchedWords(name: CollectionName): SearchedWords {
  const book = bookOf(name)
  const keys = searchedKeysOf(name)
  const isOfList = book.fields.some((field) => field.searched)
  const description = { ...book, fields: book.fields.map((field) => withSearch(field, keys.includes(field.key))) }
  return {
    description,
    textsOf: isOfList ? (block) => block.search : cachedTexts(description),
    references: isOfList ? shortReferencesOf(book) : [],
  }
}

/**
 * Skips references to long books: their records are found directly, and scanning their texts at
 * every key would double the work.
 */
function shortReferencesOf({ fields }: Book): readonly Field[] {
  const long = collectionNames.filter((name) => bookOf(name).isLong)
  return fields.filter(({ refers }) => refers && !long.some((name) => name === refers.collection))
}

function withSearch({ searched: _searched, ...field }: Field, isSearched: boolean): Field {
  return isSearched ? { ...field, searched: true } : field
}

/**
 * Stored blocks contain no search texts of parts, whose lists have no search box. They are built
 * once per start.
 */
function cachedTexts(description: RecordDescription): SearchedWords['textsOf'] {
  const cache = new WeakMap<RecordBlock, SearchTexts>()
  return (block) => {
    const known = cache.get(block)
    if (known) return known
    const columns = unpackColumns(description, block)
    const records = Array.from({ length: block.count }, (_, index) => recordInBlock(block, columns, index))
    const texts = buildSearchTexts(description, records)
    cache.set(block, texts)
    return texts
  }
}
