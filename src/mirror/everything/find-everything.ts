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
  readonly places: readonly FoundInCollection[]
}

export interface FoundInCollection extends BestSlots {
  readonly place: SearchedCollection
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
const few = 5

/** How long the thread is blocked at most, in milliseconds, so that typing stays responsive. */
const turnMs = 12

/**
 * Searches a text in all places, and its reading in the other layout when it finds little. Returns
 * the places with matches, best first; none for an empty text.
 */
export async function findEverything(
  places: readonly SearchedCollection[],
  { text, limit, recent }: EverythingQuestion,
  thread: SearchThread,
): Promise<FoundSlots> {
  const turn = takeTurns(thread)
  const typed = await markAll(places, compileSearch(text, true), turn)
  const read = typed.total < few ? otherLayout(text) : null
  const other = read === null ? null : await markAll(places, compileSearch(read, true), turn)
  const isRead = read !== null && other !== null && other.total > 0
  const searches = [
    ...(typed.total > 0 ? [rankedSearch(text, compileSearch(text, true))] : []),
    ...(isRead ? [rankedSearch(read, compileSearch(read, true))] : []),
  ]
  const found: FoundInCollection[] = []
  for (const [at, place] of places.entries()) {
    const both = joined(typed.found[at] ?? null, isRead ? (other.found[at] ?? null) : null)
    if (!both) continue
    const { table } = place.collection
    const opened = recent.filter(({ collection }) => collection === place.name).map(({ id }) => table.slotOf(id))
    const best = bestSlots(place, both.mask, { searches, limit, recent: opened })
    found.push({ place, count: both.count, ...best })
    await turn()
  }
  return {
    reading: isRead ? { text: read, isAlone: typed.total === 0 } : null,
    // Stable sort: equal places keep the order of the registry.
    places: found.toSorted((one, two) => one.rank - two.rank),
  }
}

/** Builds the caches that the first search needs. */
export async function warmUp(places: readonly SearchedCollection[], thread: SearchThread): Promise<void> {
  const turn = takeTurns(thread)
  for (const { collection, words, titleKey } of places) {
    for (const { block } of collection.table.segments) {
      lettersOf(words.textsOf(block))
      await turn()
    }
    collection.columns.column(titleKey)
    await turn()
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
  places: readonly SearchedCollection[],
  search: Search,
  turn: () => Promise<void>,
): Promise<Marked> {
  const found: (MarkedSlots | null)[] = []
  for (const place of places) {
    found.push(markPlace(place, search))
    await turn()
  }
  return { found, total: found.reduce((sum, one) => sum + (one?.count ?? 0), 0) }
}

function markPlace({ collection: { table }, searcher }: SearchedCollection, search: Search): MarkedSlots | null {
  const mask = searcher.look(search)
  if (!mask) return null
  for (const slot of table.hiddenSlots()) mask[slot] = 0
  const count = countOf(mask)
  return count === 0 ? null : { mask, count }
}

/** A collection may have grown between the two searches. */
function joined(one: MarkedSlots | null, two: MarkedSlots | null): MarkedSlots | null {
  if (!one || !two) return one ?? two
  const [longer, shorter] = one.mask.length >= two.mask.length ? [one, two] : [two, one]
  const mask = longer.mask.slice()
  for (let slot = 0; slot < shorter.mask.length; slot++) if (shorter.mask[slot] === 1) mask[slot] = 1
  return { mask, count: countOf(mask) }
}

/** Returns a function that pauses once the thread was blocked for a turn. */
function takeTurns({ now, pause }: SearchThread): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < turnMs) return
    await pause()
    since = now()
  }
}
