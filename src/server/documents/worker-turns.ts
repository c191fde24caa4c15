/**
 * Maximum concurrent threads per kind in this process; the rest queue. A reading thread may take
 * 512 MB, a writing one stays small.
 */
const places = { read: 2, write: 4, pdf: 2, forms: 2 } as const

const taken = { read: 0, write: 0, pdf: 0, forms: 0 }
const waiting: Record<keyof typeof places, (() => void)[]> = { read: [], write: [], pdf: [], forms: [] }

/** Waits for a free slot and resolves to its release function; releasing twice is harmless. */
export async function takeTurn(kind: keyof typeof places): Promise<() => void> {
  if (taken[kind] >= places[kind]) await new Promise<void>((resolve) => waiting[kind].push(resolve))
  else taken[kind] += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const next = waiting[kind].shift()
    if (next) next()
    else taken[kind] -= 1
  }
}
