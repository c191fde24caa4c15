import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cleanUpOnSignOut } from '../session/clean-up-on-sign-out.ts'
import { restoreSession } from '../session/restore-session.ts'
import { listenForSessionNews } from '../session/session-channel.ts'
import { session, setLapsed, setSignedOut } from '../session/session-store.ts'
import { readStoredLogin } from '../session/stored-login.ts'

/** Follows what other tabs say about the login: signed in there means signed in here, and so does signing out. */
export function useSessionNews(): void {
  const router = useRouter()
  useEffect(
    () =>
      listenForSessionNews((news) => {
        if (news.type === 'lapsed') return setLapsed()
        // The back office follows it by itself (lock/use-factor-lock.ts).
        if (news.type === 'factor_passed') return
        if (news.type === 'signed_in') return void follow().then(() => router.invalidate())
        void cleanUpOnSignOut()
        setSignedOut()
        void router.invalidate()
      }),
    [router],
  )
}

/** Takes over the login of the other tab. Nothing of the person before is left in this one when it is somebody else's. */
async function follow(): Promise<void> {
  const before = session.user?.id
  if (before !== undefined && !readStoredLogin().userInfo?.includes(before)) await cleanUpOnSignOut()
  await restoreSession()
}
