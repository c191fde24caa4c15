import { useSyncExternalStore } from 'react'
import type { Office } from '#domain/office-words.ts'

/** Until anything is known. */
export const nobody: Office = {
  ...{ version: 0, name: '', letter_mark: '', scrivener_title: '', scrivener: '', registration_number: '' },
  ...{ address: '', telephone: '', fax: '', email: '', hours: '', account: '' },
  ...{ seal_letters: '', seal_image: null, seal_strokes: [] },
}

let shown = nobody
let drawn: Office | null = null
const listeners = new Set<() => void>()

/** The office as this device knows it, outside of what React draws. */
export function currentOffice(): Office {
  return shown
}

/** The office, drawn anew whenever it changes. While a page that was drawn elsewhere is taken over, it is the one that page was drawn with. */
export function useOffice(): Office {
  return useSyncExternalStore(listen, currentOffice, () => drawn ?? shown)
}

/** session/follow-office.ts finds out. */
export function setOffice(office: Office): void {
  shown = office
  for (const tell of listeners) tell()
}

/** What the page was drawn with, or is about to be. */
export function setDrawnOffice(office: Office): void {
  drawn = office
  setOffice(office)
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
