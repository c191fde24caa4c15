import { searchText } from '#domain/text/search-text.ts'
import type { SearchedCollection } from './searched-collection.ts'
import { titleRank, titleRanks, type RankedSearch } from './title-rank.ts'

/** The best of what was found in one collection. */
export interface BestSlots {
  readonly slots: readonly number[]
  /** Of the first one; less is better. */
  readonly rank: number
}

interface Wanted {
  /** As typed, and as read in the other layout where that was looked for as well. */
  readonly searches: readonly RankedSearch[]
  /** So many at most. */
  readonly limit: number
  /** Slots that the person opened lately, the last one first. */
  readonly recent: readonly number[]
}

/** Of more hits than this only the newest are held against each other: a letter finds a hundred thousand, and nobody looks for one of those by it. */
const maxRanked = 3_000

/**
 * The best of the marked slots: by how well the title fits, then those opened lately, then the newest (slots are in the order in which records were made, near enough). Slots that show nothing must not
 * be marked.
 */
export function bestSlots(place: SearchedCollection, mask: Uint8Array, { searches, limit, recent }: Wanted): BestSlots {
  const rankOf = titleRanker(place, searches)
  const best: { slot: number; rank: number }[] = []
  const take = (slot: number) => {
    const rank = rankOf(slot)
    const worst = best.length < limit ? Infinity : (best.at(-1)?.rank ?? Infinity)
    if (rank >= worst) return
    const at = best.findIndex((one) => one.rank > rank)
    best.splice(at === -1 ? best.length : at, 0, { slot, rank })
    if (best.length > limit) best.pop()
  }
  const lately = recent.filter((slot) => mask[slot] === 1)
  for (const slot of lately) take(slot)
  let looked = 0
  for (let slot = mask.lastIndexOf(1); slot !== -1 && looked < maxRanked; slot = markedBefore(mask, slot)) {
    looked += 1
    if (!lately.includes(slot)) take(slot)
    if (best.length >= limit && best.at(-1)?.rank === titleRanks.whole) break
  }
  return { slots: best.map(({ slot }) => slot), rank: best[0]?.rank ?? titleRanks.elsewhere }
}

function markedBefore(mask: Uint8Array, slot: number): number {
  return slot === 0 ? -1 : mask.lastIndexOf(1, slot - 1)
}

/** Ranks by title, each distinct title once. */
function titleRanker(place: SearchedCollection, searches: readonly RankedSearch[]): (slot: number) => number {
  const column = place.collection.columns.column(place.titleKey)
  if (column?.kind !== 'coded') return () => titleRanks.elsewhere
  // Built anew while records arrive: its codes mean other values then.
  if (place.titles.of !== column) place.titles = { of: column, texts: [] }
  const { texts } = place.titles
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
