import { type ComponentType, useMemo } from 'react'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { type ScreenTab, TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { BookTab } from './book-tab.tsx'
import { GridTab } from './grid-tab.tsx'
import { ReportTab } from './report-tab.tsx'

export type MasterTabs = Readonly<Record<'company' | 'department' | 'manager' | 'project' | 'title', ComponentType>>

/** 공탁 관리 for staff: eight tabs. Master data and addresses are other features and are passed in. */
export function DepositPage({ masterTabs, extras }: { masterTabs: MasterTabs; extras: RecordExtras }) {
  const panels = useMemo(() => createPanels(extras), [extras])
  const tabs = useMemo(
    (): [ScreenTab, ...ScreenTab[]] => [
      { key: 'address', label: '데이터', purpose: purposes.address, panel: panels.grid },
      { key: 'table', label: '사건부', purpose: purposes.table, panel: panels.book },
      { key: 'report', label: '리포트', panel: ReportTab },
      { key: 'company', label: '회사관리', panel: masterTabs.company },
      { key: 'department', label: '부서관리', panel: masterTabs.department },
      { key: 'manager', label: '관리자관리', panel: masterTabs.manager },
      { key: 'project', label: '사업구간관리', panel: masterTabs.project },
      { key: 'title', label: '목록관리', panel: masterTabs.title },
    ],
    [masterTabs, panels],
  )
  // 데이터 and 사건부 show the same cases and share filters; other tabs have their own.
  return <TabbedScreen label="공탁 관리" tabs={tabs} sharesQuery={(from, to) => isCasesTab(from) && isCasesTab(to)} />
}

function createPanels(companions: RecordExtras) {
  return {
    grid: () => <GridTab companions={companions} />,
    book: () => <BookTab companions={companions} />,
  }
}

/** Both tabs show the same records; the text says what each is for. */
const purposes = {
  address: '기한을 살피고 사건을 한꺼번에 수정합니다. 사건부와 같은 기록입니다.',
  table: '들어온 사건을 한 줄씩 적고 공문을 작성합니다. 데이터와 같은 기록입니다.',
}

function isCasesTab(tab: string): boolean {
  return tab === 'address' || tab === 'table'
}
