import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { onPrinted } from '#app/ui/print/send-to-printer.ts'
import { collectionNames } from '#contract/books/collections.ts'
import { describeServerFailure } from '#domain/office/server-failure-texts.ts'
import { type OfflineCopy, OutboxWriteError, type SyncStatus } from '#mirror/offline-copy.ts'
import type { VaultState } from '#mirror/vault/open-vault.ts'
import { CopyClosedError, onCopyEvent, requestOpening } from './copy-keys.ts'
import { closeOfflineCopy, continueInMemory, openOfflineCopyFor } from './current-copy.ts'
import { StorageFailed } from './storage-failed.tsx'

export const OfflineCopyContext = createContext<OfflineCopy | null>(null)

/**
 * The signed-in user's offline copy; only inside an OfflineCopyProvider. The same object as long as
 * the same user is signed in.
 */
export function useOfflineCopy(): OfflineCopy {
  const copy = use(OfflineCopyContext)
  if (!copy) throw new Error('useOfflineCopy needs an OfflineCopyProvider above it')
  return copy
}

/** State of connection and outbox. */
export function useSyncStatus(): SyncStatus {
  const copy = useOfflineCopy()
  return useSyncExternalStore(
    (listener) => copy.subscribeStatus(listener),
    () => copy.getStatus(),
  )
}

/** Whether rows that are missing here may arrive by themselves now. */
export function useIsCopyExpected(): boolean {
  const { connection, trouble, storeFailure } = useSyncStatus()
  return connection !== 'offline' && trouble === null && storeFailure === null
}

/** Why the server can't be reached now, as a sentence; null when it can. */
export function useServerUnavailableText(): string | null {
  const { connection, trouble } = useSyncStatus()
  return connection === 'offline' ? describeServerFailure(trouble ?? { kind: 'no_network' }) : null
}

interface OfflineCopyProviderProps {
  userId: string
  fallback: ReactNode
  /**
   * Rendered while the copy is sealed and closed. The screen that opens it stores the keys
   * (copy-keys.ts).
   */
  renderClosed(closed: VaultState): ReactNode
  children: ReactNode
}

/**
 * Opens one user's offline copy for everything inside; shows `fallback` until then. While the
 * device's storage doesn't open, the person may try again or work without it; any other failure
 * throws to the error boundary.
 */
export function OfflineCopyProvider(props: OfflineCopyProviderProps) {
  const { userId } = props
  const [opened, setOpened] = useState<{ userId: string; copy: OfflineCopy } | null>(null)
  const [closed, setClosed] = useState<VaultState | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const openAgain = () => {
    setFailure(null)
    requestOpening()
  }
  useEffect(() => {
    let isUnmounted = false
    let isCopyOpen = false
    const open = () =>
      openOfflineCopyFor(userId).then(
        (copy) => {
          if (isUnmounted) return
          isCopyOpen = true
          setClosed(null)
          setOpened({ userId, copy })
        },
        (error: unknown) => {
          if (isUnmounted) return
          isCopyOpen = false
          if (error instanceof CopyClosedError) setClosed(error.state)
          else setFailure(error)
        },
      )
    void open()
    const stop = onCopyEvent((event) => {
      if (event === 'lock') return
      if (event !== 'keys') {
        isCopyOpen = false
        setOpened(null)
      }
      if (event === 'replacing') void closeOfflineCopy()
      // An attempt that failed for lack of keys may still be running.
      else if (event === 'replaced' || !isCopyOpen) void closeOfflineCopy().then(open)
    })
    return () => {
      isUnmounted = true
      stop()
    }
  }, [userId])
  useEffect(() => {
    const copy = opened?.copy
    if (!copy) return
    const updateVisibility = () => {
      copy.setVisible(document.visibilityState === 'visible')
      if (document.visibilityState === 'visible') copy.syncNow()
    }
    const sync = () => copy.syncNow()
    document.addEventListener('visibilitychange', updateVisibility)
    // Chromium, after it had frozen the page.
    document.addEventListener('resume', sync)
    window.addEventListener('online', sync)
    // Only a hint, but check at once; otherwise a lost network would show only with the next idle
    // pull.
    window.addEventListener('offline', sync)
    updateVisibility()
    const stopLogging = logPrints(copy)
    return () => {
      stopLogging()
      document.removeEventListener('visibilitychange', updateVisibility)
      document.removeEventListener('resume', sync)
      window.removeEventListener('online', sync)
      window.removeEventListener('offline', sync)
    }
  }, [opened])
  if (failure instanceof OutboxWriteError) {
    const proceed = () => continueInMemory().then(openAgain)
    return <StorageFailed reason={failure.reason} onRetry={openAgain} onContinue={proceed} />
  }
  if (failure !== null) throw failure instanceof Error ? failure : new Error('the offline copy could not be opened')
  if (opened?.userId !== userId) return closed ? props.renderClosed(closed) : props.fallback
  return <OfflineCopyContext value={opened.copy}>{props.children}</OfflineCopyContext>
}

/**
 * Logs every print in the trail, whether started by the app or by the browser's menu. A page
 * can't tell whether the user then cancelled it. Returns the stop function.
 */
function logPrints({ viewLog }: Pick<OfflineCopy, 'viewLog'>): () => void {
  return onPrinted(({ trailInfo }) => {
    const { recordId, rows, fields, search, filters } = trailInfo
    const collection = collectionNames.find((name) => name === trailInfo.collection)
    viewLog.logView({
      act: 'print',
      ...(collection && { collection }),
      ...(recordId && { recordId }),
      about: { rows, ...(fields && { fields: [...fields] }), ...(search && { search }), ...(filters && { filters }) },
    })
  })
}
