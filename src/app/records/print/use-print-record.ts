import type { SourceRow } from '#contract/records/row-source.ts'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { Paper } from '#app/ui/print/paper.ts'
import { printPaper } from '#app/ui/print/print-paper.ts'
import { captionOfRow, type RecordBook } from '../record-book.ts'
import { readWholeHistory, recordPaper } from './record-paper.ts'

/** Prints one stored record; `withHistory` also reads and prints its history. */
export function usePrintRecord(
  book: RecordBook,
  columns: readonly Column[],
): { layout(row: SourceRow): Paper; print(row: SourceRow, withHistory: boolean): void } {
  const api = useApi()
  const by = useSession().user?.nickname ?? ''
  const { description, collection } = book
  const about = (row: SourceRow) => ({ collection, caption: captionOfRow(book, row), description, columns, row, by })
  async function print(row: SourceRow, withHistory: boolean) {
    const history = withHistory ? await readWholeHistory(api, collection, row.id) : null
    await printPaper(recordPaper({ ...about(row), history }))
  }
  return {
    layout: (row) => recordPaper({ ...about(row), history: null }),
    print: (row, withHistory) => void print(row, withHistory),
  }
}
