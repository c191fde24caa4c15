import { officePath } from '#contract/office-words.ts'
import type { Office } from '#domain/office-words.ts'
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
  if (!isFresh && !drawn && !kept) await ask()
  else if (!isFresh) void ask()
  followChanges()
}

/** The office as the server has just told it, on this page and on every later one of this device. */
export function takeOffice(told: Office): void {
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
    if (document.visibilityState === 'visible' && Date.now() - askedAt > askedAnewMs) void ask()
  })
}

/** The same for the same office, in whatever order its facts come. */
function textOf(office: Office): string {
  return JSON.stringify(office, Object.keys(office).toSorted())
}

async function ask(): Promise<void> {
  askedAt = Date.now()
  try {
    const answer: unknown = await (await fetch(officePath)).json()
    if (isOffice(answer)) takeOffice(answer)
  } catch {
    // No network: it stays as it was.
  }
}

function readKept(): Office | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isOffice(kept) ? kept : null
  } catch {
    return null
  }
}

function keep(office: Office): void {
  try {
    localStorage.setItem(key, JSON.stringify(office))
  } catch {
    // No room: asked for at the next visit.
  }
}
