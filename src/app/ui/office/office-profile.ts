import { useSyncExternalStore } from 'react'
import type { KnownOffice } from '#domain/office/office-texts.ts'

/** Used until the office is known. */
export const unknownOffice: KnownOffice = {
  version: 0,
  name: '',
  letter_mark: '',
  scrivener_title: '',
  scrivener: '',
  registration_number: '',
  address: '',
  telephone: '',
  fax: '',
  email: '',
  hours: '',
  account: '',
  seal_letters: '',
  seal_image: null,
  seal_strokes: [],
  fees: [],
  taxes: [],
}

let knownOffice = unknownOffice
let renderedOffice: KnownOffice | null = null
const listeners = new Set<() => void>()

/** The office as known on this device, for code outside React. */
export function getOffice(): KnownOffice {
  return knownOffice
}

/** The office, re-rendering on changes. During hydration it is the one the server rendered with. */
export function useOffice(): KnownOffice {
  return useSyncExternalStore(subscribe, getOffice, () => renderedOffice ?? knownOffice)
}

/** Called by office/follow-office.ts. */
export function setOffice(office: KnownOffice): void {
  knownOffice = office
  for (const notify of listeners) notify()
}

/** Sets the office the page was or will be rendered with. */
export function setRenderedOffice(office: KnownOffice): void {
  renderedOffice = office
  setOffice(office)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
