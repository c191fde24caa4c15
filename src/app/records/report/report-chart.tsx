import type { CostSummaryRow } from '#contract/cost-summary.ts'
import { formatWon } from '#domain/won.ts'
import { BarChart } from '#app/ui/charts/bar-chart.tsx'
import { shortWon } from './short-won.ts'

/** One series, 사업구간별 합계(원) (spec 2 §2 "Report tab", §9). */
export function ReportChart({ sections }: { sections: readonly CostSummaryRow[] }) {
  return (
    <div className="max-w-5xl border bg-paper-raised p-4">
      <BarChart
        title="사업구간별 합계(원)"
        bars={sections.map(({ business_section: label, sum }) => ({ label, value: sum }))}
        format={(value) => `${formatWon(value)}원`}
        axisFormat={shortWon}
      />
    </div>
  )
}
