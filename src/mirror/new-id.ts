/**
 * A new UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, then a counter that starts at random each millisecond, then chance. Ids made in one place
 * rise, also within a millisecond and when the clock is set back; nothing orders by them, it only keeps indexes compact.
 */
export function newId(): string {
  const now = Date.now()
  const random = crypto.getRandomValues(new Uint8Array(10))
  if (now > last.time) last = { time: now, count: (((random[8] ?? 0) << 8) | (random[9] ?? 0)) & 0x7ff }
  else last = last.count < 0xfff ? { time: last.time, count: last.count + 1 } : { time: last.time + 1, count: 0 }
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const time = last.time.toString(16).padStart(12, '0')
  const count = last.count.toString(16).padStart(3, '0')
  const tail = Array.from(random.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

let last = { time: 0, count: 0 }
