import { Link } from '@tanstack/react-router'
import { DemoDataSection } from './demo-data.tsx'
import { UndeliveredEdits } from './undelivered-edits.tsx'

/** /settings, superusers only (spec 3 "Settings page"). Its other parts join here as they are built. */
export function SettingsPage() {
  return (
    <div className="mx-auto flex max-w-[960px] flex-col gap-6 pb-8">
      <h1 className="text-title font-semibold">관리</h1>
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
  )
}
