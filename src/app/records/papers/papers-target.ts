import type { PaperCollection } from '#contract/books/papers.ts'

/**
 * What documents belong to, and the screen whose undo history takes changes to them (`historyId` of
 * its state).
 */
export interface PapersTarget {
  readonly collection: PaperCollection
  readonly wholeId: string
  readonly historyId: string
}
