import { useLocation } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { type ComponentType, useMemo } from 'react'
import { type ScreenTab, TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { PageContents, PageLayout } from '#app/ui/display/page-layout.tsx'
import { type OpGaps, opGapsSchema } from '#contract/sync/op-trace.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { DemoDataSection } from './demo-data.tsx'
import { OfficeSection } from './office/office-section.tsx'
import { PeopleTab } from './people/people-tab.tsx'
import { RequestsTab } from './person-requests/requests-tab.tsx'
import { RatesSection } from './rates/rates-section.tsx'
import { RetentionTab } from './retention/retention-tab.tsx'
import { findSettingsTab, type SettingsTab } from './settings-tab.ts'
import { TrailTab } from './trail/trail-tab.tsx'

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
 * page (server-page.tsx). Without a tab in the URL it opens 사용자 관리. `addresses`: the panel of
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
      { key: 'keeping', label: '보유기간·파기', panel: RetentionTab },
      { key: 'requests', label: '정보주체 요청', panel: RequestsTab },
      { key: 'addresses', label: '부동산 주소 관리', panel: addresses },
      { key: 'data', label: '데이터', panel: DataTab },
    ],
    [addresses],
  )
  return <TabbedScreen label="관리" tabs={tabs} impliedTab={() => findSettingsTab(heading)} />
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

type Gap = OpGaps['gaps'][number]

/**
 * Edits that devices reported but the server has not received after a day: whose, on which device,
 * since when. Normally empty; any entry means that the device needs attention.
 */
function UndeliveredEdits() {
  const query = useServerQuery('/api/sync/gaps', opGapsSchema, { queryKey: ['sync', 'gaps'] })
  return (
    <section aria-labelledby="undelivered" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="undelivered" className="text-lead font-semibold">
            미전송 내역
          </h2>
          <p className="measure text-ink-2">기기에 입력된 지 하루가 지나도록 서버로 전송되지 않은 내역입니다.</p>
        </div>
        <Button
          icon={<RefreshCw size={16} strokeWidth={1.5} />}
          isBusy={query.isBusy && query.result !== undefined}
          onClick={query.onRetry}
        >
          새로고침
        </Button>
      </header>
      <ResultView {...query} noun="이 목록은">
        {({ gaps }) => <GapList gaps={gaps} />}
      </ResultView>
    </section>
  )
}

function GapList({ gaps }: { gaps: readonly Gap[] }) {
  if (gaps.length === 0) {
    return (
      <div className="border-b py-10 text-center">
        <p className="font-semibold">미전송 내역이 없습니다.</p>
        <p className="mt-1 text-ink-2">모든 기기에서 입력한 내용이 하루 안에 서버에 도착했습니다.</p>
      </div>
    )
  }
  return (
    <>
      <ul>
        {gaps.map((gap) => (
          <GapEntry key={`${gap.device_id} ${gap.user_id}`} gap={gap} />
        ))}
      </ul>
      <p className="measure pt-3 text-ink-2">
        해당 기기에서 앱을 열면 보통 이어서 전송됩니다. 브라우저 자료를 지운 기기라면 담당자가 그 무렵 입력한 내용을
        다시 확인해야 합니다.
      </p>
    </>
  )
}

function GapEntry({ gap }: { gap: Gap }) {
  return (
    <li className="border-b py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="danger">{formatNumber(gap.count)}건</Badge>
        <h3 className="font-semibold">{gap.user_name || '이름을 알 수 없는 직원'}</h3>
        {/* Ids of one day share their beginning, so the last characters are shown. */}
        <span className="tabular text-ink-2">기기 {gap.device_id.slice(-6)}</span>
        <time className="tabular ml-auto text-label text-ink-3 max-sm:ml-0" dateTime={gap.since}>
          {formatMoment(gap.since)}부터
        </time>
      </div>
      <details className="mt-2 text-label text-ink-2">
        <summary className="cursor-pointer">
          작업 번호{gap.op_ids.length < gap.count ? ` (오래된 ${gap.op_ids.length}건)` : ''}
        </summary>
        <ul className="tabular mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {gap.op_ids.map((opId) => (
            <li key={opId}>{opId}</li>
          ))}
        </ul>
      </details>
    </li>
  )
}
