import { randomFillSync } from 'node:crypto'
import { createIdMaker } from '#domain/devices/id-maker.ts'

/** A new UUIDv7, for everything this process creates. */
export const newId = createIdMaker(() => Date.now(), eightRandomBytes)

const pool = Buffer.alloc(4096)
let used = pool.length

/**
 * Draws random bytes in batches: 4 KB from the system cost as much as eight bytes, and every
 * request needs an id.
 */
function eightRandomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 8
  return pool.subarray(used - 8, used)
}
