import type { CollectionName } from '#contract/records/collections.ts'
import type { WritableCollection } from '../writable-collection.ts'

/** A table that long lists are read from. Its rows stand under the alias `r` in every condition and order over it. */
export interface ListedTable {
  readonly collection: WritableCollection
  /** A change in any of these may change which rows a list holds, or their order. */
  readonly watched: readonly CollectionName[]
}
