import { FileSearch, FileSpreadsheet, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { writeOnDevice } from '#app/records/excel/write-on-device.ts'
import { formatFooter } from '#app/records/print/list-print.ts'
import { useSession } from '#app/session/session-store.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { fitColumns, printableWidth } from '#app/ui/print/fit-columns.ts'
import type { PrintBars, PrintColumn, PrintSheet } from '#app/ui/print/print-sheet.ts'
import { sendToPrinter, usePrintShortcut } from '#app/ui/print/send-to-printer.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { Sheet } from '#domain/sheets/record-sheet.ts'
import type { FigureState } from '#mirror/query/figures.ts'
import { CopyUnavailable } from '../offline-copy/copy-unavailable.tsx'
import { type FigureTableProps, projectHeading } from './figure-table.tsx'

interface ReportStateProps {
  status: FigureState['status']
  /** Why the query itself can't match anything. */
  error?: string | null
  isEmpty: boolean
  /** Why there are no figures, and what to do about it. */
  emptyReason: ReactNode
  children: ReactNode
}

/** Shown while there are no figures: loading, never fetched, or nothing found. */
export function ReportState({ status, error = null, isEmpty, emptyReason, children }: ReportStateProps) {
  if (error !== null) return <StateMessage icon={<FileSearch {...icon} />} text={error} />
  if (status === 'never_fetched') return <CopyUnavailable />
  // Show figures only when all cases are loaded; half of the cases would give half of the money.
  if (status === 'loading') {
    return (
      <div aria-busy className="flex flex-col gap-2">
        <p className="sr-only">데이터를 불러오는 중...</p>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-8 w-full" />
        ))}
      </div>
    )
  }
  if (isEmpty)
    return (
      <StateMessage icon={<FileSearch {...icon} />} text="데이터가 없습니다">
        {emptyReason}
      </StateMessage>
    )
  return children
}

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

function StateMessage({ icon: stateIcon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-1.5 py-16 text-center">
      <span className="text-ink-3">{stateIcon}</span>
      <p className="font-semibold text-ink-2">{text}</p>
      {children ? <div className="flex flex-col items-center gap-2 text-label text-ink-3">{children}</div> : null}
    </div>
  )
}

interface ReportPrintProps<Figures> extends Pick<FigureTableProps<Figures>, 'heading' | 'columns' | 'rows' | 'total'> {
  title: string
  /** The range as text. */
  period: string
  /** Absent when the screen has no chart. */
  bars?: PrintBars
}

/** 인쇄 of a report: its range, the whole chart, and the figures below. */
export function ReportPrint<Figures>(props: ReportPrintProps<Figures>) {
  const by = useSession().user?.nickname ?? ''
  const printSheet = () => buildReportPrint(props, by)
  usePrintShortcut({ printRecord: () => void sendToPrinter(printSheet()), layout: printSheet })
  return (
    <Button
      icon={<Printer size={16} strokeWidth={1.5} />}
      title="Ctrl+P"
      onClick={() => void sendToPrinter(printSheet())}
    >
      인쇄
    </Button>
  )
}

/** Portrait if the columns fit in readable type, otherwise landscape. */
function buildReportPrint<Figures>(props: ReportPrintProps<Figures>, by: string): PrintSheet {
  const { title, period, bars, heading = projectHeading, columns, rows, total } = props
  const tableColumns = [
    { ...projectColumn, label: heading },
    ...columns.map(({ label }): PrintColumn => ({ ...figureColumn, label })),
  ]
  const lines = rows.map(({ rowName, figures }) => [rowName, ...columns.map(({ text }) => text(figures))])
  const totalLine = ['합계', ...columns.map(({ text }) => text(total))]
  const portraitFit = fitColumns(tableColumns, [...lines, totalLine], printableWidth.portrait)
  const isPortrait = 'font' in portraitFit && portraitFit.font >= 8
  const fit = isPortrait ? portraitFit : fitColumns(tableColumns, [...lines, totalLine], printableWidth.landscape)
  // Seven columns of figures always fit in landscape; the smallest type is a last resort.
  const fitted = 'font' in fit ? fit : { font: 7, widths: tableColumns.map(({ width }) => width) }
  return {
    title,
    subtitleLines: [`${period} · ${heading} ${formatNumber(rows.length)}개`],
    printed: formatFooter(by),
    trailInfo: { rows: rows.length, fields: [title] },
    orientation: isPortrait ? 'portrait' : 'landscape',
    blocks: [
      ...(bars ? [bars] : []),
      { kind: 'table', columns: tableColumns, fit: fitted, rows: lines, total: totalLine },
    ],
  }
}

const projectColumn: PrintColumn = { label: '', align: 'start', isUnbroken: false, width: 240 }
const figureColumn: PrintColumn = { label: '', align: 'end', isUnbroken: true, width: 100 }

/** 엑셀 내보내기 in the head of a report. */
export function SheetButton({ sheet }: { sheet: ReturnType<typeof useFigureSheet> }) {
  useScreenCommand('엑셀 내보내기', () => void sheet.run())
  return (
    <Button
      icon={<FileSpreadsheet size={16} strokeWidth={1.5} />}
      isBusy={sheet.isBusy}
      onClick={() => void sheet.run()}
    >
      엑셀 내보내기
    </Button>
  )
}

/** 엑셀 내보내기 of a report, made on this device from the figures on the screen. */
export function useFigureSheet<Row>(
  rows: readonly Row[],
  getSheet: () => { readonly sheet: Sheet<Row>; readonly fileName: string },
): { isBusy: boolean; run(): Promise<void> } {
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  return {
    isBusy,
    async run() {
      setIsBusy(true)
      try {
        const { sheet, fileName } = getSheet()
        const total = sheet.total()
        const cells = rows.map((row) => sheet.toCells(row))
        for (const line of cells) total.add(line)
        const file = await writeOnDevice(sheet, new AbortController().signal, (write) => {
          write(cells)
          return Promise.resolve(total.row())
        })
        saveFile(fileName, file)
        toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)
      } catch {
        toast.error('엑셀 파일 생성 실패')
      }
      setIsBusy(false)
    },
  }
}
