import { useEffect, useState, type ReactNode } from 'react'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { countUnsent } from '#mirror/outbox/outbox-view.ts'
import { useSession } from '../../session/session-store.ts'
import { LeaveButton } from '../lock/factor-unlock.tsx'

/**
 * Panel shown while the copy is closed. Signing out here leaves unsent work on the device, sealed.
 * No one could read it, so there's nothing to ask about.
 */
export function ClosedPanel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { user } = useSession()
  return (
    <main className="flex h-dvh flex-col items-center overflow-auto px-4 py-10 sm:justify-center">
      <section aria-labelledby="closed-copy" className="flex w-full max-w-[440px] flex-col gap-4">
        <h1 id="closed-copy" className="text-title font-semibold">
          {title}
        </h1>
        <p className="text-ink-2">{lead}</p>
        <UnsentCount />
        {children}
        <p className="text-label text-ink-3">{user?.nickname} 님으로 로그인되어 있습니다.</p>
        <LeaveButton />
      </section>
    </main>
  )
}

/** Unsent work behind the closed copy still exists, even if the copy was dropped. */
function UnsentCount() {
  const userId = useSession().user?.id
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (userId === undefined) return
    countUnsent(browserRuntime(), userId).then(setCount, () => undefined)
  }, [userId])
  if (count === 0) return null
  return <p>전송하지 않은 작업 {count.toLocaleString('ko')}건이 이 기기에 남아 있습니다.</p>
}
