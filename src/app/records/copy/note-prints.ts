import { collectionNames } from '#contract/books/collections.ts'
import { onPaperOut } from '#app/ui/print/print-paper.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** Writes every paper that goes out into the trail, asked for by the app or by the browser's own menu. Whether the printer was then called off no page can know. Answers how to stop. */
export function notePrints({ seen }: Pick<OfflineCopy, 'seen'>): () => void {
  return onPaperOut(({ holds }) => {
    const { recordId, rows, fields, search, filters } = holds
    const collection = collectionNames.find((name) => name === holds.collection)
    seen.note({
      act: 'print',
      ...(collection && { collection }),
      ...(recordId && { recordId }),
      about: { rows, ...(fields && { fields: [...fields] }), ...(search && { search }), ...(filters && { filters }) },
    })
  })
}
