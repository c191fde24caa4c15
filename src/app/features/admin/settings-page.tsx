import { useLocation } from '@tanstack/react-router'
import { useMemo, type ComponentType } from 'react'
import { TabbedScreen, type ScreenTab } from '#app/records/screen/tabbed-screen.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { KeepingTab } from './keeping/keeping-tab.tsx'
import { OfficeSection } from './office/office-section.tsx'
import { RequestsTab } from './person-requests/requests-tab.tsx'
import { PeopleTab } from './people/people-tab.tsx'
import { RatesSection } from './rates/rates-section.tsx'
import { settingsTabOf, type SettingsTab } from './settings-tab.ts'
import { TrailTab } from './trail/trail-tab.tsx'
import { PageContents } from '#app/ui/display/page-contents.tsx'
import { DemoDataSection } from './demo-data.tsx'
import { UndeliveredEdits } from './undelivered-edits.tsx'

/** By heading id. */
const parts = [
  { id: 'undelivered', title: '미전송 내역' },
  { id: 'demo-data', title: '데모 데이터' },
]

/** 데이터 tab: unsent edits and demo data. */
function DataTab() {
  return (
    <PageLayout variant="sidebar" sidebar={<PageContents entries={parts} />}>
      <div className="flex flex-col gap-6">
        <UndeliveredEdits />
        <DemoDataSection />
      </div>
    </PageLayout>
  )
}

/**
 * /settings, superusers only: everything about the office and its people; the server has its own
 * page (server-page.tsx). Without a tab in the address it opens 사용자 관리. `addresses`: the panel of
 * another feature.
 */
export function SettingsPage({ addresses }: { addresses: ComponentType }) {
  const heading = useLocation({ select: ({ hash }) => hash })
  const tabs = useMemo(
    (): [ScreenTab<SettingsTab>, ...ScreenTab<SettingsTab>[]] => [
      { key: 'people', label: '사용자 관리', panel: PeopleTab },
      { key: 'office', label: '사무소', panel: OfficeTab },
      { key: 'rates', label: '요율', panel: RatesTab },
      { key: 'trail', label: '접속기록', panel: TrailTab },
      { key: 'keeping', label: '보유기간·파기', panel: KeepingTab },
      { key: 'requests', label: '정보주체 요청', panel: RequestsTab },
      { key: 'addresses', label: '부동산 주소 관리', panel: addresses },
      { key: 'data', label: '데이터', panel: DataTab },
    ],
    [addresses],
  )
  return <TabbedScreen label="관리" tabs={tabs} impliedTab={() => settingsTabOf(heading)} />
}

function OfficeTab() {
  return (
    <PageLayout>
      <OfficeSection />
    </PageLayout>
  )
}

function RatesTab() {
  return (
    <PageLayout>
      <RatesSection />
    </PageLayout>
  )
}
