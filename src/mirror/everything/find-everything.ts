import type { CollectionName } from '#contract/books/collections.ts'
import { otherLayout } from '#domain/entry/other-layout.ts'
import { compileSearch, type Search } from '#domain/text/search-text.ts'
import { lettersOf } from '../query/latin-letters.ts'
import { countOf } from '../query/searcher.ts'
import { bestSlots, type BestSlots } from './best-slots.ts'
import type { SearchedCollection } from './searched-collection.ts'
import { rankedSearch } from './title-rank.ts'

export interface EverythingQuestion {
  readonly text: string
  /** Maximum number of matches per collection. */
  readonly limit: number
  /** Records the user opened recently, the latest first. */
  readonly recent: readonly { readonly collection: CollectionName; readonly id: string }[]
}

export interface FoundSlots {
  /**
   * The same keys read in the other layout, if that found something: in addition to the typed text,
   * or `alone`.
   */
  readonly reading: Reading | null
  readonly books: readonly FoundInCollection[]
}

export interface FoundInCollection extends BestSlots {
  readonly book: SearchedCollection
  readonly count: number
}

export interface Reading {
  readonly text: string
  readonly isAlone: boolean
}

/** Time and pauses of a search, so that it doesn't block the thread. */
export interface SearchThread {
  /** Milliseconds. */
  now(): number
  /** Yields the thread; rejects when nobody waits for the answer any more. */
  pause(): Promise<void>
}

/** Below this many matches the other layout is searched too. */
const minMatches = 5

/** How long the thread is blocked at most, in milliseconds, so that typing stays responsive. */
const turnMs = 12

/**
 * Searches a text in all places, and its reading in the other layout when it finds little. Returns
 * the places with matches, best first; none for an empty text.
 */
export async function findEverything(
  books: readonly SearchedCollection[],
  { text, limit, recent }: EverythingQuestion,
  thread: SearchThread,
): Promise<FoundSlots> {
  const yieldIfDue = createYield(thread)
  const typed = await markAll(books, compileSearch(text, true), yieldIfDue)
  const read = typed.total < minMatches ? otherLayout(text) : null
  const other = read === null ? null : await markAll(books, compileSearch(read, true), yieldIfDue)
  const isRead = read !== null && other !== null && other.total > 0
  const searches = [
    ...(typed.total > 0 ? [rankedSearch(text, compileSearch(text, true))] : []),
    ...(isRead ? [rankedSearch(read, compileSearch(read, true))] : []),
  ]
  const found: FoundInCollection[] = []
  for (const [at, book] of books.entries()) {
    const both = joined(typed.found[at] ?? null, isRead ? (other.found[at] ?? null) : null)
    if (!both) continue
    const { table } = book.collection
    const recentSlots = recent.filter(({ collection }) => collection === book.name).map(({ id }) => table.slotOf(id))
    const best = bestSlots(book, both.mask, { searches, limit, recent: recentSlots })
    found.push({ book, count: both.count, ...best })
    await yieldIfDue()
  }
  return {
    reading: isRead ? { text: read, isAlone: typed.total === 0 } : null,
    // Stable sort: equal places keep the order of the registry.
    books: found.toSorted((one, b) => one.rank - b.rank),
  }
}

/** Builds the caches that the first search needs. */
export async function warmUp(books: readonly SearchedCollection[], thread: SearchThread): Promise<void> {
  const yieldIfDue = createYield(thread)
  for (const { collection, words, titleKey } of books) {
    for (const { block } of collection.table.segments) {
      lettersOf(words.textsOf(block))
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

interface Marked {
  /** By place; null: nothing was found there. */
  readonly found: readonly (MarkedSlots | null)[]
  readonly total: number
}

async function markAll(
  books: readonly SearchedCollection[],
  search: Search,
  yieldIfDue: () => Promise<void>,
): Promise<Marked> {
  const found: (MarkedSlots | null)[] = []
  for (const book of books) {
    found.push(markBook(book, search))
    await yieldIfDue()
  }
  return { found, total: found.reduce((sum, one) => sum + (one?.count ?? 0), 0) }
}

function markBook({ collection: { table }, searcher }: SearchedCollection, search: Search): MarkedSlots | null {
  const mask = searcher.cachedResult(search)
  if (!mask) return null
  for (const slot of table.hiddenSlots()) mask[slot] = 0
  const count = countOf(mask)
  return count === 0 ? null : { mask, count }
}

/** A collection may have grown between the two searches. */
function joined(one: MarkedSlots | null, b: MarkedSlots | null): MarkedSlots | null {
  if (!one || !b) return one ?? b
  const [longer, shorter] = one.mask.length >= b.mask.length ? [one, b] : [b, one]
  const mask = longer.mask.slice()
  for (let slot = 0; slot < shorter.mask.length; slot++) if (shorter.mask[slot] === 1) mask[slot] = 1
  return { mask, count: countOf(mask) }
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
