import { Tabs } from '#app/ui/display/tabs.tsx'
import { CaseBookPage } from './case-book-page.tsx'

/** The tabs of the page that are built; the others of spec 2 "Real-estate page" join here. */
const tabs = [{ key: 'table', label: '사건부' }] as const

/** 부동산 등기 관리 for staff (spec 2 "Real-estate page"). */
export function RealEstatePage() {
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <h1 className="sr-only">부동산 등기 관리</h1>
      <Tabs label="부동산 등기 관리" value="table" tabs={tabs} onValue={() => undefined}>
        <CaseBookPage />
      </Tabs>
    </div>
  )
}
