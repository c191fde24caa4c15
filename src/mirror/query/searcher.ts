import type { AnyRecord, Field, RecordDescription } from '#contract/books/field.ts'
import { compileSearch, compileWholeWords, matchesSearch, type Search } from '#domain/text/search-text.ts'
import type { RecordBlock } from '#mirror/store/record-block.ts'
import { buildRecordSearchText, type SearchTexts } from '#mirror/store/search-texts.ts'
import { isNarrowerWord, readLine, scanBlock, scanLines, scanWholeWords, type Word } from './block-scan.ts'
import { findReferredRecord, type LoadedCollection, type LoadedCollections } from './loaded-collection.ts'
import type { Segment } from './record-table.ts'

export interface Searcher {
  /**
   * Marks the slots that all of these words find, in the record itself or in the records it refers
   * to; null for an empty search. The marks are the caller's to change.
   */
  markMatches(search: Search): Uint8Array | null
  /** Marks the slots whose own texts have all of these words as whole words. */
  markWholeWords(search: Search): Uint8Array
  matchesText(text: string, record: AnyRecord): boolean
  /** Returns a reader of the records' own search texts, valid until a record changes. */
  createTextReader(): (slot: number) => string
}

export interface SearchedTexts {
  /** Its `searched` fields are searched. */
  readonly description: RecordDescription
  /** The search texts of a whole block. */
  textsOf(block: RecordBlock): SearchTexts
  /** References whose target's texts find the record too. */
  readonly references: readonly Field[]
}

interface SearcherState extends SearchedTexts {
  readonly collections: LoadedCollections
  readonly collection: LoadedCollection
  /** Search texts of records that differ from their block. */
  readonly changedTexts: Map<number, string>
  /** Results of the last few words, newest last; dropped when a record changes. */
  cached: FoundWord[]
  cachedRevisions: string
}

interface FoundWord {
  readonly word: Word
  readonly hits: Uint8Array
  readonly count: number
}

const maxCachedWords = 12

/**
 * Searches all records of a collection. Each word is looked up in whole blocks. A word that
 * continues a previous one only checks that word's matches, and unchanged words are not looked up
 * again.
 */
export function createSearcher(
  collections: LoadedCollections,
  collection: LoadedCollection,
  searchedTexts: SearchedTexts = getSearchedTexts(collection),
): Searcher {
  const state: SearcherState = {
    collections,
    collection,
    ...searchedTexts,
    changedTexts: new Map(),
    cached: [],
    cachedRevisions: '',
  }
  collection.table.onChange({
    slotChanged: (slot) => void state.changedTexts.delete(slot),
    sizeChanged: () => undefined,
  })
  return {
    markMatches: (search) => markFound(state, search),
    markWholeWords: (search) => markWholeWords(state, search),
    matchesText: (text, record) => matchesText(state, text, record),
    createTextReader: () => createTextReader(state),
  }
}

/** What the search box of a book's list covers. */
function getSearchedTexts({ table: { description } }: LoadedCollection): SearchedTexts {
  const references = description.fields.filter((field) => field.kind === 'reference' && field.refers)
  return { description, references, textsOf: (block) => block.search }
}

function markFound(state: SearcherState, { words: [first, ...otherWords] }: Search): Uint8Array | null {
  dropOutdatedResults(state)
  if (!first) return null
  const size = state.collection.table.size()
  const marked = findWord(state, first, size).hits.slice()
  for (const word of otherWords) intersect(marked, findWord(state, word, size).hits)
  return marked
}

/** Runs at every key: a comparison takes half the time of a fallback for slots beyond the end. */
function intersect(mask: Uint8Array, hits: Uint8Array): void {
  for (let slot = 0; slot < mask.length; slot++) if (hits[slot] !== 1) mask[slot] = 0
}

function dropOutdatedResults(state: SearcherState): void {
  const revisions = [...state.collections.values()].map(({ table }) => `${table.revision()}:${table.size()}`).join(' ')
  if (revisions !== state.cachedRevisions) state.cached = []
  state.cachedRevisions = revisions
}

function findWord(state: SearcherState, word: Word, size: number): FoundWord {
  const name = JSON.stringify(word)
  const cachedWord = state.cached.find((cached) => JSON.stringify(cached.word) === name)
  if (cachedWord) return cachedWord
  const hits = new Uint8Array(size)
  const broader = state.cached.findLast(
    (cached) => isNarrowerWord(word, cached.word) && cached.count < size * maxRecheckedShare,
  )
  if (broader) scanMarkedRecords(state, word, { among: broader.hits, hits })
  else scanAllRecords(state, word, hits)
  scanReferred(state, word, hits)
  const entry = { word, hits, count: countMarked(hits) }
  state.cached = [...state.cached.slice(1 - maxCachedWords), entry]
  return entry
}

/** How many slots are marked. */
export function countMarked(hits: Uint8Array): number {
  let count = 0
  for (let slot = 0; slot < hits.length; slot++) if (hits[slot] === 1) count += 1
  return count
}

/** Beyond this share of all records, scanning the blocks is faster than checking each record. */
const maxRecheckedShare = 0.1

function scanAllRecords(state: SearcherState, word: Word, hits: Uint8Array): void {
  const { table } = state.collection
  for (const { start, block } of table.segments) {
    scanBlock(state.textsOf(block), word, hits.subarray(start, start + block.count))
  }
  for (const slot of table.listReplacedSlots()) hits[slot] = matchesWord(textAt(state, slot), word) ? 1 : 0
}

function scanMarkedRecords(
  state: SearcherState,
  word: Word,
  { among, hits }: { among: Uint8Array; hits: Uint8Array },
): void {
  const { table } = state.collection
  for (const { start, block } of table.segments) {
    const end = start + block.count
    scanLines(state.textsOf(block), word, { among: among.subarray(start, end), hits: hits.subarray(start, end) })
  }
  for (const slot of table.listReplacedSlots()) hits[slot] = matchesWord(textAt(state, slot), word) ? 1 : 0
}

function scanReferred({ collection, collections, references }: SearcherState, word: Word, hits: Uint8Array): void {
  for (const field of references) {
    const column = collection.columns.column(field.key)
    const referred = collections.get(field.refers?.collection ?? '')
    if (column?.kind !== 'coded' || !referred) continue
    const accepted = Uint8Array.from(column.values, (id) => (isFoundIn(referred, id, word) ? 1 : 0))
    if (!accepted.includes(1)) continue
    for (let slot = 0; slot < hits.length; slot++) if (accepted[column.codes[slot] ?? 0] === 1) hits[slot] = 1
  }
}

function markWholeWords(state: SearcherState, search: Search): Uint8Array {
  const { table } = state.collection
  const marked = new Uint8Array(table.size()).fill(1)
  for (const word of search.words) {
    const hits = new Uint8Array(table.size())
    for (const { start, block } of table.segments) {
      scanWholeWords(state.textsOf(block), word, hits.subarray(start, start + block.count))
    }
    intersect(marked, hits)
  }
  const wholeWords = compileWholeWords(search)
  for (const slot of table.listReplacedSlots()) {
    marked[slot] = wholeWords.every((pattern) => pattern.test(textAt(state, slot))) ? 1 : 0
  }
  return marked
}

/** Neighboring slots are usually in the same segment, which is looked up once. */
function createTextReader(state: SearcherState): (slot: number) => string {
  const { table } = state.collection
  const replaced = new Set(table.listReplacedSlots())
  const isWithin = ({ start, block }: Segment, slot: number) => slot >= start && slot < start + block.count
  let segment: Segment | undefined
  return (slot) => {
    if (replaced.has(slot)) return textAt(state, slot)
    if (!segment || !isWithin(segment, slot)) segment = table.segments.find((candidate) => isWithin(candidate, slot))
    return segment ? readLine(state.textsOf(segment.block), slot - segment.start) : ''
  }
}

function textAt({ collection: { table }, description, changedTexts }: SearcherState, slot: number): string {
  const cached = changedTexts.get(slot)
  if (cached !== undefined) return cached
  const record = table.displayedAt(slot)
  const text = record ? buildRecordSearchText(description, record) : ''
  changedTexts.set(slot, text)
  return text
}

function matchesText(
  { description, collections, references }: SearcherState,
  text: string,
  record: AnyRecord,
): boolean {
  const { words } = compileSearch(text)
  if (words.length === 0) return true
  const texts = [buildRecordSearchText(description, record)]
  for (const field of references) {
    const referred = collections.get(field.refers?.collection ?? '')
    const id = record[field.key]
    const target = referred && typeof id === 'string' ? findReferredRecord(referred, id) : null
    if (referred && target) texts.push(buildRecordSearchText(referred.table.description, target))
  }
  return words.every((word) => texts.some((recordText) => matchesWord(recordText, word)))
}

function isFoundIn(referred: LoadedCollection, id: string | null, word: Word): boolean {
  const record = findReferredRecord(referred, id)
  return record !== null && matchesWord(buildRecordSearchText(referred.table.description, record), word)
}

function matchesWord(text: string, word: Word): boolean {
  return matchesSearch(text, { words: [word] })
}
