import { receivableAges } from '#domain/deposit-receivables.ts'
import { formatDay } from '#domain/office-date.ts'
import { formatWon } from '#domain/won.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { FigureTable, type FigureColumn } from './figure-table.tsx'
import { receivablesTotal, type Receivables } from './receivables-total.ts'
import { ReportPrint } from './report-print.tsx'
import { ReportState } from './report-state.tsx'

const columns: readonly FigureColumn<Receivables>[] = [
  { key: 'count', label: '건수', text: ({ count }) => count.toLocaleString('ko-KR') },
  ...receivableAges.map(({ label }, at) => ({ key: label, label, text: (row: Receivables) => ageText(row, at) })),
  { key: 'sum', label: '미수금', isStrong: true, text: ({ sum }) => formatWon(sum) },
]

/** 미수금: costs that were claimed and are not paid, by section and by how long ago they were claimed. */
export function ReceivablesView() {
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-receivables', officeToday())
  const rows = value ?? []
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">
          비용청구일이 있고 입금일이 없는 사건입니다. 청구한 날부터 지난 날수로 나누었습니다.
        </p>
        {rows.length === 0 ? null : (
          <ReportPrint
            title="사업구간별 미수금"
            period={`${formatDay(officeToday())} 기준`}
            columns={columns}
            rows={rows.map((row) => ({ section: row.business_section, figures: row }))}
            total={receivablesTotal(rows)}
          />
        )}
      </div>
      <ReportState status={status} isEmpty={rows.length === 0}>
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
