const firstMs = 1_000
/** Maximum pause of our own choosing. */
export const maxBackoffMs = 300_000

/** Maximum wait: a server that asks for a day is asked again after an hour. */
export const maxWaitMs = 3_600_000

/**
 * Milliseconds until the next attempt: 1 s doubled per failure up to 5 minutes (or `maxMs`), full
 * jitter, never less than the server asked for.
 */
export function backoffMs(
  failures: number,
  random: number,
  bounds: { retryAfterMs?: number | null; minMs?: number; maxMs?: number } = {},
): number {
  const { retryAfterMs, minMs = 0, maxMs = maxBackoffMs } = bounds
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20))
  return Math.min(maxWaitMs, Math.max(Math.ceil(random * ceiling), minMs, retryAfterMs ?? 0))
}

/**
 * True for a time in the past, or further away than any wait, which means the clock was set back.
 */
export function isDue(nextTryAt: number, now: number): boolean {
  return nextTryAt <= now || nextTryAt > now + maxWaitMs
}
