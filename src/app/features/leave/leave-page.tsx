import { useMemo } from 'react'
import { useConfirmDiscard } from '#app/records/unstored-values/use-navigation-guard.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { useSession } from '#app/session/session-store.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { AllowanceTab } from './allowance-tab.tsx'
import { leaveSearch, type LeaveSearch } from './leave-search.ts'
import { LeaveTab } from './leave-tab.tsx'

const tabs = [
  { key: 'mine', label: '내 휴가' },
  { key: 'all', label: '전체 신청' },
  { key: 'people', label: '연차 현황' },
] as const

/**
 * 휴가신청: the form and the user's own requests; superusers also decide everybody's and see all
 * balances.
 */
export function LeavePage() {
  const { user } = useSession()
  const state = useUrlSearch(leaveSearch)
  const [id, nickname, isSuperuser] = [user?.id ?? '', user?.nickname ?? '', user?.is_superuser === true]
  const person = useMemo(() => ({ id, nickname, isSuperuser }), [id, nickname, isSuperuser])
  const year = state.search.year || Number(getOfficeToday().slice(0, 4))
  const tab = isSuperuser ? state.search.tab : 'mine'
  const confirmDiscard = useConfirmDiscard()
  async function switchTab(next: LeaveSearch['tab']) {
    if (await confirmDiscard()) state.change({ tab: next, state: '', search: '', sort: '', open: '' })
  }
  return (
    <PageLayout variant="dashboard">
      <h1 className="sr-only">휴가신청</h1>
      <Tabs
        isOutermost
        variant="pills"
        label="휴가신청"
        value={tab}
        tabs={isSuperuser ? tabs : tabs.slice(0, 1)}
        onValue={(next) => void switchTab(next)}
      >
        {tab === 'people' ? (
          <AllowanceTab year={year} onYear={(next) => state.change({ year: next })} />
        ) : (
          <LeaveTab key={tab} person={person} state={state} year={year} scope={tab === 'mine' ? 'own' : 'everybody'} />
        )}
      </Tabs>
    </PageLayout>
  )
}
