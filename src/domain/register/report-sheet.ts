import type { RegisterReport } from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { describeSheet } from '#domain/sheets/record-sheet.ts'

type ReportMonth = RegisterReport['months'][number]

/** The report of a year as a sheet with a total row. */
export function createReportSheet(year: number) {
  return describeSheet<ReportMonth>(`${year}년 수임 보고`, [
    { header: '월', kind: 'text', width: 12, cell: ({ month }) => `${month}월` },
    { header: '건수', kind: 'count', width: 12, summed: true, cell: ({ count }) => count },
    { header: '보수 총액', kind: 'won', width: 20, summed: true, cell: ({ fees }) => fees },
  ])
}

/** The comparison with the case books, in one sentence. */
export function describeLedgerCheck({ count, fees, ledger }: RegisterReport): string {
  if (count === ledger.count && fees === ledger.fees)
    return `장부 대조: 사건부와 공탁 사건의 합계(${formatNumber(ledger.count)}건, ${formatNumber(ledger.fees)}원)와 같습니다.`
  return `장부 대조: 사건부와 공탁 사건의 합계는 ${formatNumber(ledger.count)}건, ${formatNumber(ledger.fees)}원으로 다릅니다.`
}
