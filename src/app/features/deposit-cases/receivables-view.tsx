import { receivableAges, receivableFilters } from '#domain/deposit-cases/deposit-receivables.ts'
import { receivablesFileName, receivablesSheet } from '#domain/sheets/receivables-sheet.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { FigureTable, type CaseQuestion, type FigureColumn } from '#app/records/report/figure-table.tsx'
import { ReportPrint } from '#app/records/report/report-print.tsx'
import { ReportState } from '#app/records/report/report-state.tsx'
import { SheetButton } from '#app/records/report/sheet-button.tsx'
import { useFigureSheet } from '#app/records/report/use-figure-sheet.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { receivablesTotal, type Receivables } from '#domain/deposit-cases/receivables-total.ts'

const columns: readonly FigureColumn<Receivables>[] = [
  { key: 'count', label: '건수', text: ({ count }) => count.toLocaleString('ko-KR'), cases: (of) => casesOf(of) },
  ...receivableAges.map(({ label }, at) => ({
    key: label,
    label,
    text: (row: Receivables) => ageText(row, at),
    cases: (of: string | null) => casesOf(of, at),
  })),
  { key: 'sum', label: '미수금', isStrong: true, text: ({ sum }) => formatWon(sum), cases: (of) => casesOf(of) },
]

/** Called when the link is rendered, because a claim's age changes at midnight. */
function casesOf(section: string | null, age?: number): CaseQuestion {
  const caseFilter = { ...(section !== null && { section }), ...(age !== undefined && { age }) }
  return { to: '/services/deposit', search: { filters: receivableFilters(caseFilter, officeToday()) } }
}

/** 미수금: claimed but unpaid costs, by section and age of the claim. */
export function ReceivablesView() {
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-receivables', officeToday())
  const rows = value ?? []
  const sheet = useFigureSheet(rows, () => ({
    sheet: receivablesSheet,
    fileName: receivablesFileName(officeToday()),
  }))
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">
          비용청구일이 있고 입금일이 없는 사건입니다. 청구한 날부터 지난 날수로 나누었습니다. 숫자를 누르면 그 사건들이
          열립니다.
        </p>
        {rows.length === 0 ? null : (
          <div className="flex flex-wrap gap-2">
            <SheetButton sheet={sheet} />
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

/** Amount in won, and the number of cases. */
function ageText({ ages }: Receivables, at: number): string {
  const age = ages[at]
  if (!age || age.count === 0) return '0'
  return `${formatWon(age.sum)} (${age.count.toLocaleString('ko-KR')}건)`
}
