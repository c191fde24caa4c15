import { FileSpreadsheet } from 'lucide-react'
import type { DepositSummaryRow } from '#contract/deposit-cases.ts'
import { depositCaseDescription, depositCostKeys } from '#contract/books/deposit-cases.ts'
import { summaryTotal, type DepositRange } from '#domain/deposit-summary.ts'
import { formatWon } from '#domain/won.ts'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { FigureTable, type FigureColumn } from './figure-table.tsx'
import type { ReportSearch } from './report-search.ts'
import { useCostClaim } from './use-cost-claim.ts'

const labels = new Map<string, string>(depositCaseDescription.fields.map(({ key, label }) => [key, label]))

/** 건수, each cost and their sum. */
export const reportColumns: readonly FigureColumn<Omit<DepositSummaryRow, 'business_section'>>[] = [
  { key: 'count', label: '건수', text: ({ count }) => count.toLocaleString('ko-KR') },
  ...depositCostKeys.map((key) => ({
    key,
    label: labels.get(key) ?? key,
    text: (row: Omit<DepositSummaryRow, 'business_section'>) => formatWon(row[key]),
  })),
  { key: 'sum', label: '합계', isStrong: true, text: ({ sum }) => formatWon(sum) },
]

interface ReportTableProps {
  sections: readonly DepositSummaryRow[]
  range: DepositRange
  /** The same range as the address has it. */
  search: Pick<ReportSearch, 'date_field' | 'start' | 'end'>
}

/** Costs by section with the total under them, and 비용청구 for each section (spec 2 §2 "Report tab"). */
export function ReportTable({ sections, range, search }: ReportTableProps) {
  const claim = useCostClaim(range)
  const { connection } = useSyncStatus()
  const { date_field, start, end } = search
  const cases = (section: string | null) => ({
    ...(start + end !== '' && { date_field, start, end }),
    ...(section !== null && { filters: [{ op: 'equals', field: 'business_section', value: section }] }),
  })
  const reason = connection === 'offline' ? '비용청구 파일은 연결되어 있을 때 만들 수 있습니다.' : undefined
  return (
    <FigureTable
      caption="사업구간별 비용 합계 (원)"
      columns={reportColumns.map((column) => (isOfCases(column.key) ? { ...column, cases } : column))}
      rows={sections.map((row) => ({
        section: row.business_section,
        figures: row,
        action: <ClaimButton section={row.business_section} claim={claim} disabledReason={reason} />,
      }))}
      total={summaryTotal(sections)}
      actionLabel="비용청구"
    />
  )
}

/** How many cases, and what they come to; a single cost is a part of every case. */
function isOfCases(key: string): boolean {
  return key === 'count' || key === 'sum'
}

interface ClaimButtonProps {
  section: string
  claim: ReturnType<typeof useCostClaim>
  disabledReason: string | undefined
}

function ClaimButton({ section, claim, disabledReason }: ClaimButtonProps) {
  return (
    <Button
      size="sm"
      icon={<FileSpreadsheet size={14} strokeWidth={1.5} />}
      aria-label={`${section} 비용청구`}
      isBusy={claim.busy === section}
      disabledReason={disabledReason}
      onClick={() => void claim.run(section)}
    >
      비용청구
    </Button>
  )
}
