import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { setSending } from '#app/records/unstored-values/unsaved-work.ts'
import { applyOutboxState } from '#app/session/session-store.ts'
import { throttle } from '#app/ui/browser/throttle.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import type { StorageCleared } from '#mirror/offline-copy.ts'
import { appVersion } from '../updates/service-worker.ts'

/** The tag the service worker listens to (sw/worker-events.ts). */
const outboxTag = 'outbox'

/**
 * Applies the outbox's state to the app: lost edits, sign-in panel, update prompt, question before
 * a reload, background wake-up.
 */
export function useSyncConsequences(): void {
  useReportLostEdits()
  useClearedToast()
  const copy = useOfflineCopy()
  const { waiting, sending, papers, needsSignIn, needsUpdate } = useSyncStatus()
  useEffect(() => setSending(sending > 0), [sending])
  useEffect(() => applyOutboxState(needsSignIn), [needsSignIn])
  useEffect(() => {
    if (needsUpdate && appVersion.state === 'current') appVersion.state = 'required'
  }, [needsUpdate])
  // An entry whose request fails switches between waiting and sending; only new work is a reason to
  // ask for a background turn.
  const isUnsent = waiting + sending + papers.waiting > 0
  useEffect(() => {
    if (!isUnsent) return
    void requestBackgroundSync()
    // An open page uses up its background sync event, so leaving with unsent work needs a new one.
    const onHide = () => document.visibilityState === 'hidden' && void requestBackgroundSync()
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [isUnsent])
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const onMessage = (event: MessageEvent<unknown>) => isDrainMessage(event.data) && copy.syncNow()
    workers?.addEventListener('message', onMessage)
    return () => workers?.removeEventListener('message', onMessage)
  }, [copy])
}

/**
 * Asks the browser to wake the service worker once the connection is back, even if this page is
 * closed. Chromium only; elsewhere open pages send. HAZARD: if the browser believes it is online,
 * it fires at once, whether or not our server responds, and each event ends the outbox's backoff.
 * Asking after each failure would make the outbox call a dead server dozens of times a second.
 */
async function requestBackgroundSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } } =
    await navigator.serviceWorker.ready
  await registration.sync?.register(outboxTag).catch(() => null)
}

function isDrainMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'DRAIN'
}

/**
 * Reports on any screen that the server was restored from a backup and lost edits of this user.
 * Reports each edit once.
 */
function useReportLostEdits(): void {
  const { outbox } = useOfflineCopy()
  const toast = useToast()
  const navigate = useNavigate()
  const reported = useRef(new Set<string>())
  useEffect(() => {
    const reportedIds = reported.current
    const lostEntries = () => outbox.getEntries().filter(({ isLost }) => isLost)
    for (const { opId } of lostEntries()) reportedIds.add(opId)
    const notifyLost = throttle(() => {
      const newlyLost = lostEntries().filter(({ opId }) => !reportedIds.has(opId))
      if (newlyLost.length === 0) return
      for (const { opId } of newlyLost) reportedIds.add(opId)
      const count = formatNumber(lostEntries().length)
      // Losses arrive in parts. The same text updates the open toast with the current count.
      toast.warning('서버가 백업에서 복원되면서 저장된 작업이 사라졌습니다.', {
        description: `작업 ${count}건을 다시 보내거나 버릴 수 있습니다.`,
        duration: 0,
        action: { label: '보낼 작업 열기', onSelect: () => void navigate({ to: '/staff/outbox' }) },
      })
    })
    const stop = outbox.subscribe(notifyLost.schedule)
    return () => {
      notifyLost.cancel()
      stop()
    }
  }, [outbox, toast, navigate])
}

/**
 * Reports that the browser cleared this device's storage while the app was open, and what became of
 * waiting work. Stays until closed.
 */
function useClearedToast(): void {
  const toast = useToast()
  const { storageCleared } = useSyncStatus()
  const cleared = JSON.stringify(storageCleared)
  useEffect(() => {
    const storageNotice = JSON.parse(cleared) as StorageCleared | null
    if (storageNotice)
      toast.warning('브라우저가 이 기기의 저장 공간을 비웠습니다.', {
        description: formatCleared(storageNotice),
        duration: 0,
      })
  }, [toast, cleared])
}

export function formatCleared({ saved, papersLost }: Pick<StorageCleared, 'saved' | 'papersLost'>): string {
  const edits =
    saved === 0
      ? '전송을 기다리던 작업은 없었습니다.'
      : `전송을 기다리던 작업 ${formatNumber(saved)}건은 이 기기에 다시 보관했습니다.`
  const papers =
    papersLost === 0 ? '' : ` 전송하지 않은 사진·서류 ${formatNumber(papersLost)}개는 지워졌으니 다시 추가해 주세요.`
  return `${edits}${papers} 나머지 자료는 서버에서 자동으로 다시 받습니다.`
}
