import { bytesPerId, type ColumnStore, dayNumber, daysIn, noDay, wordsIn } from './column-store.ts'
import type { Pick } from './picks.ts'

/** Which rows of a store: all that pass the picks, and that a remembered search finds. */
export interface Selection {
  readonly picks: readonly Pick[]
  readonly search?: string | undefined
}

/** How many rows they are, and the ids of one page of them as hex. */
export function selectPage(
  store: ColumnStore,
  selection: Selection,
  { offset, limit }: { offset: number; limit: number },
): { total: number; ids: string[] } {
  if (selection.picks.length === 0 && selection.search === undefined) {
    const rows = Array.from({ length: Math.max(0, Math.min(limit, store.length - offset)) }, (_, at) => offset + at)
    return { total: store.length, ids: idsAt(store, rows) }
  }
  const { passing, perBlock, total } = selectedIn(store, selection)
  const rows: number[] = []
  let before = 0
  for (const [block, count] of perBlock.entries()) {
    if (rows.length >= limit) break
    if (before + count > offset) {
      const skipped = Math.max(0, offset - before)
      rows.push(...rowsIn(passing, block).slice(skipped, skipped + limit - rows.length))
    }
    before += count
  }
  return { total, ids: idsAt(store, rows) }
}

interface Selected {
  /** 1 for each row that is selected. */
  readonly passing: Uint8Array
  /** How many rows of each block are. */
  readonly perBlock: Uint16Array
  readonly total: number
}

/** Rows. */
const blockSize = 4096

/** A list is asked for page by page. Each takes a byte per row, and goes with its store at the next write. */
const mostSelected = 8
const selectedBefore = new WeakMap<ColumnStore, Map<string, Selected>>()

function selectedIn(store: ColumnStore, selection: Selection): Selected {
  const known = selectedBefore.get(store) ?? new Map<string, Selected>()
  selectedBefore.set(store, known)
  const key = JSON.stringify([selection.search, selection.picks])
  const selected = known.get(key) ?? select(store, selection)
  known.delete(key)
  known.set(key, selected)
  const [oldest] = known.keys()
  if (known.size > mostSelected && oldest !== undefined) known.delete(oldest)
  return selected
}

/** Neither passing on nor adding up takes a decision per row, which the processor would guess wrong half the time. */
function select(store: ColumnStore, { picks, search }: Selection): Selected {
  const passing = search === undefined ? new Uint8Array(store.length).fill(1) : foundIn(store, search).slice()
  for (const pick of picks) narrow(store, pick, passing)
  const perBlock = new Uint16Array(Math.ceil(passing.length / blockSize))
  let total = 0
  for (const block of perBlock.keys()) {
    let count = 0
    const end = Math.min(passing.length, (block + 1) * blockSize)
    for (let row = block * blockSize; row < end; row += 1) count += passing[row] ?? 0
    perBlock[block] = count
    total += count
  }
  return { passing, perBlock, total }
}

function narrow(store: ColumnStore, pick: Pick, passing: Uint8Array): void {
  if ('oneOf' in pick) {
    const { codes, words } = wordsIn(store, pick.column)
    const isPicked = new Uint8Array(words.length + 1)
    const picked = new Set(pick.oneOf)
    for (const [place, word] of words.entries()) if (picked.has(word)) isPicked[place + 1] = 1
    for (let row = 0; row < passing.length; row += 1) {
      passing[row] = (passing[row] ?? 0) & (isPicked[codes[row] ?? 0] ?? 0)
    }
    return
  }
  if (!pick.start && !pick.end) return
  const days = daysIn(store, pick.column)
  const start = pick.start ? dayNumber(pick.start) : noDay + 1
  const end = pick.end ? dayNumber(pick.end) : 2_147_483_647
  for (let row = 0; row < passing.length; row += 1) {
    const day = days[row] ?? noDay
    passing[row] = (passing[row] ?? 0) & Number(day >= start) & Number(day <= end)
  }
}

function rowsIn(passing: Uint8Array, block: number): number[] {
  const rows: number[] = []
  const end = Math.min(passing.length, (block + 1) * blockSize)
  for (let row = block * blockSize; row < end; row += 1) if (passing[row] === 1) rows.push(row)
  return rows
}

function idsAt({ ids }: ColumnStore, rows: readonly number[]): string[] {
  return rows.map((row) => ids.toString('hex', row * bytesPerId, (row + 1) * bytesPerId))
}

function foundIn({ searches }: ColumnStore, search: string): Uint8Array {
  const known = searches.get(search)
  if (!known) throw new Error('this search is not remembered')
  return known
}
