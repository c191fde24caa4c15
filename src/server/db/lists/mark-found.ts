import type { Buffer } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { ColumnStore } from './column-store.ts'

/**
 * 1 for each row of the store whose id is among `found` (16 bytes each, in any order). Half a million ids among a million rows take a tenth of a second, so others
 * get their turns in between.
 */
export async function markFound(
  { ids, length }: Pick<ColumnStore, 'ids' | 'length'>,
  found: Buffer,
): Promise<Uint8Array> {
  const marks = new Uint8Array(length)
  const [rows, wanted] = [quartersOf(ids), quartersOf(found)]
  const count = wanted.length / 4
  // Open addressing, half empty: place → index of a found id, counted from 1. The last quarter of an id is random.
  const last = 2 ** Math.ceil(Math.log2(count * 2 + 2)) - 1
  const table = new Int32Array(last + 1)
  await inTurns(count, (start, end) => {
    for (let index = start; index < end; index += 1) {
      let place = (wanted[index * 4 + 3] ?? 0) & last
      while (table[place] !== 0) place = (place + 1) & last
      table[place] = index + 1
    }
  })
  await inTurns(length, (start, end) => {
    for (let row = start; row < end; row += 1) {
      let place = (rows[row * 4 + 3] ?? 0) & last
      while (table[place] !== 0 && !isSame(rows, row * 4, { wanted, at: ((table[place] ?? 0) - 1) * 4 })) {
        place = (place + 1) & last
      }
      marks[row] = Number(table[place] !== 0)
    }
  })
  return marks
}

async function inTurns(count: number, act: (start: number, end: number) => void): Promise<void> {
  for (let start = 0; start < count; start += perTurn) {
    act(start, Math.min(count, start + perTurn))
    await setImmediate()
  }
}

const perTurn = 50_000

/** An id as four numbers. */
function quartersOf(ids: Buffer): Int32Array {
  const aligned = ids.byteOffset % 4 === 0 ? ids : Uint8Array.from(ids)
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
}

function isSame(rows: Int32Array, row: number, { wanted, at }: { wanted: Int32Array; at: number }): boolean {
  return (
    rows[row + 3] === wanted[at + 3] &&
    rows[row + 2] === wanted[at + 2] &&
    rows[row + 1] === wanted[at + 1] &&
    rows[row] === wanted[at]
  )
}
