import { FileSpreadsheet } from 'lucide-react'
import { receivableAges, receivableFilters } from '#domain/deposit-receivables.ts'
import { formatDay } from '#domain/office-date.ts'
import { formatWon } from '#domain/won.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { FigureTable, type CaseQuestion, type FigureColumn } from './figure-table.tsx'
import { receivablesTotal, type Receivables } from './receivables-total.ts'
import { ReportPrint } from './report-print.tsx'
import { ReportState } from './report-state.tsx'
import { useReceivablesSheet } from './use-receivables-sheet.ts'

const columns: readonly FigureColumn<Receivables>[] = [
  { key: 'count', label: '건수', text: ({ count }) => count.toLocaleString('ko-KR'), cases: (of) => casesOf(of) },
  ...receivableAges.map(({ label }, at) => ({
    ...{ key: label, label },
    text: (row: Receivables) => ageText(row, at),
    cases: (of: string | null) => casesOf(of, at),
  })),
  { key: 'sum', label: '미수금', isStrong: true, text: ({ sum }) => formatWon(sum), cases: (of) => casesOf(of) },
]

/** Asked when the link is drawn: at midnight a claim grows older, and the figures with it. */
function casesOf(section: string | null, age?: number): CaseQuestion {
  const asked = { ...(section !== null && { section }), ...(age !== undefined && { age }) }
  return { filters: receivableFilters(asked, officeToday()) }
}

/** 미수금: costs that were claimed and are not paid, by section and by how long ago they were claimed. */
export function ReceivablesView() {
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-receivables', officeToday())
  const rows = value ?? []
  const sheet = useReceivablesSheet(rows)
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">
          비용청구일이 있고 입금일이 없는 사건입니다. 청구한 날부터 지난 날수로 나누었습니다. 숫자를 누르면 그 사건들이
          열립니다.
        </p>
        {rows.length === 0 ? null : (
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<FileSpreadsheet size={16} strokeWidth={1.5} />}
              isBusy={sheet.isBusy}
              onClick={() => void sheet.run()}
            >
              엑셀 내보내기
            </Button>
            <ReportPrint
              title="사업구간별 미수금"
              period={`${formatDay(officeToday())} 기준`}
              columns={columns}
              rows={rows.map((row) => ({ section: row.business_section, figures: row }))}
              total={receivablesTotal(rows)}
            />
          </div>
        )}
      </div>
      <ReportState
        status={status}
        isEmpty={rows.length === 0}
        emptyReason="비용을 청구하고 아직 입금되지 않은 사건이 없습니다."
      >
        <FigureTable
          caption="사업구간별 미수금 (원)"
          columns={columns}
          rows={rows.map((row) => ({ section: row.business_section, figures: row }))}
          total={receivablesTotal(rows)}
        />
      </ReportState>
    </div>
  )
}

/** Won, and how many cases it is made of. */
function ageText({ ages }: Receivables, at: number): string {
  const age = ages[at]
  if (!age || age.count === 0) return '0'
  return `${formatWon(age.sum)} (${age.count.toLocaleString('ko-KR')}건)`
}
