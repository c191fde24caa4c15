import { useMemo } from 'react'
import { realEstateDescription } from '#contract/books/real-estate.ts'
import { nameGroups } from '#domain/cost-summary.ts'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useWholeLists } from '#app/records/copy/use-whole-lists.ts'
import { CostReport } from '#app/records/report/cost-report.tsx'
import { rangeOf, reportSearchKind, type ReportSearch } from '#app/records/report/report-search.ts'
import { useCostClaim } from '#app/records/report/use-cost-claim.tsx'

/** 리포트 (decision 17): what the cases of 사건부 come to by group, from those on this device, to the won what the server would answer. */
export function ReportTab() {
  const { search, change } = useAddressSearch<ReportSearch>(reportSearchKind)
  const copy = useOfflineCopy()
  const { connection, trouble } = useSyncStatus()
  const range = useMemo(() => rangeOf(search), [search])
  const { status, value } = useFigure(copy, 'real-estate-summary', range)
  const { 'real-estate-groups': groups } = useWholeLists(copy, groupList)
  const action = useCostClaim('/api/mysql/realestate/export_report_excel/', range)
  const names = useMemo(() => new Map(groups.map(({ id, name }) => [id, String(name)])), [groups])
  const isNamed = value?.every(({ group_id: id }) => names.has(id)) === true
  // The names may fail to come after the cases did.
  const unnamed = connection === 'offline' || trouble ? 'never_fetched' : 'loading'
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto pt-3">
      <CostReport
        book={realEstateDescription}
        kind="부동산"
        search={search}
        onSearch={change}
        status={status === 'ready' && !isNamed ? unnamed : status}
        sections={isNamed ? nameGroups(value, (id) => names.get(id) ?? '') : []}
        cases={{ to: '/services/real-estate', search: { tab: 'table' }, sectionField: 'group_id' }}
        action={action}
      />
    </div>
  )
}

const groupList = ['real-estate-groups'] as const
