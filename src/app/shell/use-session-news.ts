import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { restoreSession } from '../session/restore-session.ts'
import { listenForSessionNews } from '../session/session-channel.ts'
import { setLapsed, setSignedOut } from '../session/session-store.ts'

/** Follows what other tabs say about the login: signed in there means signed in here, and so does signing out. */
export function useSessionNews(): void {
  const router = useRouter()
  useEffect(
    () =>
      listenForSessionNews((news) => {
        if (news.type === 'lapsed') return setLapsed()
        if (news.type === 'signed_in') return void restoreSession().then(() => router.invalidate())
        setSignedOut()
        void router.invalidate()
      }),
    [router],
  )
}
