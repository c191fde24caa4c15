import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, type ComponentType } from 'react'
import { z } from 'zod'
import { unkeptValues } from '#app/records/unsaved/unkept-values.ts'
import { dirtyForms } from '#app/records/unsaved/unsaved-work.ts'
import { leavingQuestion } from '#app/records/unsaved/use-leave-guard.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { BookTab } from './book-tab.tsx'
import { GridTab } from './grid-tab.tsx'
import { ReportTab } from './report-tab.tsx'

const masterKeys = ['company', 'department', 'manager', 'project', 'title'] as const
export type MasterTabs = Readonly<Record<(typeof masterKeys)[number], ComponentType>>

/** Spec 2 §2 "Deposit page (staff)". */
const tabs = [
  { key: 'address', label: '데이터' },
  { key: 'table', label: '사건부' },
  { key: 'report', label: '리포트' },
  { key: 'company', label: '회사관리' },
  { key: 'department', label: '부서관리' },
  { key: 'manager', label: '관리자관리' },
  { key: 'project', label: '사업구간관리' },
  { key: 'title', label: '목록관리' },
] as const
type TabKey = (typeof tabs)[number]['key']

const addressSchema = z.object({
  tab: z
    .enum(tabs.map(({ key }) => key))
    .catch('address')
    .default('address'),
})

/** 공탁 관리 for staff: eight pills, the open one in the address. The master data is another feature, so the router hands its tabs in. */
export function DepositPage({ masterTabs }: { masterTabs: MasterTabs }) {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const address: unknown = useSearch({ strict: false })
  const { tab } = addressSchema.parse(address)
  const Panel = useMemo((): ComponentType => ({ ...masterTabs, ...ownTabs })[tab], [masterTabs, tab])

  // What is half filled in belongs to the tab it stands in.
  async function turn(next: TabKey) {
    const forms = dirtyForms()
    const isSure = forms.length === 0 || (await confirm(leavingQuestion(forms)))
    if (!isSure) return
    unkeptValues.giveUp()
    const tabOfAddress = next === 'address' ? undefined : next
    // The same cases under the same question; every other tab asks its own.
    const keepsQuestion = isOfCases(tab) && isOfCases(next)
    void navigate({
      to: '.',
      search: (before) => ({ ...(keepsQuestion ? before : {}), tab: tabOfAddress, open: undefined, detail: undefined }),
    })
  }

  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <h1 className="sr-only">공탁 관리</h1>
      <Tabs label="공탁 관리" value={tab} tabs={tabs} onValue={(next) => void turn(next)}>
        <Suspense fallback={<LoadingTab />}>
          <Panel key={tab} />
        </Suspense>
      </Tabs>
    </div>
  )
}

/** The other pills stay while the code of one arrives. */
function LoadingTab() {
  return (
    <div className="appears-late flex justify-center p-16">
      <Spinner label="화면을 불러오는 중" />
    </div>
  )
}

const ownTabs = { address: GridTab, table: BookTab, report: ReportTab }

function isOfCases(tab: TabKey): boolean {
  return tab === 'address' || tab === 'table'
}
