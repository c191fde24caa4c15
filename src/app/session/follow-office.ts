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
 * Runs before the first render. Uses the office embedded in the page (`pageOffice`), or the newer
 * one this device stored after a service worker cached that page. Waits for the server only when
 * there is neither.
 */
export async function startOffice(pageOffice: unknown): Promise<void> {
  const renderedOffice = isOffice(pageOffice) ? pageOffice : null
  const stored = readStored()
  drawnWith = renderedOffice ? textOf(renderedOffice) : ''
  if (renderedOffice) setDrawnOffice(renderedOffice)
  // The page comes straight from the server, not from a service worker's cache.
  const isFromServer = renderedOffice !== null && !navigator.serviceWorker?.controller
  if (isFromServer) storeOffice(renderedOffice)
  else if (stored && stored.version >= (renderedOffice?.version ?? 0)) setOffice(stored)
  if (!isFromServer && !renderedOffice && !stored) await refreshOffice()
  else if (!isFromServer) void refreshOffice()
  followChanges()
}

/** Applies the office the server just sent, on this page and on later ones of this device. */
export function applyOffice(received: KnownOffice): void {
  const office = { ...received, account: '' }
  const text = textOf(office)
  storeOffice(office)
  if (text !== textOf(currentOffice())) setOffice(office)
  // Cached pages still show the office as it was when the worker stored them, so the worker fetches
  // them again.
  if (text !== drawnWith) navigator.serviceWorker?.controller?.postMessage({ type: 'DRAW_ANEW' })
}

function followChanges(): void {
  addEventListener('storage', (event) => {
    const received = event.key === key ? readStored() : null
    if (received) setOffice(received)
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
    if (isOffice(answer)) applyOffice(answer)
  } catch {
    // No network: keep the current office.
  }
}

function readStored(): KnownOffice | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isOffice(stored) ? stored : null
  } catch {
    return null
  }
}

function storeOffice(office: KnownOffice): void {
  try {
    localStorage.setItem(key, JSON.stringify(office))
  } catch {
    // Storage is full: the next visit asks the server again.
  }
}
