import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cleanUpOnSignOut } from '../session/clean-up-on-sign-out.ts'
import { restoreSession } from '../session/restore-session.ts'
import { listenForSessionNews } from '../session/session-channel.ts'
import { session, setLapsed, setSignedOut } from '../session/session-store.ts'
import { readStoredLogin } from '../session/stored-login.ts'

/** Follows sign-ins and sign-outs of other tabs. */
export function useSessionNews(): void {
  const router = useRouter()
  useEffect(
    () =>
      listenForSessionNews((news) => {
        if (news.type === 'lapsed') return setLapsed()
        // The back office handles it (lock/use-factor-lock.ts).
        if (news.type === 'factor_passed') return
        if (news.type === 'signed_in') return void follow().then(() => router.invalidate())
        void cleanUpOnSignOut()
        setSignedOut()
        void router.invalidate()
      }),
    [router],
  )
}

/** Adopts the other tab's login. If it belongs to another user, cleans up this tab first. */
async function follow(): Promise<void> {
  const before = session.user?.id
  if (before !== undefined && !readStoredLogin().userInfo?.includes(before)) await cleanUpOnSignOut()
  await restoreSession()
}
