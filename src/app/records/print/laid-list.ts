import type { SourceRow } from '#contract/row-source.ts'
import type { Paper } from '#app/ui/print/paper.ts'
import { rowsAtHand } from './gather-rows.ts'
import { listLines, listPaper, printedColumns, type ListPrintExtras, type PrintedScreen } from './list-paper.ts'
import { emptyColumnsChoice, planPrint } from './print-plan.ts'

/**
 * A list for a print that the browser began by itself, which waits for nothing: the rows that are on the screen's side already, and a line that says so when others are
 * missing. Null while there are none.
 */
export function laidList(screen: PrintedScreen, { by, extras }: { by: string; extras: ListPrintExtras }): Paper | null {
  const { whole } = screen.source
  const { total } = whole.getState()
  const rows = Array.from({ length: total }, (_, at) => whole.rowAt(at)).filter(
    (row): row is SourceRow => row !== undefined,
  )
  if (rows.length === 0) return null
  const columns = printedColumns(screen)
  const all = listLines(columns, rowsAtHand(columns, rows), extras.isSummed)
  const { lines, fit, unfitting } = planPrint(all, emptyColumnsChoice.read())
  const missing = total - rows.length + unfitting.length
  const facts = missing === 0 ? [] : [`일부만 담겼습니다 (전체 ${total.toLocaleString('ko-KR')}건). ${askApp}`]
  return listPaper(screen, lines, { fit, by, extras: { ...extras, facts: [...facts, ...(extras.facts ?? [])] } })
}

const askApp = '모두 인쇄하려면 화면의 인쇄 버튼이나 Ctrl+P를 눌러 주세요.'
