import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Reading } from './find-everything.ts'

/** The matches of a text in everything on this device. */
export interface FoundEverything {
  /** The searched text. */
  readonly text: string
  readonly reading: Reading | null
  /** Books with matches, best first. */
  readonly books: readonly FoundInBook[]
  /**
   * Why some searchable records are missing here: still arriving, unreachable, or not held on this
   * device.
   */
  readonly lacks: 'coming' | 'absent' | 'unheld' | null
}

export interface FoundInBook {
  readonly collection: CollectionName
  readonly count: number
  /** The best matches. */
  readonly records: readonly FoundRecord[]
}

export interface FoundRecord {
  readonly row: SourceRow
  /** The record it is a part of and shown with; null: it is shown alone. */
  readonly whole: { readonly collection: CollectionName; readonly row: SourceRow } | null
}
