import type { Book } from '#contract/books/field.ts'
import { listSheetWordings, type SheetWordings } from '#contract/books/wordings.ts'

/** What is said when a sheet of this book has gone out or come in, or failed to. */
export function sheetWordsOf({ sheetWords = listSheetWordings }: Pick<Book, 'sheetWords'>): SheetWordings {
  return sheetWords
}

/** Of a sheet that failed to go out. */
export function exportFailedText({ exportFailed }: SheetWordings, reason: string): string {
  return exportFailed.replace('{reason}', () => reason)
}
