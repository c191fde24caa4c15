import { randomFillSync } from 'node:crypto'

/**
 * A new UUIDv7 (RFC 9562 §5.7, method 1). Ids made by one process rise strictly, also within a millisecond: twelve bits after
 * the time count up from a random start, so that rows made together keep their order in the primary key.
 */
export function newId(): string {
  const now = Date.now()
  counter = now > lastTime ? startOfMillisecond() : counter + 1
  lastTime = Math.max(now, lastTime)
  if (counter > 0xfff) {
    lastTime += 1
    counter = startOfMillisecond()
  }
  const time = lastTime.toString(16).padStart(12, '0')
  const random = eightRandomBytes()
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString('hex')
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}`
  return `${head}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** Asking the system for a page of them costs as much as asking for eight, and every request has an id. */
function eightRandomBytes(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += 8
  return pool.subarray(taken - 8, taken)
}

const pool = Buffer.alloc(4096)
let taken = pool.length

let lastTime = 0
let counter = 0

function startOfMillisecond(): number {
  return (randomFillSync(new Uint16Array(1))[0] ?? 0) & 0x7ff
}
