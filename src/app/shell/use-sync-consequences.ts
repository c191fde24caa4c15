import { useEffect, useRef } from 'react'
import { useOfflineCopy, useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { followOutbox } from '../session/session-store.ts'
import { setSending } from '../records/unsaved/unsaved-work.ts'
import { appVersion } from './service-worker.ts'
import { useClearedToast } from './use-cleared-toast.ts'
import { useNavigate } from '@tanstack/react-router'
import { gatherNews } from '../records/actions/gather-news.ts'
import { useToast } from '../ui/overlays/toast.tsx'

/** The tag the service worker listens to (sw/wake-outbox.ts). */
const outboxTag = 'outbox'

/** What the state of the outbox means for the app around it: word of what the server has lost, sign-in panel, update prompt, asking before a reload, waking up in the background. */
export function useSyncConsequences(): void {
  useLostToast()
  useClearedToast()
  const copy = useOfflineCopy()
  const { waiting, sending, papers, needsSignIn, needsUpdate } = useSyncStatus()
  useEffect(() => setSending(sending > 0), [sending])
  useEffect(() => followOutbox(needsSignIn), [needsSignIn])
  useEffect(() => {
    if (needsUpdate && appVersion.state === 'current') appVersion.state = 'required'
  }, [needsUpdate])
  // An entry whose request fails goes from waiting to sending and back; only work that was not there before is a reason to ask.
  const isUnsent = waiting + sending + papers.waiting > 0
  useEffect(() => {
    if (!isUnsent) return
    void askForBackgroundTurn()
    // A turn given while a page is open is used up by that page; whoever leaves with work unsent needs another.
    const leave = () => document.visibilityState === 'hidden' && void askForBackgroundTurn()
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [isUnsent])
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const hear = (event: MessageEvent<unknown>) => isDrainMessage(event.data) && copy.syncNow()
    workers?.addEventListener('message', hear)
    return () => workers?.removeEventListener('message', hear)
  }, [copy])
}

/**
 * Once the connection is back the browser wakes the service worker, even if this page is closed by then. Chromium only; elsewhere open pages send.
 * HAZARD: where the browser believes in its network it gives the turn at once, whether our server answers or not, and a turn ends every pause of the outbox.
 * Asked for after each failure, it would have the outbox ask a dead server dozens of times a second.
 */
async function askForBackgroundTurn(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } } =
    await navigator.serviceWorker.ready
  await registration.sync?.register(outboxTag).catch(() => null)
}

function isDrainMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'DRAIN'
}

/** Tells, whatever screen is in front, that the server was restored from a backup and has lost edits of this person. Each of them is told of once. */
function useLostToast(): void {
  const { outbox } = useOfflineCopy()
  const toast = useToast()
  const navigate = useNavigate()
  const told = useRef(new Set<string>())
  useEffect(() => {
    const known = told.current
    const lostEntries = () => outbox.getEntries().filter(({ isLost }) => isLost)
    for (const { opId } of lostEntries()) known.add(opId)
    const news = gatherNews(() => {
      const fresh = lostEntries().filter(({ opId }) => !known.has(opId))
      if (fresh.length === 0) return
      for (const { opId } of fresh) known.add(opId)
      const count = lostEntries().length.toLocaleString('ko')
      // They come in parts: the same words renew the note that stands, with the number as it is by then.
      toast.warning('서버가 백업에서 복원되면서 저장된 작업이 사라졌습니다.', {
        description: `작업 ${count}건을 다시 보내거나 버릴 수 있습니다.`,
        duration: 0,
        action: { label: '보낼 작업 열기', onSelect: () => void navigate({ to: '/staff/outbox' }) },
      })
    })
    const stop = outbox.subscribe(news.soon)
    return () => {
      news.cancel()
      stop()
    }
  }, [outbox, toast, navigate])
}
