import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { OfflineCopy, SyncStatus } from '#mirror/offline-copy.ts'
import { notePrints } from './note-prints.ts'
import { openOfflineCopyOf } from './opened-copy.ts'

const OfflineCopyContext = createContext<OfflineCopy | null>(null)

/** The offline copy of the signed-in user; only below an OfflineCopyProvider. The same object as long as the same person is signed in. */
export function useOfflineCopy(): OfflineCopy {
  const copy = use(OfflineCopyContext)
  if (!copy) throw new Error('useOfflineCopy needs an OfflineCopyProvider above it')
  return copy
}

/** How connection and outbox stand, for everything that shows it. */
export function useSyncStatus(): SyncStatus {
  const copy = useOfflineCopy()
  return useSyncExternalStore(
    (listener) => copy.subscribeStatus(listener),
    () => copy.getStatus(),
  )
}

/** Opens the offline copy of one user for everything below; `fallback` stands there until it is open. A copy that cannot be opened throws into the boundary. */
export function OfflineCopyProvider(props: { userId: string; fallback: ReactNode; children: ReactNode }) {
  const { userId } = props
  const [opened, setOpened] = useState<{ userId: string; copy: OfflineCopy } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let isGone = false
    openOfflineCopyOf(userId).then(
      (copy) => !isGone && setOpened({ userId, copy }),
      (error: unknown) => !isGone && setFailure(error),
    )
    return () => {
      isGone = true
    }
  }, [userId])
  useEffect(() => {
    const copy = opened?.copy
    if (!copy) return
    const tell = () => {
      copy.setVisible(document.visibilityState === 'visible')
      if (document.visibilityState === 'visible') copy.syncNow()
    }
    const sync = () => copy.syncNow()
    document.addEventListener('visibilitychange', tell)
    window.addEventListener('online', sync)
    // Only a hint, but worth an immediate look: otherwise a lost network shows at the next calm pull.
    window.addEventListener('offline', sync)
    tell()
    const stopNoting = notePrints(copy)
    return () => {
      stopNoting()
      document.removeEventListener('visibilitychange', tell)
      window.removeEventListener('online', sync)
      window.removeEventListener('offline', sync)
    }
  }, [opened])
  if (failure !== null) throw failure instanceof Error ? failure : new Error('the offline copy could not be opened')
  if (opened?.userId !== userId) return props.fallback
  return <OfflineCopyContext value={opened.copy}>{props.children}</OfflineCopyContext>
}
