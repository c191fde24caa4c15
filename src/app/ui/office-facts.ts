import { useSyncExternalStore } from 'react'
import type { KnownOffice } from '#domain/office/office-words.ts'

/** Until anything is known. */
export const nobody: KnownOffice = {
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
}

let shown = nobody
let drawn: KnownOffice | null = null
const listeners = new Set<() => void>()

/** The office as this device knows it, outside of what React draws. */
export function currentOffice(): KnownOffice {
  return shown
}

/** The office, drawn anew whenever it changes. While a page that was drawn elsewhere is taken over, it is the one that page was drawn with. */
export function useOffice(): KnownOffice {
  return useSyncExternalStore(listen, currentOffice, () => drawn ?? shown)
}

/** session/follow-office.ts finds out. */
export function setOffice(office: KnownOffice): void {
  shown = office
  for (const notify of listeners) notify()
}

/** What the page was drawn with, or is about to be. */
export function setDrawnOffice(office: KnownOffice): void {
  drawn = office
  setOffice(office)
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
