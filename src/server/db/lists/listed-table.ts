import type { CollectionName } from '#contract/records/collections.ts'
import type { WritableCollection } from '../writable-collection.ts'

/** A table that long lists are read from. Its rows stand under the alias `r` in every condition and order over it. */
export interface ListedTable {
  readonly collection: WritableCollection
  /** A change in any of these may change which rows a list holds, or their order. */
  readonly watched: readonly CollectionName[]
  /** Absent for a table that never grows long. */
  readonly picked?: PickedColumns
}

export type LongTable = ListedTable & { readonly picked: PickedColumns }

/** What a long table's lists are filtered by (db/lists/column-store.ts). Each column of words is the first of an index, or finding its words would read the whole table. */
export interface PickedColumns {
  readonly words: readonly string[]
  /** Of all the columns of words. */
  readonly type: 'text' | 'uuid'
  readonly days: readonly string[]
  /** The one of the days that the lists stand in the order of, newest first, empty ones last, then by id. */
  readonly newest: string
}
