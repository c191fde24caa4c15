import { useMemo } from 'react'
import { z } from 'zod'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { depositClaimPdfPath } from '#contract/deposit-cases/cost-summary.ts'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { CostReport } from '#app/records/report/cost-report.tsx'
import { rangeOf, reportSearchSchema, yearSearchShape } from '#app/records/report/report-search.ts'
import { useCostClaim } from '#app/records/report/use-cost-claim.tsx'
import { YearView, yearOf } from '#app/records/report/year-view.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { ReceivablesView } from './receivables-view.tsx'

const views = [
  { key: 'summary', label: '사업구간별 합계' },
  { key: 'months', label: '월별' },
  { key: 'people', label: '담당자별' },
  { key: 'receivables', label: '미수금' },
] as const

const schema = reportSearchSchema.extend({
  ...yearSearchShape,
  view: z.enum(['summary', 'months', 'people', 'receivables']).catch('summary').default('summary'),
})
type Search = z.infer<typeof schema>
const searchKind = { schema, empty: schema.parse({}) }

/** 리포트: totals by section, computed from the offline copy and equal to the server's to the won. */
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
        {viewOf(state)}
      </Tabs>
    </div>
  )
}

function viewOf(state: SearchState<Search>) {
  const { view } = state.search
  if (view === 'summary') return <SummaryView state={state} />
  if (view === 'receivables') return <ReceivablesView />
  return <DepositYear state={state} by={view === 'months' ? 'month' : 'person'} />
}

const yearFigures = [
  { key: 'count', label: '접수' },
  { key: 'completed', label: '완료' },
  { key: 'fees', label: '보수액' },
  { key: 'unpaid', label: '미수금' },
] as const

function DepositYear({ state: { search, change }, by }: { state: SearchState<Search>; by: 'month' | 'person' }) {
  const today = officeToday()
  const { date_field } = search
  const year = yearOf(search, today)
  const question = useMemo(() => ({ year, date_field, by, today }), [year, date_field, by, today])
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-year', question)
  return (
    <YearView
      book={depositCaseDescription}
      kind="공탁"
      by={by}
      search={search}
      status={status}
      figures={yearFigures}
      scopeText="사건에 적힌 담당자"
      rule="완료는 상태가 완료인 사건, 보수액은 부가세를 뺀 금액, 미수금은 비용을 청구하고 아직 입금되지 않은 금액입니다."
      cases={{
        to: '/services/deposit',
        search: {},
        personField: 'business_manager',
        completed: { op: 'equals', field: 'status', value: 'completed' },
      }}
      onSearch={change}
      report={value}
    />
  )
}

const claimPaths = { pdf: depositClaimPdfPath, excel: '/api/mysql/deposition/export_report_excel/' }

function SummaryView({ state: { search, change } }: { state: SearchState<Search> }) {
  const range = useMemo(() => rangeOf(search), [search])
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-summary', range)
  const action = useCostClaim(depositCaseDescription, claimPaths, search)
  return (
    <CostReport
      book={depositCaseDescription}
      kind="공탁"
      search={search}
      status={status}
      onSearch={change}
      sections={value ?? []}
      cases={{ to: '/services/deposit', search: {}, sectionField: 'business_section' }}
      action={action}
    />
  )
}
