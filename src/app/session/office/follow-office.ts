import { deviceStorage, parseStoredJson } from '#app/ui/browser/device-storage.ts'
import { getOffice, setOffice, setRenderedOffice, unknownOffice } from '#app/ui/office/office-profile.ts'
import { officePath } from '#contract/office/office-paths.ts'
import type { KnownOffice } from '#domain/office/office-texts.ts'

/** Public data; belongs to the device, not to a user. */
const officeKey = 'office'

/** Minimum age before a return to the window fetches from the server again. */
const refetchAfterMs = 30_000

let renderedOfficeText = ''
let fetchedAt = -Infinity

/**
 * Runs before the first render. Uses the office embedded in the page (`pageOffice`), or the newer
 * one this device stored after a service worker cached that page. Waits for the server only when
 * there is neither.
 */
export async function startOffice(pageOffice: unknown): Promise<void> {
  const renderedOffice = isOffice(pageOffice) ? pageOffice : null
  const stored = readStored()
  renderedOfficeText = renderedOffice ? serializeOffice(renderedOffice) : ''
  if (renderedOffice) setRenderedOffice(renderedOffice)
  // The page comes straight from the server, not from a service worker's cache.
  const isFromServer = renderedOffice !== null && !navigator.serviceWorker?.controller
  if (isFromServer) storeOffice(renderedOffice)
  else if (stored && stored.version >= (renderedOffice?.version ?? 0)) setOffice(stored)
  if (!isFromServer && !renderedOffice && !stored) await refreshOffice()
  else if (!isFromServer) void refreshOffice()
  watchChanges()
}

/** Applies the office the server just sent, on this page and on later ones of this device. */
export function applyOffice(received: KnownOffice): void {
  const office = { ...received, account: '' }
  const text = serializeOffice(office)
  storeOffice(office)
  if (text !== serializeOffice(getOffice())) setOffice(office)
  // Cached pages still show the office as it was when the worker stored them, so the worker fetches
  // them again.
  if (text !== renderedOfficeText) navigator.serviceWorker?.controller?.postMessage({ type: 'DRAW_ANEW' })
}

function watchChanges(): void {
  addEventListener('storage', (event) => {
    const received = event.key === officeKey ? readStored() : null
    if (received) setOffice(received)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - fetchedAt > refetchAfterMs) void refreshOffice()
  })
}

/** Same text for the same office, independent of key order. */
function serializeOffice(office: KnownOffice): string {
  return JSON.stringify(Object.entries(office).toSorted(([key], [other]) => (key < other ? -1 : 1)))
}

/**
 * Fetches the office from the server. Runs on every page, and after a change to the office's
 * settings.
 */
export async function refreshOffice(): Promise<void> {
  fetchedAt = Date.now()
  try {
    const response: unknown = await (await fetch(officePath)).json()
    if (isOffice(response)) applyOffice(response)
  } catch {
    // No network: keep the current office.
  }
}

function readStored(): KnownOffice | null {
  const stored = parseStoredJson(deviceStorage.getItem(officeKey))
  return isOffice(stored) ? stored : null
}

function storeOffice(office: KnownOffice): void {
  deviceStorage.setItem(officeKey, JSON.stringify(office))
}

/**
 * Whether a response matches office/office-settings.ts. Checked by hand because visitors don't load
 * zod; follow-office.test.ts keeps the two in step.
 */
export function isOffice(data: unknown): data is KnownOffice {
  if (typeof data !== 'object' || data === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...data }
  return (
    Number(fields['version']) > 0 &&
    Number.isInteger(fields['version']) &&
    areExamples(fields['fees'], ['price', 'fee']) &&
    areExamples(fields['taxes'], ['price', 'area', 'acquisition_tax', 'education_tax']) &&
    Object.entries(unknownOffice).every(
      ([key, sample]) => key === 'fees' || key === 'taxes' || hasSameType(fields[key], sample),
    )
  )
}

/**
 * A fact that is null in the empty office may be null or a string; others must have the same type.
 */
function hasSameType(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return sample === null ? value === null || typeof value === 'string' : typeof value === typeof sample
}

function areExamples(examples: unknown, sums: readonly string[]): boolean {
  return Array.isArray(examples) && examples.every((example) => isExample(example, sums))
}

function isExample(value: unknown, sums: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return typeof fields['since'] === 'string' && sums.every((key) => isPositiveInteger(fields[key]))
}

function isPositiveInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
