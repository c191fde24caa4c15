import { TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { CaseBookPage } from './case-book-page.tsx'
import { GroupTab } from './group-tab.tsx'

/** 부동산 등기 관리 for staff (spec 2 "Real-estate page"): the cases, and the groups they belong to. */
export function RealEstatePage() {
  return (
    <TabbedScreen
      label="부동산 등기 관리"
      tabs={[
        { key: 'table', label: '사건부', panel: CaseBookPage },
        { key: 'group', label: '사업구간', panel: GroupTab },
      ]}
    />
  )
}
