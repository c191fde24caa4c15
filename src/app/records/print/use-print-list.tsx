import { type ReactNode, useRef, useState } from 'react'
import { useSession } from '#app/session/session-store.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { PrintSheet } from '#app/ui/print/print-sheet.ts'
import { sendToPrinter, usePrintShortcut } from '#app/ui/print/send-to-printer.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { GroupedRecords, SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatWon } from '#domain/money/won.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { GroupQuery } from '#mirror/query/group-records.ts'
import { bookToast } from '../actions/outcome-texts.ts'
import { useExcelExport } from '../excel/export-button.tsx'
import { createPlainExport, type ExportRequest, formatExportFailed, getSheetWordings } from '../excel/export-records.ts'
import { buildGroupedView, type GroupedView } from '../groups/group-query.ts'
import type { RecordBook } from '../record-book.ts'
import { collectLoadedRows, formatPrinted, gatherRows, type PrintedRows } from './gather-rows.ts'
import {
  buildListLines,
  buildListPrint,
  emptyColumnsChoice,
  listPrintedColumns,
  type ListPrintExtras,
  planPrint,
  type PrintedScreen,
  type PrintPlan,
} from './list-print.ts'
import { type PrintableLines, PrintDialog } from './print-dialog.tsx'

/**
 * The list for a print started by the browser, which can't wait: only the rows already loaded, with
 * a note when others are missing. Null when none are loaded.
 */
function listLayout(screen: PrintedScreen, { by, extras }: { by: string; extras: ListPrintExtras }): PrintSheet | null {
  const { wholeSource } = screen.source
  const { total } = wholeSource.getState()
  const rows = Array.from({ length: total }, (_, index) => wholeSource.rowAt(index)).filter(
    (row): row is SourceRow => row !== undefined,
  )
  if (rows.length === 0) return null
  const columns = listPrintedColumns(screen)
  const all = buildListLines(columns, collectLoadedRows(columns, rows))
  const { lines, fit, cutColumns } = planPrint(all, emptyColumnsChoice.read())
  const missingCount = total - rows.length + cutColumns.length
  const facts = missingCount === 0 ? [] : [`일부만 담겼습니다 (전체 ${formatNumber(total)}건). ${printAllHint}`]
  return buildListPrint(screen, lines, { fit, by, extras: { ...extras, facts: [...facts, ...(extras.facts ?? [])] } })
}

const printAllHint = '모두 인쇄하려면 화면의 인쇄 버튼이나 Ctrl+P를 눌러 주세요.'

export interface ListPrintOptions {
  /** The screen's additions; read at the time of use. */
  extras?: () => ListPrintExtras
  /** Excel export offered instead of many pages; default: the fields of the description. */
  buildExport?: () => ExportRequest | Promise<ExportRequest>
  /** Columns for every row of the result, when the screen's own only cover the visible rows. */
  columns?: (shownColumns: readonly Column[]) => Promise<readonly Column[]>
}

interface ListPrint {
  /** Label of what is running and can be cancelled: `인쇄 취소 (40%)`. Null when idle. */
  readonly running: string | null
  /** Starts printing or cancels it. */
  onPress(): void
  /** Dialogs to render next to the button. */
  readonly dialogs: ReactNode
}

/** Prints all rows of a list that match its filters, in the visible columns (also with Ctrl+P). */
export function usePrintList(screen: PrintedScreen, options: ListPrintOptions = {}): ListPrint {
  const { copy, toast, layout } = screen
  const texts = getSheetWordings(screen.book)
  const by = useSession().user?.nickname ?? ''
  const [progress, setProgress] = useState<number | null>(null)
  const grouped = buildGroupedView(screen)
  const [linesToConfirm, setQuestion] = useState<PrintableLines | null>(null)
  const running = useRef<AbortController | null>(null)
  const excel = useExcelExport({
    copy,
    selection: screen.selection.value,
    buildExport: options.buildExport ?? (() => createPlainExport(screen)),
    onDone: (note) => toast.success(texts.exported + note, bookToast),
    onFailed: (reason) => toast.error(formatExportFailed(texts, reason)),
  })

  function buildPrint({ lines, fit }: PrintPlan) {
    const extras = options.extras?.() ?? {}
    return buildListPrint(screen, lines, { fit, by, extras, ...(grouped && { noun: '개 묶음' }) })
  }

  async function readRows(
    signal: AbortSignal,
  ): Promise<{ columns: readonly Column[]; all: PrintedRows; checked: PrintedRows | null }> {
    const { query, book, selectedCount } = screen
    if (grouped) return { columns: grouped.columns, all: await gatherGroups(copy, book, grouped), checked: null }
    const shownColumns = listPrintedColumns(screen)
    const columns = (await options.columns?.(shownColumns)) ?? shownColumns
    const selection = selectedCount === 0 ? null : screen.selection.value
    const deps = { copy, collection: book.collection, query, columns, selection, signal, onProgress: setProgress }
    return { columns, ...(await gatherRows(deps)) }
  }

  async function preparePrint() {
    const controller = new AbortController()
    running.current = controller
    setProgress(0)
    try {
      const { columns, all, checked } = await readRows(controller.signal)
      const lines = buildListLines(columns, all)
      if (lines.rows.length === 0) {
        const leftOutNote = lines.skipped > 0 ? ` ${stoppedLeftOutText}` : ''
        toast.info(`인쇄할 내용이 없습니다.${leftOutNote}`, bookToast)
        return
      }
      const checkedLines = checked && { ...buildListLines(columns, checked), areChecked: true as const }
      setQuestion({ all: lines, checked: checkedLines?.rows.length ? checkedLines : null })
    } catch {
      if (!controller.signal.aborted) toast.error('인쇄할 내용을 모으지 못했습니다. 다시 시도해 주세요.', bookToast)
    } finally {
      running.current = null
      setProgress(null)
    }
  }

  function startPrint() {
    if (!running.current && !linesToConfirm) void preparePrint()
  }

  usePrintShortcut({
    printRecord: startPrint,
    layout: () => (grouped ? null : listLayout(screen, { by, extras: options.extras?.() ?? {} })),
  })
  const close = () => setQuestion(null)
  return {
    running: describeRunning(progress, excel.progress),
    onPress() {
      if (excel.progress !== null) excel.cancel()
      else if (running.current) running.current.abort()
      else startPrint()
    },
    dialogs: linesToConfirm ? (
      <PrintDialog
        title={screen.label}
        {...linesToConfirm}
        buildPrint={buildPrint}
        onClose={close}
        onColumns={() => (close(), layout.openManager())}
        onExcel={() => (close(), excel.run())}
        onPrint={(printSheet) => (close(), void sendToPrinter(printSheet))}
      />
    ) : null,
  }
}

function describeRunning(print: number | null, excel: number | null): string | null {
  if (excel !== null) return `내보내기 취소 (${Math.round(excel * 100)}%)`
  return print === null ? null : `인쇄 취소 (${Math.round(print * 100)}%)`
}

/** The groups of a list as shown on the screen: a line each, and their total. */
async function gatherGroups(
  copy: OfflineCopy,
  { collection }: RecordBook,
  { groupQuery, columns, toGroupRow }: GroupedView,
): Promise<PrintedRows> {
  const { groups, count, sums } = await readGroups(copy, collection, groupQuery)
  const rows = groups.map((group) => columns.map((column) => formatPrinted(column, toGroupRow(group))))
  return { rows, totals: ['', formatNumber(count), ...sums.map(formatWon)], skipped: 0 }
}

/** The groups of a list, read once this device has all of its records. */
async function readGroups(copy: OfflineCopy, collection: CollectionName, query: GroupQuery): Promise<GroupedRecords> {
  const counted = Promise.withResolvers<GroupedRecords>()
  const stop = copy.watchGroups(collection, query, ({ value }) => value && counted.resolve(value))
  try {
    return await counted.promise
  } finally {
    stop()
  }
}
