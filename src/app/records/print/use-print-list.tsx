import { useRef, useState, type ReactNode } from 'react'
import { stoppedLeftOutText } from '#domain/keeping/stopped-words.ts'
import { useSession } from '#app/session/session-store.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { printPaper } from '#app/ui/print/print-paper.ts'
import { useOwnPrint } from '#app/ui/print/use-own-print.ts'
import { bookToast } from '../actions/outcome-words.ts'
import type { ExportOrder } from '../excel/export-records.ts'
import { plainExportOrder } from '../excel/plain-export-order.ts'
import { exportFailedText, sheetWordsOf } from '../excel/sheet-words.ts'
import { useExcelExport } from '../excel/use-excel-export.ts'
import { groupedBy } from '../groups/group-question.ts'
import { gatherGroups } from './gather-groups.ts'
import { gatherRows, type PrintedRows } from './gather-rows.ts'
import { laidList } from './laid-list.ts'
import {
  listLines,
  listPaper,
  printedColumns,
  type ListLines,
  type ListPrintExtras,
  type PrintedScreen,
} from './list-paper.ts'
import type { PrintPlan } from './print-plan.ts'
import { PrintQuestion } from './print-question.tsx'

export interface ListPrintOptions {
  /** What the screen has to say beside its list; asked at the moment of use. */
  extras?: () => ListPrintExtras
  /** What Excel is offered instead of many pages; absent: the fields of the description. */
  exportOrder?: () => ExportOrder | Promise<ExportOrder>
  /** Columns as they are for every row, where the screen's own know those that it shows only. */
  columns?: (shown: readonly Column[]) => Promise<readonly Column[]>
}

export interface ListPrint {
  /** What is going on and can be cancelled: `인쇄 취소 (40%)`. Null at rest. */
  readonly running: string | null
  /** 인쇄, or its cancelling. */
  press(): void
  /** To be drawn beside the button: what may have to be asked first. */
  readonly questions: ReactNode
}

/** Prints what a list's filters find: all of its rows, in the columns that are shown (Ctrl+P too). */
export function usePrintList(screen: PrintedScreen, options: ListPrintOptions = {}): ListPrint {
  const { copy, toast, layout } = screen
  const words = sheetWordsOf(screen.book.description)
  const by = useSession().user?.nickname ?? ''
  const [progress, setProgress] = useState<number | null>(null)
  const grouped = groupedBy(screen)
  const [question, setQuestion] = useState<ListLines | null>(null)
  const running = useRef<AbortController | null>(null)
  const excel = useExcelExport({
    copy,
    order: options.exportOrder ?? (() => plainExportOrder(screen)),
    onDone: (note) => toast.success(words.exported + note, bookToast),
    onFailed: (reason) => toast.error(exportFailedText(words, reason)),
  })

  function paperOf({ lines, fit }: PrintPlan) {
    const extras = options.extras?.() ?? {}
    return listPaper(screen, lines, { fit, by, extras, ...(grouped && { noun: '개 묶음' }) })
  }

  async function gather(signal: AbortSignal): Promise<{ columns: readonly Column[]; printed: PrintedRows }> {
    const { query, book } = screen
    if (grouped) return { columns: grouped.columns, printed: await gatherGroups(copy, book, grouped) }
    const shown = printedColumns(screen)
    const columns = (await options.columns?.(shown)) ?? shown
    const need = { copy, collection: book.collection, query, columns, signal, onProgress: setProgress }
    return { columns, printed: await gatherRows(need) }
  }

  async function run() {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    try {
      const { columns, printed } = await gather(abort.signal)
      const lines = listLines(columns, printed, options.extras?.().isSummed)
      if (lines.rows.length === 0) {
        const why = lines.leftOut > 0 ? ` ${stoppedLeftOutText}` : ''
        toast.info(`인쇄할 내용이 없습니다.${why}`, bookToast)
        return
      }
      setQuestion(lines)
    } catch {
      if (!abort.signal.aborted) toast.error('인쇄할 내용을 모으지 못했습니다. 다시 시도해 주세요.', bookToast)
    } finally {
      running.current = null
      setProgress(null)
    }
  }

  function ask() {
    if (!running.current && !question) void run()
  }

  useOwnPrint({ ask, laid: () => (grouped ? null : laidList(screen, { by, extras: options.extras?.() ?? {} })) })
  const close = () => setQuestion(null)
  return {
    running: runningText(progress, excel.progress),
    press() {
      if (excel.progress !== null) excel.cancel()
      else if (running.current) running.current.abort()
      else ask()
    },
    questions: question ? (
      <PrintQuestion
        title={screen.label}
        lines={question}
        paperOf={paperOf}
        onClose={close}
        onColumns={() => (close(), layout.openManager())}
        onExcel={() => (close(), excel.run())}
        onPrint={(paper) => (close(), void printPaper(paper))}
      />
    ) : null,
  }
}

function runningText(print: number | null, excel: number | null): string | null {
  if (excel !== null) return `내보내기 취소 (${Math.round(excel * 100)}%)`
  return print === null ? null : `인쇄 취소 (${Math.round(print * 100)}%)`
}
