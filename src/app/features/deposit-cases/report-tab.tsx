import { useMemo } from 'react'
import { z } from 'zod'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { CostReport } from '#app/records/report/cost-report.tsx'
import { type CaseListLink, type FigureColumn, FigureTable } from '#app/records/report/figure-table.tsx'
import { ReportPrint, ReportState, SheetButton, useFigureSheet } from '#app/records/report/report-parts.tsx'
import { reportSearchSchema, toRangeParams, yearSearchShape } from '#app/records/report/report-search.ts'
import { useCostClaim } from '#app/records/report/use-cost-claim.tsx'
import { resolveYear, YearView } from '#app/records/report/year-view.tsx'
import { type SearchState, useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { depositClaimPdfPath } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { depositClaimStates } from '#domain/deposit-cases/claim-cases.ts'
import {
  createReceivableFilters,
  receivableAges,
  type Receivables,
  sumReceivables,
} from '#domain/deposit-cases/deposit-receivables.ts'
import { proposeClaimAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { formatWon } from '#domain/money/won.ts'
import { buildReceivablesFileName, receivablesSheet } from '#domain/sheets/report-sheets.ts'
import { clientCollections, findLetterClient } from './letter-drafts.ts'

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

/** 리포트: totals by project, computed from the offline copy and equal to the server's to the won. */
export function ReportTab() {
  const state = useUrlSearch<Search>(searchKind)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto pt-3">
      <Tabs
        variant="cards"
        label="리포트 종류"
        value={state.search.view}
        tabs={views}
        onValue={(view) => state.change({ view })}
      >
        {renderView(state)}
      </Tabs>
    </div>
  )
}

function renderView(state: SearchState<Search>) {
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
  const today = getOfficeToday()
  const { date_field, person } = search
  const copy = useOfflineCopy()
  const params = { year: resolveYear(search, today), date_field, today }
  const people = useFigure(copy, 'deposit-year', { ...params, by: 'person' })
  const chosen = person === '' ? undefined : [person]
  const months = useFigure(copy, 'deposit-year', { ...params, by: 'month', people: chosen })
  const { status, value } = by === 'month' ? months : people
  return (
    <YearView
      book={depositCaseBook}
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
      people={people.value?.rows.map(({ key }) => key) ?? []}
    />
  )
}

const claimSource = {
  pdf: depositClaimPdfPath,
  excel: '/api/mysql/deposition/export_report_excel/',
  figure: 'deposit-claim',
  states: depositClaimStates,
  claimDay: {
    collection: 'deposit-cases',
    field: 'cost_request_at',
    projectField: 'business_section',
  },
} as const

function SummaryView({ state: { search, change } }: { state: SearchState<Search> }) {
  const range = useMemo(() => toRangeParams(search), [search])
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-summary', range)
  const lists = useCompleteLists(useOfflineCopy(), clientCollections)
  const action = useCostClaim(depositCaseBook, {
    source: claimSource,
    search,
    proposeAddressees: ({ business_section: project }) =>
      proposeClaimAddressees(project, findLetterClient(project, lists)),
  })
  return (
    <CostReport
      book={depositCaseBook}
      kind="공탁"
      search={search}
      status={status}
      onSearch={change}
      projects={value ?? []}
      cases={{ to: '/services/deposit', search: {}, projectField: 'business_section' }}
      action={action}
    />
  )
}

const receivableColumns: readonly FigureColumn<Receivables>[] = [
  { key: 'count', label: '건수', text: ({ count }) => formatNumber(count), cases: (project) => linkToCases(project) },
  ...receivableAges.map(({ label }, index) => ({
    key: label,
    label,
    text: (row: Receivables) => formatAge(row, index),
    cases: (project: string | null) => linkToCases(project, index),
  })),
  {
    key: 'sum',
    label: '미수금',
    isStrong: true,
    text: ({ sum }) => formatWon(sum),
    cases: (project) => linkToCases(project),
  },
]

/** Called when the link is rendered, because a claim's age changes at midnight. */
function linkToCases(project: string | null, age?: number): CaseListLink {
  const caseFilter = { ...(project !== null && { project }), ...(age !== undefined && { age }) }
  return { to: '/services/deposit', search: { filters: createReceivableFilters(caseFilter, getOfficeToday()) } }
}

/** 미수금: claimed but unpaid costs, by project and age of the claim. */
function ReceivablesView() {
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-receivables', getOfficeToday())
  const rows = value ?? []
  const sheet = useFigureSheet(rows, () => ({
    sheet: receivablesSheet,
    fileName: buildReceivablesFileName(getOfficeToday()),
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
              period={`${formatDay(getOfficeToday())} 기준`}
              columns={receivableColumns}
              rows={rows.map((row) => ({ rowName: row.business_section, figures: row }))}
              total={sumReceivables(rows)}
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
          columns={receivableColumns}
          rows={rows.map((row) => ({ rowName: row.business_section, figures: row }))}
          total={sumReceivables(rows)}
        />
      </ReportState>
    </div>
  )
}

/** Amount in won, and the number of cases. */
function formatAge({ ages }: Receivables, index: number): string {
  const age = ages[index]
  if (!age || age.count === 0) return '0'
  return `${formatWon(age.sum)} (${formatNumber(age.count)}건)`
}
