import { Printer } from 'lucide-react'
import { printedBy } from '#app/records/print/list-paper.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { fitColumns, paperRoom } from '#app/ui/print/fit-columns.ts'
import type { Paper, PaperBars, PaperColumn } from '#app/ui/print/paper.ts'
import { printPaper } from '#app/ui/print/print-paper.ts'
import { useOwnPrint } from '#app/ui/print/use-own-print.ts'
import { sectionHeading, type FigureTableProps } from './figure-table.tsx'

export interface ReportPrintProps<Figures> extends Pick<
  FigureTableProps<Figures>,
  'heading' | 'columns' | 'rows' | 'total'
> {
  title: string
  /** The range in words. */
  period: string
  /** Absent when the screen has no chart. */
  bars?: PaperBars
}

/** 인쇄 of a report: its range, the whole chart, and the figures below. */
export function ReportPrint<Figures>(props: ReportPrintProps<Figures>) {
  const by = useSession().user?.nickname ?? ''
  const paper = () => reportPaper(props, by)
  useOwnPrint({ printRecord: () => void printPaper(paper()), layout: paper })
  return (
    <Button icon={<Printer size={16} strokeWidth={1.5} />} title="Ctrl+P" onClick={() => void printPaper(paper())}>
      인쇄
    </Button>
  )
}

/** Portrait if the columns fit in readable type, otherwise landscape. */
function reportPaper<Figures>(props: ReportPrintProps<Figures>, by: string): Paper {
  const { title, period, bars, heading = sectionHeading, columns, rows, total } = props
  const names = [
    { ...sectionColumn, label: heading },
    ...columns.map(({ label }): PaperColumn => ({ ...figureColumn, label })),
  ]
  const lines = rows.map(({ section, figures }) => [section, ...columns.map(({ text }) => text(figures))])
  const last = ['합계', ...columns.map(({ text }) => text(total))]
  const portraitFit = fitColumns(names, [...lines, last], paperRoom.portrait)
  const isPortrait = 'font' in portraitFit && portraitFit.font >= 8
  const fit = isPortrait ? portraitFit : fitColumns(names, [...lines, last], paperRoom.landscape)
  // Seven columns of figures always fit in landscape; the smallest type is a last resort.
  const drawn = 'font' in fit ? fit : { font: 7, widths: names.map(({ width }) => width) }
  return {
    title,
    subtitleLines: [`${period} · ${heading} ${rows.length.toLocaleString('ko-KR')}개`],
    printed: printedBy(by),
    auditInfo: { rows: rows.length, fields: [title] },
    orientation: isPortrait ? 'portrait' : 'landscape',
    blocks: [...(bars ? [bars] : []), { kind: 'table', columns: names, fit: drawn, rows: lines, total: last }],
  }
}

const sectionColumn: PaperColumn = { label: '', align: 'start', isUnbroken: false, width: 240 }
const figureColumn: PaperColumn = { label: '', align: 'end', isUnbroken: true, width: 100 }
