import { Link } from '@tanstack/react-router'
import { useMemo, type ComponentType } from 'react'
import { TabbedScreen, type ScreenTab } from '#app/records/screen/tabbed-screen.tsx'
import { PageContents } from '#app/ui/display/page-contents.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { DemoDataSection } from './demo-data.tsx'
import { OfficeSection } from './office/office-section.tsx'
import { PeopleTab } from './people/people-tab.tsx'
import { RatesSection } from './rates/rates-section.tsx'
import { UndeliveredEdits } from './undelivered-edits.tsx'

/** By the ids of their headings. */
const parts = [
  { id: 'office', title: '사무소' },
  { id: 'rates', title: '요율' },
  { id: 'undelivered', title: '미전송 내역' },
  { id: 'demo-data', title: '데모 데이터' },
  { id: 'api', title: '다른 프로그램과의 연동' },
]

/** /settings, superusers only (spec 3 "Settings page"): its parts on one page, and lists as tabs beside them. `addresses`: another feature's. */
export function SettingsPage({ addresses }: { addresses: ComponentType }) {
  const tabs = useMemo(
    (): [ScreenTab, ...ScreenTab[]] => [
      { key: 'settings', label: '설정', panel: SettingsParts },
      { key: 'people', label: '사용자 관리', panel: PeopleTab },
      { key: 'addresses', label: '부동산 주소 관리', panel: addresses },
    ],
    [addresses],
  )
  return <TabbedScreen label="관리" tabs={tabs} />
}

function SettingsParts() {
  return (
    <PageLayout variant="sidebar" sidebar={<PageContents entries={parts} />}>
      <div className="flex flex-col gap-6">
        <OfficeSection />
        <RatesSection />
        <UndeliveredEdits />
        <DemoDataSection />
        <section aria-labelledby="api" className="flex flex-col gap-1">
          <h2 id="api" className="text-lead font-semibold">
            다른 프로그램과의 연동
          </h2>
          <p className="measure text-ink-2">
            이 서버의 모든 호출을{' '}
            <Link to="/staff/api" className="text-primary underline underline-offset-4">
              연동 API
            </Link>
            에서 읽을 수 있습니다.
          </p>
        </section>
      </div>
    </PageLayout>
  )
}
