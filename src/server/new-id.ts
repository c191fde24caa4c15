import { randomFillSync } from 'node:crypto'
import { createIdMaker } from '#domain/devices/id-maker.ts'

/** A new UUIDv7, for everything one process of the server makes. */
export const newId = createIdMaker(() => Date.now(), eightRandomBytes)

const pool = Buffer.alloc(4096)
let taken = pool.length

/** Asking the system for a page of them costs as much as asking for eight, and every request has an id. */
function eightRandomBytes(): Uint8Array {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += 8
  return pool.subarray(taken - 8, taken)
}
