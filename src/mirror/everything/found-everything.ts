import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Reading } from './find-everything.ts'

/** What a text finds in all that is on this device. */
export interface FoundEverything {
  /** What was asked. */
  readonly text: string
  readonly reading: Reading | null
  /** What found something, best first. */
  readonly books: readonly FoundInBook[]
  /** Some of what may hold it is not on this device: on its way, out of reach without a network, or not to be held here. */
  readonly lacks: 'coming' | 'absent' | 'unheld' | null
}

export interface FoundInBook {
  readonly collection: CollectionName
  readonly count: number
  /** The best of them. */
  readonly records: readonly FoundRecord[]
}

export interface FoundRecord {
  readonly row: SourceRow
  /** What it is a part of and is seen with; null: it stands by itself. */
  readonly whole: { readonly collection: CollectionName; readonly row: SourceRow } | null
}
