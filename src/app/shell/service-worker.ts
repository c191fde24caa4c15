import { proxy } from 'valtio'
import { Workbox } from 'workbox-window'
import { dirtyForms } from '../session/unsaved-work.ts'
import { onNewController } from './on-new-controller.ts'

/**
 * `waiting`: a new version is installed and waits for permission. `replaced`: another tab let it in; this page still runs the old code and may go on until
 * its form is done.
 */
export const appVersion = proxy<{ state: 'current' | 'waiting' | 'replaced' | 'required' }>({ state: 'current' })

const hourMs = 3_600_000
const reloadedKey = 'reloaded_for_missing_chunk'

let workbox: Workbox | null = null

/** Registers the service worker and watches for new versions, in every tab from the start. */
export function startServiceWorker(): void {
  reloadOnceForMissingChunk()
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  workbox = new Workbox('/sw.js', { updateViaCache: 'none' })
  let hadController = navigator.serviceWorker.controller !== null
  let isReloading = false
  // Every tab listens from its start: one that only listens after a press would stay on the old page under the new worker.
  workbox.addEventListener('controlling', () => {
    const next = onNewController({ hadController, isReloading, isDirty: dirtyForms().length > 0 })
    hadController = true
    if (next === 'banner') appVersion.state = 'replaced'
    if (next !== 'reload') return
    isReloading = true
    location.reload()
  })
  workbox.addEventListener('waiting', () => {
    appVersion.state = 'waiting'
  })
  void workbox.register().catch(() => null)
  setInterval(() => void checkForUpdate(), hourMs)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void checkForUpdate())
}

/** Lets the waiting version in; every tab then reloads or shows its banner. */
export function letNewVersionIn(): void {
  workbox?.messageSkipWaiting()
}

/** Has the worker fetch everything the back office is made of, so that all of it opens offline after one visit. */
export async function storeStaffCode(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.ready
  registration.active?.postMessage({ type: 'STORE_STAFF_CODE' })
}

async function checkForUpdate(): Promise<void> {
  if (navigator.onLine) await workbox?.update().catch(() => null)
}

/** A chunk of an older build that is gone everywhere: one reload gets the new build. Never offline, where a reload cannot help. */
function reloadOnceForMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    const isFresh = Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) > 60_000
    if (isFresh && navigator.onLine && dirtyForms().length === 0) void reloadIfServerAnswers()
  })
}

/** A chunk also misses when nobody answers; reloading then would only wipe the message that says so. */
async function reloadIfServerAnswers(): Promise<void> {
  const answers = await fetch('/api/health', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (!answers || dirtyForms().length > 0) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
}
