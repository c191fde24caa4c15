import { useMemo } from 'react'
import { z } from 'zod'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useIsCopyExpected, useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { CostReport } from '#app/records/report/cost-report.tsx'
import { reportSearchSchema, toRangeParams, yearSearchShape } from '#app/records/report/report-search.ts'
import { useCostClaim } from '#app/records/report/use-cost-claim.tsx'
import { resolveYear, YearView } from '#app/records/report/year-view.tsx'
import { type SearchState, useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { groupClaimPdfPath } from '#contract/deposit-cases/cost-summary.ts'
import { firstDay } from '#domain/dates/office-date.ts'
import { groupClaimStates } from '#domain/deposit-cases/claim-cases.ts'
import { mergeYearRows, nameGroups } from '#domain/deposit-cases/cost-summary.ts'
import { proposeGroupAddressees } from '#domain/deposit-cases/letter-addressees.ts'

/**
 * 리포트: totals of 사건부 by group, computed from the offline copy and equal to the server's to the won.
 */
export function ReportTab() {
  const state = useUrlSearch<Search>(searchKind)
  const { view } = state.search
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto pt-3">
      <Tabs
        variant="cards"
        label="리포트 종류"
        value={view}
        tabs={views}
        onValue={(next) => state.change({ view: next })}
      >
        {view === 'summary' ? (
          <SummaryView state={state} />
        ) : (
          <GroupYear state={state} by={view === 'months' ? 'month' : 'person'} />
        )}
      </Tabs>
    </div>
  )
}

const views = [
  { key: 'summary', label: '사업구간별 합계' },
  { key: 'months', label: '월별' },
  { key: 'people', label: '담당자별' },
] as const

const schema = reportSearchSchema.extend({
  ...yearSearchShape,
  view: z.enum(['summary', 'months', 'people']).catch('summary').default('summary'),
})
type Search = z.infer<typeof schema>
const searchKind = { schema, empty: schema.parse({}) }

const yearFigures = [
  { key: 'count', label: '접수' },
  { key: 'completed', label: '완료' },
  { key: 'fees', label: '보수액' },
] as const

function GroupYear({ state: { search, change }, by }: { state: SearchState<Search>; by: 'month' | 'person' }) {
  const today = getOfficeToday()
  const { date_field, person } = search
  const copy = useOfflineCopy()
  const params = { year: resolveYear(search, today), date_field, today }
  const { groups, unnamed } = useGroups()
  const managers = useMemo(() => new Map(groups.map(({ id, manager }) => [id, String(manager ?? '').trim()])), [groups])
  const byGroup = useFigure(copy, 'real-estate-year', { ...params, by: 'person' })
  const chosenGroups = [...managers].flatMap(([id, manager]) => (manager === person ? [id] : []))
  const months = useFigure(copy, 'real-estate-year', {
    ...params,
    by: 'month',
    people: person === '' ? undefined : chosenGroups,
  })
  const hasManagers = byGroup.value?.rows.every(({ key }) => managers.has(key)) === true
  const people = byGroup.value && mergeYearRows(byGroup.value, (id) => managers.get(id) ?? '')
  const [{ status }, report] = by === 'month' ? [months, months.value] : [byGroup, people]
  const isNamed = hasManagers || (by === 'month' && person === '')
  return (
    <YearView
      book={realEstateBook}
      kind="부동산"
      by={by}
      search={search}
      figures={yearFigures}
      rule="완료는 등기필증을 받은 사건, 보수액은 부가세를 뺀 금액입니다."
      scopeText="사업구간의 지금 담당자"
      cases={{
        to: '/services/real-estate',
        search: { tab: 'table' },
        personField: 'group_id.manager',
        completed: { op: 'between', field: 'registrated_at', from: firstDay, to: null },
      }}
      onSearch={change}
      status={status === 'ready' && !isNamed ? unnamed : status}
      report={isNamed ? report : null}
      people={hasManagers ? (people?.rows.map(({ key }) => key) ?? []) : []}
    />
  )
}

function SummaryView({ state: { search, change } }: { state: SearchState<Search> }) {
  const range = useMemo(() => toRangeParams(search), [search])
  const { status, value } = useFigure(useOfflineCopy(), 'real-estate-summary', range)
  const { groups, unnamed } = useGroups()
  const action = useCostClaim(realEstateBook, {
    source: claimSource,
    search,
    proposeAddressees: ({ business_section: name, group_id }) =>
      proposeGroupAddressees(name, String(groups.find(({ id }) => id === group_id)?.['trust_corporate_name'] ?? '')),
  })
  const names = useMemo(() => new Map(groups.map(({ id, name }) => [id, String(name)])), [groups])
  const isNamed = value?.every(({ group_id: id }) => names.has(id)) === true
  return (
    <CostReport
      book={realEstateBook}
      kind="부동산"
      search={search}
      onSearch={change}
      status={status === 'ready' && !isNamed ? unnamed : status}
      projects={isNamed ? nameGroups(value, (id) => names.get(id) ?? '') : []}
      cases={{ to: '/services/real-estate', search: { tab: 'table' }, projectField: 'group_id' }}
      action={action}
    />
  )
}

const claimSource = {
  pdf: groupClaimPdfPath,
  excel: '/api/mysql/realestate/export_report_excel/',
  figure: 'real-estate-claim',
  states: groupClaimStates,
} as const
const groupList = ['real-estate-groups'] as const

/**
 * The groups of the cases. `unnamed`: state shown while some groups are missing; their copy may
 * fail after that of the cases succeeded.
 */
function useGroups() {
  const isCopyExpected = useIsCopyExpected()
  const { 'real-estate-groups': groups } = useCompleteLists(useOfflineCopy(), groupList)
  const unnamed = isCopyExpected ? ('loading' as const) : ('never_fetched' as const)
  return { groups, unnamed }
}
