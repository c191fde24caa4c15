import { useMemo } from 'react'
import { z } from 'zod'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { CostReport } from '#app/records/report/cost-report.tsx'
import { rangeOf, reportSearchSchema } from '#app/records/report/report-search.ts'
import { useCostClaim } from '#app/records/report/use-cost-claim.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { ReceivablesView } from './receivables-view.tsx'

const views = [
  { key: 'summary', label: '사업구간별 합계' },
  { key: 'receivables', label: '미수금' },
] as const

const schema = reportSearchSchema.extend({
  view: z.enum(['summary', 'receivables']).catch('summary').default('summary'),
})
type Search = z.infer<typeof schema>
const searchKind = { schema, empty: schema.parse({}) }

/** 리포트 (spec 2 §2 "Report tab"): figures by section from the cases on this device, to the won what the server would answer. */
export function ReportTab() {
  const state = useAddressSearch<Search>(searchKind)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto pt-3">
      <Tabs
        variant="cards"
        label="리포트 종류"
        value={state.search.view}
        tabs={views}
        onValue={(view) => state.change({ view })}
      >
        {state.search.view === 'summary' ? <SummaryView state={state} /> : <ReceivablesView />}
      </Tabs>
    </div>
  )
}

function SummaryView({ state: { search, change } }: { state: SearchState<Search> }) {
  const range = useMemo(() => rangeOf(search), [search])
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-summary', range)
  const action = useCostClaim('/api/mysql/deposition/export_report_excel/', range)
  return (
    <CostReport
      book={depositCaseDescription}
      kind="공탁"
      {...{ search, status }}
      onSearch={change}
      sections={value ?? []}
      cases={{ to: '/services/deposit', search: {}, sectionField: 'business_section' }}
      action={action}
    />
  )
}
