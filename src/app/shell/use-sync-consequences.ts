import { useEffect } from 'react'
import { useOfflineCopy, useSyncStatus } from '../session/offline-copy.tsx'
import { setLapsed } from '../session/session-store.ts'
import { setSending } from '../session/unsaved-work.ts'
import { appVersion } from './service-worker.ts'

/** The tag the service worker listens to (sw/wake-outbox.ts). */
const outboxTag = 'outbox'

/** What the state of the outbox means for the app around it: sign-in panel, update prompt, asking before a reload, waking up in the background. */
export function useSyncConsequences(): void {
  const copy = useOfflineCopy()
  const { waiting, sending, needsSignIn, needsUpdate } = useSyncStatus()
  useEffect(() => setSending(sending > 0), [sending])
  useEffect(() => {
    if (needsSignIn) setLapsed()
  }, [needsSignIn])
  useEffect(() => {
    if (needsUpdate && appVersion.state === 'current') appVersion.state = 'required'
  }, [needsUpdate])
  const isWaiting = waiting > 0
  useEffect(() => {
    if (isWaiting) void askForBackgroundTurn()
  }, [isWaiting])
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const hear = (event: MessageEvent<unknown>) => isDrainMessage(event.data) && copy.syncNow()
    workers?.addEventListener('message', hear)
    return () => workers?.removeEventListener('message', hear)
  }, [copy])
}

/** Once the connection is back the browser wakes the service worker, even if this page is closed by then. Chromium only; elsewhere open pages send. */
async function askForBackgroundTurn(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } } =
    await navigator.serviceWorker.ready
  await registration.sync?.register(outboxTag).catch(() => null)
}

function isDrainMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'DRAIN'
}
