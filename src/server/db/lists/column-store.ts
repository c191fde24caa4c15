import { Buffer } from 'node:buffer'

/**
 * What a long table's lists are filtered by, column by column, its rows newest first: some 30 bytes a row. Any combination of filters is then counted, and any page
 * of it found, by one pass over numbers: a few milliseconds for a million rows, where the database takes a tenth of a second and more. Never changed: a change makes
 * a new store out of most of the old one's memory.
 */
export interface ColumnStore {
  readonly length: number
  /** 16 bytes per row. */
  readonly ids: Buffer
  /** Per column of words, each row's word as its place in `words`, 0 for none. */
  readonly words: ReadonlyMap<string, WordColumn>
  /** Per column of days, each row's day counted from `dayZero`, `noDay` for none. */
  readonly days: ReadonlyMap<string, Int32Array>
  /** The column of days that the rows stand in the order of, newest first, empty ones last, then by id. */
  readonly newest: string
  /** Per search that is remembered, 1 for each row it finds. */
  readonly searches: ReadonlyMap<string, Uint8Array>
}

/** A row as it stands now, or that it stands no more. */
export interface ChangedRow {
  readonly id: string
  readonly values: Readonly<Record<string, string | null>> | null
  /** The searches that find it. */
  readonly foundBy: readonly string[]
}

export const dayZero = '1900-01-01'
export const noDay = -2_147_483_648
export const bytesPerId = 16
export const mostWords = 32_767

/**
 * The store after some rows were written: each of them taken out where it stood and put in where it stands now. Undefined when a column would hold more different
 * words than can be told apart.
 */
export function withChanges(store: ColumnStore, changed: readonly ChangedRow[]): ColumnStore | undefined {
  const added = changed
    .flatMap(({ id, values, foundBy }) =>
      values ? [{ id: idBytes(id), values, foundBy, day: dayOf(values[store.newest]) }] : [],
    )
    .toSorted((a, b) => b.day - a.day || Buffer.compare(a.id, b.id))
  const removed = findRows(store, changed)
  const pieces = layOut(store, removed, added)
  const length = store.length - removed.length + added.length
  const words = new Map<string, WordColumn>()
  for (const [column, known] of store.words) {
    const list = [...new Set([...known.words, ...added.flatMap(({ values }) => values[column] ?? [])])]
    if (list.length > mostWords) return undefined
    const codeOf = new Map<string | null | undefined, number>(list.map((word, place) => [word, place + 1]))
    const codes = new Uint16Array(length)
    rebuild(known.codes, codes, { pieces, valueOf: (at) => [codeOf.get(added[at]?.values[column]) ?? 0] })
    words.set(column, { codes, words: list })
  }
  const days = new Map<string, Int32Array>()
  for (const [column, known] of store.days) {
    const into = new Int32Array(length)
    rebuild(known, into, { pieces, valueOf: (at) => [dayOf(added[at]?.values[column])] })
    days.set(column, into)
  }
  const ids = Buffer.allocUnsafe(length * bytesPerId)
  rebuild(store.ids, ids, { pieces, width: bytesPerId, valueOf: (at) => added[at]?.id ?? [] })
  const searches = new Map<string, Uint8Array>()
  for (const [search, known] of store.searches) {
    const found = new Uint8Array(length)
    rebuild(known, found, { pieces, valueOf: (at) => [Number(added[at]?.foundBy.includes(search) ?? false)] })
    searches.set(search, found)
  }
  return { newest: store.newest, length, ids, words, days, searches }
}

interface WordColumn {
  readonly codes: Uint16Array
  readonly words: readonly string[]
}

/** Rows of the old store from `from` up to `to`, then the added row `add`. */
interface Piece {
  readonly from: number
  readonly to: number
  readonly add?: number
}

function layOut(
  store: ColumnStore,
  removed: readonly number[],
  added: readonly { id: Buffer; day: number }[],
): Piece[] {
  const cuts = [
    ...removed.map((at) => ({ at, resume: at + 1, add: undefined })),
    ...added.map((row, add) => ({ at: placeFor(store, row), resume: undefined, add })),
    // Where a row was edited in place, it is put in before it is taken out.
  ].toSorted((a, b) => a.at - b.at || Number(a.add === undefined) - Number(b.add === undefined))
  const pieces: Piece[] = []
  let from = 0
  for (const { at, resume, add } of cuts) {
    pieces.push({ from, to: at, ...(add !== undefined && { add }) })
    from = resume ?? at
  }
  return [...pieces, { from, to: store.length }]
}

function rebuild<Column extends Uint8Array | Uint16Array | Int32Array>(
  old: Column,
  into: Column,
  {
    pieces,
    width = 1,
    valueOf,
  }: { pieces: readonly Piece[]; width?: number; valueOf: (added: number) => ArrayLike<number> },
): void {
  let at = 0
  for (const { from, to, add } of pieces) {
    into.set(old.subarray(from * width, to * width), at)
    at += (to - from) * width
    if (add === undefined) continue
    into.set(valueOf(add), at)
    at += width
  }
}

/** How many rows stand before this one. */
function placeFor(store: ColumnStore, row: { id: Buffer; day: number }): number {
  const days = daysIn(store, store.newest)
  let [low, high] = [0, store.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const day = days[middle] ?? noDay
    const isBefore = day === row.day ? compareId(store, middle, row.id) < 0 : day > row.day
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

/** Places of the rows among these that are there, in order. One pass: the last two bytes of an id are random and tell nearly all others apart. */
function findRows(store: ColumnStore, changed: readonly ChangedRow[]): number[] {
  const wanted = new Set(changed.map(({ id }) => idBytes(id).toString('hex')))
  const isEnd = new Uint8Array(65_536)
  for (const id of wanted) isEnd[Number.parseInt(id.slice(-4), 16)] = 1
  const found: number[] = []
  for (let row = 0, at = bytesPerId - 2; row < store.length; row += 1, at += bytesPerId) {
    const end = ((store.ids[at] ?? 0) << 8) | (store.ids[at + 1] ?? 0)
    if (isEnd[end] === 1 && wanted.has(store.ids.toString('hex', at + 2 - bytesPerId, at + 2))) found.push(row)
  }
  return found
}

function compareId({ ids }: ColumnStore, row: number, id: Buffer): number {
  return ids.compare(id, 0, bytesPerId, row * bytesPerId, (row + 1) * bytesPerId)
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function dayOf(day: string | null | undefined): number {
  return day ? dayNumber(day) : noDay
}

/** Days since `dayZero`. */
export function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayZero}T00:00:00Z`)) / 86_400_000
}

export function wordsIn({ words }: ColumnStore, column: string): WordColumn {
  const known = words.get(column)
  if (!known) throw new Error(`${column} is no column of words here`)
  return known
}

export function daysIn({ days }: ColumnStore, column: string): Int32Array {
  const known = days.get(column)
  if (!known) throw new Error(`${column} is no column of days here`)
  return known
}
