import type { Book } from '#contract/books/field.ts'
import { listSheetWordings, type SheetWordings } from '#contract/books/wordings.ts'

/** Texts for a finished or failed export or import of this book. */
export function sheetWordsOf({ sheetWords = listSheetWordings }: Pick<Book, 'sheetWords'>): SheetWordings {
  return sheetWords
}

/** Text for a failed export. */
export function exportFailedText({ exportFailed }: SheetWordings, reason: string): string {
  return exportFailed.replace('{reason}', () => reason)
}
