import type { PaperCollection } from '#contract/books/papers.ts'

/** What papers belong to, and the screen they are kept on (`historyId` of its state), where what is done here is taken back. */
export interface PapersTarget {
  readonly collection: PaperCollection
  readonly wholeId: string
  readonly historyId: string
}
