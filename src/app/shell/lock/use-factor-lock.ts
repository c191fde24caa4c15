import { useEffect } from 'react'
import { useOfflineCopy, useSyncStatus } from '../../records/copy/use-offline-copy.tsx'
import { useApi } from '../../session/api.tsx'
import { readFactor } from '../../session/second-factor/factor-calls.ts'
import { factorStanding } from '../../session/second-factor/factor-standing.ts'
import { listenForSessionNews } from '../../session/session-channel.ts'
import { isStaff, session, useSession } from '../../session/session-store.ts'
import { lockScreen, unlockScreen } from './screen-lock.ts'

/**
 * Covers the screens while the server wants the second step, and lets everything go on once it was done here or in another tab. Without a network nobody can be asked: work with what the device holds goes on,
 * and it is asked as soon as the server is there again.
 */
export function useFactorLock(): void {
  const api = useApi()
  const copy = useOfflineCopy()
  const { connection, needsFactor: isCopyAsked } = useSyncStatus()
  const state = useSession()
  const isForStaff = isStaff(state)
  const { needsFactor } = state
  const isAsked = isForStaff && (needsFactor !== null || isCopyAsked)

  // How it really stands: what was noted may be over, and of a new session nothing is known.
  useEffect(() => {
    if (!isAsked || connection === 'offline') return
    let isGone = false
    const look = async () => {
      const answer = await readFactor(api)
      if (isGone || !answer.ok) return
      // Recovery codes may be in sight: whoever sets one up goes on by themselves (factor-unlock.tsx).
      if (session.needsFactor === 'enrol' && answer.value.needs === null) return
      factorStanding.status = answer.value
      session.needsFactor = answer.value.needs
      if (answer.value.needs === null) copy.syncNow()
    }
    void look()
    const end = listenForSessionNews(({ type }) => type === 'factor_passed' && void look())
    return () => {
      isGone = true
      end()
    }
  }, [api, copy, isAsked, connection])

  useEffect(() => {
    if (isAsked && connection !== 'offline') lockScreen('factor')
    else unlockScreen('factor')
  }, [isAsked, connection])
}
