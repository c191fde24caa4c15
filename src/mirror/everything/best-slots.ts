import { searchText } from '#domain/text/search-text.ts'
import type { SearchedCollection } from './searched-collection.ts'
import { titleRank, titleRanks, type RankedSearch } from './title-rank.ts'

/** The best matches of one collection. */
export interface BestSlots {
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
 * Beyond this many hits only the newest are ranked: a single letter finds a hundred thousand
 * records, and nobody searches for one that way.
 */
const maxRanked = 3_000

/**
 * The best of the marked slots: by title rank, then recently opened, then newest (slots roughly
 * follow creation order). The mask must not contain hidden slots.
 */
export function bestSlots(
  collection: SearchedCollection,
  mask: Uint8Array,
  { searches, limit, recent }: SearchOptions,
): BestSlots {
  const rankOf = titleRanker(collection, searches)
  const best: { slot: number; rank: number }[] = []
  const consider = (slot: number) => {
    const rank = rankOf(slot)
    const worst = best.length < limit ? Infinity : (best.at(-1)?.rank ?? Infinity)
    if (rank >= worst) return
    const at = best.findIndex((one) => one.rank > rank)
    best.splice(at === -1 ? best.length : at, 0, { slot, rank })
    if (best.length > limit) best.pop()
  }
  const recentMatches = recent.filter((slot) => mask[slot] === 1)
  for (const slot of recentMatches) consider(slot)
  let scanned = 0
  for (let slot = mask.lastIndexOf(1); slot !== -1 && scanned < maxRanked; slot = previousMarked(mask, slot)) {
    scanned += 1
    if (!recentMatches.includes(slot)) consider(slot)
    if (best.length >= limit && best.at(-1)?.rank === titleRanks.exact) break
  }
  return { slots: best.map(({ slot }) => slot), rank: best[0]?.rank ?? titleRanks.elsewhere }
}

function previousMarked(mask: Uint8Array, slot: number): number {
  return slot === 0 ? -1 : mask.lastIndexOf(1, slot - 1)
}

/** Ranks by title, computing each distinct title once. */
function titleRanker(collection: SearchedCollection, searches: readonly RankedSearch[]): (slot: number) => number {
  const column = collection.collection.columns.column(collection.titleKey)
  if (column?.kind !== 'coded') return () => titleRanks.elsewhere
  // The column is rebuilt while records arrive, and its codes change meaning.
  if (collection.titles.of !== column) collection.titles = { of: column, texts: [] }
  const { texts } = collection.titles
  const ranks = new Map<number, number>()
  return (slot) => {
    const code = column.codes[slot] ?? 0
    const known = ranks.get(code)
    if (known !== undefined) return known
    const title = (texts[code] ??= searchText([column.values[code]]))
    const rank = Math.min(...searches.map((search) => titleRank(title, search)))
    ranks.set(code, rank)
    return rank
  }
}
