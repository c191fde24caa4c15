import { Suspense, type ReactNode } from 'react'
import { TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { CaseBookPage } from './case-book-page.tsx'
import { GroupTab } from './group-tab.tsx'

/** 부동산 등기 관리 for staff (spec 2 "Real-estate page"): the cases, and the groups they belong to. `above`: what an office reads before its lists, another feature's. */
export function RealEstatePage({ above }: { above: ReactNode }) {
  return (
    <PageLayout variant="dashboard">
      <Suspense fallback={null}>{above}</Suspense>
      {/* With something above, a low screen scrolls rather than leaving no row in sight. */}
      <div className="min-h-0 flex-1 not-first:min-h-112">
        <TabbedScreen
          label="부동산 등기 관리"
          tabs={[
            { key: 'table', label: '사건부', panel: CaseBookPage },
            { key: 'group', label: '사업구간', panel: GroupTab },
          ]}
        />
      </div>
    </PageLayout>
  )
}
