import type { ReactNode } from 'react'
import { useSession } from '../../session/session-store.ts'
import { LeaveButton } from '../lock/factor-unlock.tsx'

/** Unsent work stays behind when somebody signs out here, sealed: there is nobody who could read it, so nothing is asked about it. */
export function ClosedPanel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { user } = useSession()
  return (
    <main className="flex h-dvh flex-col items-center overflow-auto px-4 py-10 sm:justify-center">
      <section aria-labelledby="closed-copy" className="flex w-full max-w-[440px] flex-col gap-4">
        <h1 id="closed-copy" className="text-title font-semibold">
          {title}
        </h1>
        <p className="text-ink-2">{lead}</p>
        {children}
        <p className="text-label text-ink-3">{user?.nickname} 님으로 로그인되어 있습니다.</p>
        <LeaveButton />
      </section>
    </main>
  )
}
