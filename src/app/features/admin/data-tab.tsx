import { Link } from '@tanstack/react-router'
import { PageContents } from '#app/ui/display/page-contents.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { DemoDataSection } from './demo-data.tsx'
import { UndeliveredEdits } from './undelivered-edits.tsx'

/** By the ids of their headings. */
const parts = [
  { id: 'undelivered', title: '미전송 내역' },
  { id: 'demo-data', title: '데모 데이터' },
  { id: 'api', title: '다른 프로그램과의 연동' },
]

/** 데이터·연동 of the settings: what has not arrived, what is not real, and what other programs may ask for. */
export function DataTab() {
  return (
    <PageLayout variant="sidebar" sidebar={<PageContents entries={parts} />}>
      <div className="flex flex-col gap-6">
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
