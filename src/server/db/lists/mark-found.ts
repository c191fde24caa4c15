import type { Buffer } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { bytesPerId, type ColumnStore } from './column-store.ts'

/**
 * 1 for each row of the store whose id is among `found` (16 bytes each, in any order). Half a million ids among a million rows take a tenth of a second, so others
 * get their turns in between.
 */
export async function markFound(
  { ids, length }: Pick<ColumnStore, 'ids' | 'length'>,
  found: Buffer,
): Promise<Uint8Array> {
  const marks = new Uint8Array(length)
  const count = found.length / bytesPerId
  // Open addressing, half empty: place → index of a found id, counted from 1.
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 2))
  const table = new Int32Array(size)
  await inTurns(count, (index) => {
    let place = hashAt(found, index) & (size - 1)
    while (table[place] !== 0) place = (place + 1) & (size - 1)
    table[place] = index + 1
  })
  await inTurns(length, (row) => {
    let place = hashAt(ids, row) & (size - 1)
    for (let index = table[place] ?? 0; index !== 0; index = table[place] ?? 0) {
      if (isSame(ids, row, { found, index: index - 1 })) {
        marks[row] = 1
        return
      }
      place = (place + 1) & (size - 1)
    }
  })
  return marks
}

async function inTurns(count: number, act: (index: number) => void): Promise<void> {
  for (let start = 0; start < count; start += perTurn) {
    const end = Math.min(count, start + perTurn)
    for (let index = start; index < end; index += 1) act(index)
    if (end < count) await setImmediate()
  }
}

const perTurn = 50_000

/** The last four bytes of an id are random. */
function hashAt(ids: Buffer, row: number): number {
  return ids.readInt32LE(row * bytesPerId + 12)
}

function isSame(ids: Buffer, row: number, { found, index }: { found: Buffer; index: number }): boolean {
  const [left, right] = [row * bytesPerId, index * bytesPerId]
  for (let at = 12; at >= 0; at -= 4) if (ids.readInt32LE(left + at) !== found.readInt32LE(right + at)) return false
  return true
}
