/**
 * Creates version 7 UUIDs (RFC 9562 section 5.7, method 1): 48 bits of milliseconds, a twelve-bit
 * counter with a random start, then random bits. Ids of one maker strictly increase, even within a
 * millisecond and when the clock is set back. Nothing sorts by them; it keeps indexes compact and
 * rows created together in order. `random` returns eight fresh random bytes.
 */
export function createIdMaker(now: () => number, random: () => Uint8Array): () => string {
  let lastTime = 0
  let counter = 0
  return () => {
    const time = now()
    counter = time > lastTime ? pickCounterStart(random()) : counter + 1
    lastTime = Math.max(time, lastTime)
    if (counter > 0xfff) {
      lastTime += 1
      counter = pickCounterStart(random())
    }
    return formatId(lastTime, counter, random())
  }
}

/** Starts in the lower half, so that at least 2,048 ids fit into a millisecond. */
function pickCounterStart(random: Uint8Array): number {
  return (((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0x7ff
}

function formatId(time: number, counter: number, random: Uint8Array): string {
  const head = time.toString(16).padStart(12, '0')
  const variant = ((random[0] ?? 0) & 0x3f) | 0x80
  let tail = byteTexts[variant] ?? ''
  for (let index = 1; index < 8; index += 1) tail += byteTexts[random[index] ?? 0] ?? ''
  return `${head.slice(0, 8)}-${head.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
