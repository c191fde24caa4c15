import { proxy } from 'valtio'
import { Workbox } from 'workbox-window'
import { listDirtyForms } from '#app/records/unstored-values/unsaved-work.ts'
import { tabStorage } from '#app/ui/browser/device-storage.ts'
import { trustScript } from '#app/ui/browser/trusted-types.ts'
import { isUpdateWaiting, onNewController } from './decide-update.ts'

/**
 * `waiting`: a new version is installed and waits for permission. `replaced`: another tab activated
 * it; this page still runs the old code and may continue until its form is done.
 */
export const appVersion = proxy<{ state: 'current' | 'waiting' | 'replaced' | 'required' }>({ state: 'current' })

const hourMs = 3_600_000
const reloadedKey = 'reloaded_for_missing_chunk'

let workbox: Workbox | null = null

/** Registers the service worker and watches for new versions, in every tab from the start. */
export function startServiceWorker(): void {
  reloadForMissingChunk()
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  let hadController = navigator.serviceWorker.controller !== null
  let isReloading = false
  // Every tab listens from the start. One that only listened after a press would stay on the old
  // page under the new worker.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const next = onNewController({ hadController, isReloading, isDirty: listDirtyForms().length > 0 })
    hadController = true
    if (next === 'banner') appVersion.state = 'replaced'
    if (next !== 'reload') return
    isReloading = true
    location.reload()
  })
  void registerUntilStored()
  void joinWorker()
  setInterval(() => void checkForUpdate(), hourMs)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void checkForUpdate())
}

/** Activates the waiting version; every tab then reloads or shows its banner. */
export function activateNewVersion(): void {
  workbox?.messageSkipWaiting()
}

/**
 * Asks the worker to store all code of the back office, so that it opens offline after one visit.
 * Asks again whenever the network is back. Returns the stop function.
 */
export function storeStaffCode(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const requestStorage = async () => {
    const registration = await navigator.serviceWorker.ready
    registration.active?.postMessage({ type: 'STORE_STAFF_CODE' })
  }
  const onOnline = () => void requestStorage()
  onOnline()
  window.addEventListener('online', onOnline)
  return () => window.removeEventListener('online', onOnline)
}

/**
 * The first installation fails if the network drops or the server's version changes while files are
 * stored. The browser then discards the worker and there is nothing to update, so the page has to
 * register again. Stored files stay, and a retry only fetches what is missing.
 */
async function registerUntilStored(): Promise<void> {
  for (let pauseMs = 2000; !(await register()); pauseMs = Math.min(pauseMs * 2, hourMs)) await pauseFor(pauseMs)
}

/** Without a worker in control, a page can't open new screens offline, however much is stored. */
async function joinWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'TAKE_IN' })
}

/** False when no version was stored on the device. */
async function register(): Promise<boolean> {
  // One instance per attempt: a used one takes later events for another page's and stops listening.
  workbox = new Workbox(trustScript('/sw.js'), { updateViaCache: 'none' })
  workbox.addEventListener('waiting', async () => {
    if (isUpdateWaiting(await navigator.serviceWorker.getRegistration())) appVersion.state = 'waiting'
  })
  const registration = await workbox.register().catch(() => undefined)
  if (registration?.active ?? registration?.waiting) return true
  return (await waitForInstallation(registration?.installing)) === 'installed'
}

/** Installations end as `installed` or `redundant`. */
function waitForInstallation(worker: ServiceWorker | null | undefined): Promise<ServiceWorkerState> {
  return new Promise((resolve) => {
    if (worker?.state !== 'installing') resolve(worker?.state ?? 'redundant')
    else worker.addEventListener('statechange', () => resolve(worker.state), { once: true })
  })
}

/** Ends early when the network is back or the page's visibility changes. */
async function pauseFor(ms: number): Promise<void> {
  const pauseAbort = new AbortController()
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
    window.addEventListener('online', resolve, pauseAbort)
    document.addEventListener('visibilitychange', resolve, pauseAbort)
  })
  pauseAbort.abort()
}

async function checkForUpdate(): Promise<void> {
  if (navigator.onLine) await workbox?.update().catch(() => null)
}

/**
 * Reloads for a chunk of an older build that no longer exists, or one whose download failed. Never
 * offline, where a reload can't help.
 */
function reloadForMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    const shouldReload = recentReloads().length < maxReloads && navigator.onLine && listDirtyForms().length === 0
    if (shouldReload) void reloadIfServerReachable()
  })
}

/**
 * When a server process dies, one reload may lose a file too. After this many reloads within a
 * minute, the chunk is gone permanently.
 */
const maxReloads = 3

function recentReloads(): number[] {
  const all = (tabStorage.getItem(reloadedKey) ?? '').split(',').map(Number)
  return all.filter((time) => Date.now() - time < 60_000)
}

/**
 * A chunk is also missing when the server doesn't respond; a reload would then only remove the
 * message that says so.
 */
async function reloadIfServerReachable(): Promise<void> {
  const isReachable = await fetch('/api/health', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (!isReachable || listDirtyForms().length > 0) return
  tabStorage.setItem(reloadedKey, [...recentReloads(), Date.now()].join())
  location.reload()
}
