import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import {
  buildSearchText,
  compileSearch,
  compileWholeWords,
  convertLayout,
  normalizeForSearch,
  type Search,
} from '#domain/text/search-text.ts'
import { readSearchedValue, type SearchedValue } from '#domain/text/searched-value.ts'
import { type Alternative, getLetterMask, isWordWithin } from '#mirror/query/block-scan.ts'
import type { LoadedCollection } from '#mirror/query/loaded-collection.ts'
import { countMarked } from '#mirror/query/searcher.ts'
import { markValues, type SearchedCollection } from './searched-collection.ts'

export interface GlobalSearchParams {
  readonly text: string
  /** Maximum number of matches per collection. */
  readonly limit: number
  /** The office's day: an amount or a day as the text also finds the records that have it. */
  readonly today: string
  /** Records the user opened recently, the latest first. */
  readonly recent: readonly { readonly collection: CollectionName; readonly id: string }[]
}

interface GlobalMatches {
  /**
   * The same keys read in the other layout, if that found something: in addition to the typed text,
   * or instead of it (`isAlone`).
   */
  readonly reading: ParsedSearch | null
  readonly books: readonly RankedMatches[]
}

export interface RankedMatches extends BestSlots {
  readonly book: SearchedCollection
  readonly count: number
  /** Some were found by an amount or a day, which the search of the book's list doesn't find. */
  readonly isByValue: boolean
}

interface ParsedSearch {
  readonly text: string
  readonly isAlone: boolean
}

/** Time and pauses of a search, so that it doesn't block the thread. */
export interface SearchThread {
  /** Milliseconds. */
  now(): number
  /** Yields the thread; rejects when nobody waits for the result any more. */
  pause(): Promise<void>
}

/** Below this many matches the other layout is searched too. */
const minMatches = 5

/** How long the thread is blocked at most, in milliseconds, so that typing stays responsive. */
const turnMs = 12

/**
 * Searches a text in all books, and its reading in the other keyboard layout if that finds little.
 * Returns the books with matches, best first; none for an empty text.
 */
export async function runGlobalSearch(
  books: readonly SearchedCollection[],
  { text, limit, today, recent }: GlobalSearchParams,
  thread: SearchThread,
): Promise<GlobalMatches> {
  const yieldIfDue = createYield(thread)
  const typed = await markAll(books, compileSearch(text, true), yieldIfDue)
  const convertedText = typed.total < minMatches ? convertLayout(text) : null
  const other = convertedText === null ? null : await markAll(books, compileSearch(convertedText, true), yieldIfDue)
  const isRead = convertedText !== null && other !== null && other.total > 0
  const valued = await markAllValues(books, readSearchedValue(text, today), yieldIfDue)
  const searches = [
    ...(typed.total > 0 || valued.total > 0 ? [prepareSearch(text, compileSearch(text, true))] : []),
    ...(isRead ? [prepareSearch(convertedText, compileSearch(convertedText, true))] : []),
  ]
  const rankedMatches: RankedMatches[] = []
  for (const [index, book] of books.entries()) {
    const bySearch = joinSlots(typed.slotsByBook[index] ?? null, isRead ? (other.slotsByBook[index] ?? null) : null)
    const byValue = valued.slotsByBook[index] ?? null
    const all = joinSlots(bySearch, byValue)
    if (!all) continue
    const { table } = book.collection
    const recentSlots = recent.filter(({ collection }) => collection === book.name).map(({ id }) => table.findSlot(id))
    const most = byValue ? limit * valueLimitFactor : limit
    const best = findBestSlots(book, all.mask, { searches, limit: most, recent: recentSlots })
    rankedMatches.push({ book, count: all.count, isByValue: byValue !== null, ...best })
    await yieldIfDue()
  }
  return {
    reading: isRead ? { text: convertedText, isAlone: typed.total === 0 } : null,
    // Stable sort: books of equal rank keep the order of the registry.
    books: rankedMatches.toSorted((a, b) => a.rank - b.rank),
  }
}

/** Builds the caches that the first search needs. */
export async function buildSearchCaches(books: readonly SearchedCollection[], thread: SearchThread): Promise<void> {
  const yieldIfDue = createYield(thread)
  for (const { collection, searchedTexts, titleKey } of books) {
    for (const { block } of collection.table.segments) {
      getLetterMask(searchedTexts.textsOf(block))
      await yieldIfDue()
    }
    collection.columns.column(titleKey)
    await yieldIfDue()
  }
}

interface MarkedSlots {
  readonly mask: Uint8Array
  readonly count: number
}

interface CollectionMatches {
  /** In the order of the books; null: nothing was found there. */
  readonly slotsByBook: readonly (MarkedSlots | null)[]
  readonly total: number
}

async function markAll(
  books: readonly SearchedCollection[],
  search: Search,
  yieldIfDue: () => Promise<void>,
): Promise<CollectionMatches> {
  const slotsByBook: (MarkedSlots | null)[] = []
  for (const book of books) {
    slotsByBook.push(markBook(book, search))
    await yieldIfDue()
  }
  return { slotsByBook, total: slotsByBook.reduce((sum, marked) => sum + (marked?.count ?? 0), 0) }
}

/** Nothing else lists the records with an amount or a day, so more of them are returned. */
const valueLimitFactor = 4

async function markAllValues(
  books: readonly SearchedCollection[],
  searched: SearchedValue | null,
  yieldIfDue: () => Promise<void>,
): Promise<CollectionMatches> {
  if (searched === null) return { slotsByBook: [], total: 0 }
  const slotsByBook: (MarkedSlots | null)[] = []
  for (const { collection } of books) {
    slotsByBook.push(dropHidden(collection, markValues(collection, searched)))
    await yieldIfDue()
  }
  return { slotsByBook, total: slotsByBook.reduce((sum, marked) => sum + (marked?.count ?? 0), 0) }
}

function markBook({ collection, searcher }: SearchedCollection, search: Search): MarkedSlots | null {
  return dropHidden(collection, searcher.markMatches(search))
}

function dropHidden({ table }: LoadedCollection, mask: Uint8Array | null): MarkedSlots | null {
  if (!mask) return null
  for (const slot of table.listHiddenSlots()) mask[slot] = 0
  const count = countMarked(mask)
  return count === 0 ? null : { mask, count }
}

/** A collection may have grown between the two searches. */
function joinSlots(a: MarkedSlots | null, b: MarkedSlots | null): MarkedSlots | null {
  if (!a || !b) return a ?? b
  const [longer, shorter] = a.mask.length >= b.mask.length ? [a, b] : [b, a]
  const mask = longer.mask.slice()
  for (let slot = 0; slot < shorter.mask.length; slot++) if (shorter.mask[slot] === 1) mask[slot] = 1
  return { mask, count: countMarked(mask) }
}

/** Returns a function that pauses once the thread was blocked for a turn. */
function createYield({ now, pause }: SearchThread): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < turnMs) return
    await pause()
    since = now()
  }
}

/** The best matches of one collection. */
interface BestSlots {
  readonly slots: readonly number[]
  /** Rank of the first slot; lower is better. */
  readonly rank: number
}

interface SearchOptions {
  /** The text as typed, and its reading in the other layout if that was searched too. */
  readonly searches: readonly RankedSearch[]
  /** Maximum number of slots. */
  readonly limit: number
  /** Slots the user opened recently, the latest first. */
  readonly recent: readonly number[]
}

/**
 * Beyond this many hits the older ones are ranked only if they have the typed words as whole words:
 * a single letter finds a hundred thousand records, but a lot number or a name is exact in few.
 */
const maxRanked = 3_000

/**
 * The best of the marked slots: by rank, then recently opened, then newest (slots roughly follow
 * creation order). The mask must not contain hidden slots.
 */
function findBestSlots(
  collection: SearchedCollection,
  mask: Uint8Array,
  { searches, limit, recent }: SearchOptions,
): BestSlots {
  const rankSlot = createSlotRanker(collection, searches)
  const best: { slot: number; rank: number }[] = []
  const consider = (slot: number) => {
    const worst = best.length < limit ? Infinity : (best.at(-1)?.rank ?? Infinity)
    const rank = rankSlot(slot, worst)
    if (rank >= worst) return
    const index = best.findIndex((ranked) => ranked.rank > rank)
    best.splice(index === -1 ? best.length : index, 0, { slot, rank })
    if (best.length > limit) best.pop()
  }
  const recentMatches = recent.filter((slot) => mask[slot] === 1)
  for (const slot of recentMatches) consider(slot)
  const isFull = () => best.length >= limit && best.at(-1)?.rank === titleRanks.exact
  let slot = mask.lastIndexOf(1)
  for (let scanned = 0; slot !== -1 && scanned < maxRanked && !isFull(); scanned += 1) {
    if (!recentMatches.includes(slot)) consider(slot)
    slot = findPreviousMarked(mask, slot)
  }
  if (slot !== -1 && !isFull()) {
    const older = markOlderWholeWords(collection, searches, mask.subarray(0, slot + 1))
    for (slot = older.lastIndexOf(1); slot !== -1 && !isFull(); slot = findPreviousMarked(older, slot)) {
      if (!recentMatches.includes(slot)) consider(slot)
    }
  }
  return { slots: best.map((ranked) => ranked.slot), rank: best[0]?.rank ?? Infinity }
}

function markOlderWholeWords(
  { searcher }: SearchedCollection,
  searches: readonly RankedSearch[],
  mask: Uint8Array,
): Uint8Array {
  const marks = searches.map(({ search }) => searcher.markWholeWords(search))
  return mask.map((isFound, slot) => (isFound === 1 && marks.some((marked) => marked[slot] === 1) ? 1 : 0))
}

function findPreviousMarked(mask: Uint8Array, slot: number): number {
  return slot === 0 ? -1 : mask.lastIndexOf(1, slot - 1)
}

/**
 * Ranks a record by how many words of the query it lacks as whole words, then by its title. A rank
 * that isn't below `worst` may be too low: the record's other texts are read only if they matter.
 */
function createSlotRanker(
  collection: SearchedCollection,
  searches: readonly RankedSearch[],
): (slot: number, worst: number) => number {
  const rankTitle = createTitleRanker(collection, searches)
  const readText = collection.searcher.createTextReader()
  return (slot, worst) => {
    let best = Infinity
    for (const { rank, fragments } of rankTitle(slot)) {
      if (rank >= Math.min(best, worst)) best = Math.min(best, rank)
      else best = Math.min(best, rank + ranksPerFragment * countFragments(fragments, readText(slot)))
    }
    return best
  }
}

function countFragments(wholeWords: readonly RegExp[], text: string): number {
  let count = 0
  for (const pattern of wholeWords) if (!pattern.test(text)) count += 1
  return count
}

interface RankedTitle {
  readonly rank: number
  /** The words that the title doesn't have as whole words. */
  readonly fragments: readonly RegExp[]
}

/** Ranks by title for each search, computing each distinct title once. */
function createTitleRanker(
  collection: SearchedCollection,
  searches: readonly RankedSearch[],
): (slot: number) => readonly RankedTitle[] {
  const untitled = searches.map((search) => rankForSearch('', search))
  const column = collection.collection.columns.column(collection.titleKey)
  if (column?.kind !== 'coded') return () => untitled
  // The column is rebuilt while records arrive, and its codes change meaning.
  if (collection.titles.of !== column) collection.titles = { of: column, texts: [] }
  const { texts } = collection.titles
  const ranks = new Map<number, readonly RankedTitle[]>()
  return (slot) => {
    const code = column.codes[slot] ?? 0
    const cachedRank = ranks.get(code)
    if (cachedRank !== undefined) return cachedRank
    const title = (texts[code] ??= buildSearchText([column.values[code]]))
    const ranked = searches.map((search) => rankForSearch(title, search))
    ranks.set(code, ranked)
    return ranked
  }
}

function rankForSearch(title: string, search: RankedSearch): RankedTitle {
  const rank = computeTitleRank(title, search)
  const isExact = rank === titleRanks.exact
  return { rank, fragments: isExact ? [] : search.wholeWords.filter((pattern) => !pattern.test(title)) }
}

/** How well a title fits the typed text; lower is better. */
const titleRanks = { exact: 0, beginning: 1, word: 2, within: 3, elsewhere: 4 } as const

/** A whole word anywhere in a record counts more than any title. */
const ranksPerFragment = 5

/** A search prepared for ranking records. */
interface RankedSearch {
  readonly search: Search
  /** Occurrences of each word as a whole word. */
  readonly wholeWords: readonly RegExp[]
  /** The normalized text that an exactly matching title would have. */
  readonly exact: string
}

function prepareSearch(text: string, search: Search): RankedSearch {
  return { search, wholeWords: compileWholeWords(search), exact: normalizeForSearch(text) }
}

/**
 * Ranks a title (its search text) by its best word: exact match, prefix, word start, substring, or
 * `elsewhere` when only another field matched. A substring counts only when the title has all
 * words: the `14` of `달빛로 14` is inside many lot numbers.
 */
function computeTitleRank(title: string, { search, exact }: RankedSearch): number {
  const lines = title.split('\n')
  if (exact !== '' && lines.includes(exact)) return titleRanks.exact
  const ranks = search.words.map((alternatives) => computeWordRank(lines, alternatives))
  const best = Math.min(titleRanks.elsewhere, ...ranks)
  const hasAll = ranks.every((rank) => rank !== titleRanks.elsewhere)
  return best === titleRanks.within && !hasAll ? titleRanks.elsewhere : best
}

function computeWordRank(lines: readonly string[], alternatives: readonly Alternative[]): number {
  let best: number = titleRanks.elsewhere
  for (const line of lines) {
    for (const alternative of alternatives) {
      const index = findPosition(line, alternative)
      if (index !== -1) best = Math.min(best, computeRankAt(line, index))
    }
  }
  return best
}

function computeRankAt(line: string, index: number): number {
  if (index === 0) return titleRanks.beginning
  return line[index - 1] === ' ' ? titleRanks.word : titleRanks.within
}

/** First position of the word; -1 when there is none. */
function findPosition(line: string, { text, ends, pattern }: Alternative): number {
  if (pattern) return line.search(pattern)
  let index = line.indexOf(text)
  if (ends.length === 0) return index
  while (index !== -1 && index + text.length < line.length) {
    if (isWordWithin(ends, line.charCodeAt(index + text.length))) return index
    index = line.indexOf(text, index + 1)
  }
  return -1
}

/** The matches of a text in everything on this device. */
export interface GlobalSearchResult {
  /** The searched text. */
  readonly text: string
  readonly reading: ParsedSearch | null
  /** Books with matches, best first. */
  readonly books: readonly BookMatches[]
  /**
   * Why some searchable records are missing here: still arriving, unreachable, or not held on this
   * device.
   */
  readonly lacks: 'coming' | 'absent' | 'unheld' | null
}

export interface BookMatches {
  readonly collection: CollectionName
  readonly count: number
  /** Some were found by an amount or a day, which the search of the book's list doesn't find. */
  readonly isByValue: boolean
  /** The best matches. */
  readonly records: readonly SearchHit[]
}

export interface SearchHit {
  readonly row: SourceRow
  /** The record it is a part of and shown with; null: it is shown alone. */
  readonly parent: { readonly collection: CollectionName; readonly row: SourceRow } | null
}
