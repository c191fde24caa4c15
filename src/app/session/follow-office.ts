import { officePath } from '#contract/office/office-words.ts'
import type { KnownOffice } from '#domain/office/office-words.ts'
import { currentOffice, setDrawnOffice, setOffice } from '../ui/office-facts.ts'
import { isOffice } from './office-shape.ts'

/** Public data; belongs to the device, not to a user. */
const key = 'office'

/** Minimum age before a return to the window asks the server again. */
const askedAnewMs = 30_000

let drawnWith = ''
let askedAt = -Infinity

/**
 * Runs before the first render. Uses the office embedded in the page (`given`), or the newer one
 * this device stored after a service worker cached that page. Waits for the server only when there
 * is neither.
 */
export async function startOffice(given: unknown): Promise<void> {
  const drawn = isOffice(given) ? given : null
  const kept = readKept()
  drawnWith = drawn ? textOf(drawn) : ''
  if (drawn) setDrawnOffice(drawn)
  // The page comes straight from the server, not from a service worker's cache.
  const isFresh = drawn !== null && !navigator.serviceWorker?.controller
  if (isFresh) keep(drawn)
  else if (kept && kept.version >= (drawn?.version ?? 0)) setOffice(kept)
  if (!isFresh && !drawn && !kept) await refreshOffice()
  else if (!isFresh) void refreshOffice()
  followChanges()
}

/** Applies the office the server just sent, on this page and on later ones of this device. */
export function takeOffice(told: KnownOffice): void {
  const office = { ...told, account: '' }
  const text = textOf(office)
  keep(office)
  if (text !== textOf(currentOffice())) setOffice(office)
  // Cached pages still show the office as it was when the worker stored them, so the worker fetches
  // them again.
  if (text !== drawnWith) navigator.serviceWorker?.controller?.postMessage({ type: 'DRAW_ANEW' })
}

function followChanges(): void {
  addEventListener('storage', (event) => {
    const told = event.key === key ? readKept() : null
    if (told) setOffice(told)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > askedAnewMs) void refreshOffice()
  })
}

/** Same text for the same office, independent of key order. */
function textOf(office: KnownOffice): string {
  return JSON.stringify(Object.entries(office).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Asks the server. Runs on every page, and after a change to the office's settings. */
export async function refreshOffice(): Promise<void> {
  askedAt = Date.now()
  try {
    const answer: unknown = await (await fetch(officePath)).json()
    if (isOffice(answer)) takeOffice(answer)
  } catch {
    // No network: keep the current office.
  }
}

function readKept(): KnownOffice | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isOffice(kept) ? kept : null
  } catch {
    return null
  }
}

function keep(office: KnownOffice): void {
  try {
    localStorage.setItem(key, JSON.stringify(office))
  } catch {
    // Storage is full: the next visit asks the server again.
  }
}
