/**
 * Maximum concurrent threads per kind in this process; the rest queue. A reading thread may take
 * 512 MB, a writing one stays small.
 */
const maxActive = { read: 2, write: 4, pdf: 2, forms: 2 } as const

const active = { read: 0, write: 0, pdf: 0, forms: 0 }
const waiting: Record<keyof typeof maxActive, (() => void)[]> = { read: [], write: [], pdf: [], forms: [] }

/** Waits for a free slot and resolves to its release function; releasing twice is harmless. */
export async function acquireSlot(kind: keyof typeof maxActive): Promise<() => void> {
  if (active[kind] >= maxActive[kind]) await new Promise<void>((resolve) => waiting[kind].push(resolve))
  else active[kind] += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const next = waiting[kind].shift()
    if (next) next()
    else active[kind] -= 1
  }
}
