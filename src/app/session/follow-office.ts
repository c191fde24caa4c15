import { officePath } from '#contract/office-words.ts'
import type { KnownOffice } from '#domain/office-words.ts'
import { currentOffice, setDrawnOffice, setOffice } from '../ui/office-facts.ts'
import { isOffice } from './office-shape.ts'

/** Of the device, not of a person: everybody may know it. */
const key = 'office'

/** Whoever comes back to a window is told of a change after so long. */
const askedAnewMs = 30_000

let drawnWith = ''
let askedAt = -Infinity

/**
 * Before anything is drawn: the office of the page itself (`given`), or the newer one that this device was told of since a service worker kept that page. Only a page that
 * neither names is waited for.
 */
export async function startOffice(given: unknown): Promise<void> {
  const drawn = isOffice(given) ? given : null
  const kept = readKept()
  drawnWith = drawn ? textOf(drawn) : ''
  if (drawn) setDrawnOffice(drawn)
  // Straight from the server.
  const isFresh = drawn !== null && !navigator.serviceWorker?.controller
  if (isFresh) keep(drawn)
  else if (kept && kept.version >= (drawn?.version ?? 0)) setOffice(kept)
  if (!isFresh && !drawn && !kept) await refreshOffice()
  else if (!isFresh) void refreshOffice()
  followChanges()
}

/** The office as the server has just told it, on this page and on every later one of this device. */
export function takeOffice(told: KnownOffice): void {
  const office = { ...told, account: '' }
  const text = textOf(office)
  keep(office)
  if (text !== textOf(currentOffice())) setOffice(office)
  // The pages that the worker keeps say what they said when it stored them.
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

/** The same for the same office, in whatever order its facts come. */
function textOf(office: KnownOffice): string {
  return JSON.stringify(Object.entries(office).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Asks the server: on every page, and where something that the office is shown with has just been changed. */
export async function refreshOffice(): Promise<void> {
  askedAt = Date.now()
  try {
    const answer: unknown = await (await fetch(officePath)).json()
    if (isOffice(answer)) takeOffice(answer)
  } catch {
    // No network: it stays as it was.
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
    // No room: asked for at the next visit.
  }
}
