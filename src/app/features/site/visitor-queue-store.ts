import { proxy } from 'valtio'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { siteNotice } from '#app/ui/overlays/site-notice.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { computeBackoffMs } from '#mirror/runtime/timing.ts'
import {
  deleteReceipts,
  inquiryChannel,
  type InquiryReceipt,
  inquiryTag,
  listReceipts,
  listWaitingInquiries,
  sendInquiries,
  sendInquiry,
  storeInquiry,
  type WaitingInquiry,
  withdrawInquiry as withdrawStored,
} from '#mirror/visitor-queue/visitor-queue.ts'
import { markWaitingInquiries } from './visitor-queue-mark.ts'

interface SentInquiry extends InquiryReceipt {
  /** Empty if this page did not have the inquiry before it was sent. */
  readonly subject: string
}

/**
 * A visitor's inquiries on this device: waiting ones, and those confirmed since the visitor last
 * saw a receipt. The contact form shows it; on every other page the frame does.
 */
export const visitorQueue = proxy<{ waiting: readonly WaitingInquiry[]; sent: readonly SentInquiry[] }>({
  waiting: [],
  sent: [],
})

/**
 * `sent`: the server has it. `stored`: it is stored on this device and will be sent automatically.
 * `refused`: the server refused it, and the text is back in the form. `failed`: it could not be
 * stored and there was no response. It may have arrived, so a retry must use the same key.
 */
export type SubmitOutcome =
  | { kind: 'sent' | 'stored' | 'failed' }
  | { kind: 'refused'; refusal: NonNullable<WaitingInquiry['refusal']> }

/** After this many ms the visitor learns that the inquiry is stored; sending continues. */
const responseWaitMs = 6_000

let isListening = false

/** Shows waiting inquiries and keeps sending while this page is open. */
export async function watchVisitorQueue(): Promise<void> {
  startListening()
  await refreshWaiting()
  await showReceipts()
  if (visitorQueue.waiting.length > 0) await runSendRound()
}

/**
 * Stores the inquiry, then tries to send it. `onStored` is called once it is stored; the caller
 * must then drop its own copies of the text.
 */
export async function submitInquiry(
  inquiry: Pick<WaitingInquiry, 'key' | 'body' | 'subject'>,
  onStored: () => void,
): Promise<SubmitOutcome> {
  const runtime = createBrowserRuntime()
  try {
    await storeInquiry(runtime, { ...inquiry, writtenAt: runtime.now(), tries: 0, refusal: null })
  } catch {
    return await sendUnstored(inquiry)
  }
  markWaitingInquiries(true)
  onStored()
  startListening()
  await refreshWaiting()
  void requestBackgroundSync()
  await Promise.race([runSendRound(), runtime.wait(responseWaitMs)])
  const { refusal } = visitorQueue.waiting.find(({ key }) => key === inquiry.key) ?? { refusal: null }
  if (refusal) {
    await withdrawQueuedInquiry(inquiry.key)
    return { kind: 'refused', refusal: { message: refusal.message, fields: { ...refusal.fields } } }
  }
  return { kind: visitorQueue.sent.some(({ key }) => key === inquiry.key) ? 'sent' : 'stored' }
}

/** Takes an inquiry out of the queue and returns it; undefined if it has been sent. */
export async function withdrawQueuedInquiry(key: string): Promise<WaitingInquiry | undefined> {
  const withdrawn = await withdrawStored(createBrowserRuntime(), key)
  await refreshWaiting()
  return withdrawn
}

/** Without storage (a private window, a full disk) the inquiry is sent directly. */
async function sendUnstored(inquiry: Pick<WaitingInquiry, 'key' | 'body'>): Promise<SubmitOutcome> {
  const outcome = await sendInquiry(createBrowserRuntime(), inquiry)
  return outcome.kind === 'later' ? { kind: 'failed' } : outcome
}

let currentRound: Promise<void> | null = null
let retryTimer: ReturnType<typeof setTimeout> | undefined
let failureCount = 0

/** Runs one sending round. A call during a round waits for it and then runs another. */
function runSendRound(): Promise<void> {
  const round = (currentRound ?? Promise.resolve()).then(sendWaiting).catch(() => scheduleRetry(null))
  currentRound = round
  void round.then(() => {
    if (currentRound === round) currentRound = null
  })
  return round
}

async function sendWaiting(): Promise<void> {
  const { sent, waiting, pauseMs } = await sendInquiries(createBrowserRuntime())
  recordSent(sent)
  await refreshWaiting()
  await showReceipts()
  failureCount = sent.length > 0 ? 0 : failureCount + 1
  clearTimeout(retryTimer)
  if (waiting > 0) scheduleRetry(pauseMs)
}

/**
 * Retries after up to 2 s, 4 s, … 5 minutes. The delay is random, so that many devices do not retry
 * at the same moment after an outage.
 */
function scheduleRetry(retryAfterMs: number | null): void {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(
    () => void runSendRound(),
    computeBackoffMs(failureCount + 1, Math.random(), { retryAfterMs, minMs: 1_000 }),
  )
}

function startListening(): void {
  if (isListening) return
  isListening = true
  const retryNow = () => {
    failureCount = 0
    if (visitorQueue.waiting.length > 0) void runSendRound()
  }
  window.addEventListener('online', retryNow)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retryNow())
  const channel = createBrowserRuntime().openChannel(inquiryChannel)
  channel.listen((message) => {
    recordSent(readSentKeys(message))
    void refreshWaiting().then(showReceipts)
  })
}

/** Called before `waiting` is read again, which still has the subjects. */
function recordSent(keys: readonly string[]): void {
  const receivedAt = Date.now()
  const { waiting, sent } = visitorQueue
  const newKeys = keys.filter((key) => !sent.some((inquiry) => inquiry.key === key))
  const subjectOf = (sentKey: string) => waiting.find(({ key }) => key === sentKey)?.subject ?? ''
  if (newKeys.length > 0)
    visitorQueue.sent = [...sent, ...newKeys.map((key) => ({ key, subject: subjectOf(key), receivedAt }))]
}

/** Drops the receipts that a form has shown. */
export function dropReceipts(): void {
  visitorQueue.sent = []
  siteNotice.text = null
}

/**
 * Shows receipts stored by this page, another one or the service worker, and deletes them once the
 * visitor sees this page.
 */
async function showReceipts(): Promise<void> {
  const runtime = createBrowserRuntime()
  const stored = await listReceipts(runtime).catch(() => [])
  if (stored.length === 0) return
  const newReceipts = stored.filter(({ key }) => !visitorQueue.sent.some((inquiry) => inquiry.key === key))
  visitorQueue.sent = [...visitorQueue.sent, ...newReceipts.map((receipt) => ({ ...receipt, subject: '' }))]
  const newest = visitorQueue.sent.at(-1)
  if (newest) siteNotice.text = `보관했던 문의가 전송되었습니다. 접수: ${formatTimestamp(newest.receivedAt)}`
  await waitUntilVisible()
  await deleteReceipts(
    runtime,
    stored.map(({ key }) => key),
  )
  markWaitingInquiries(visitorQueue.waiting.length > 0)
}

function waitUntilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}

function readSentKeys(message: unknown): string[] {
  const keys: unknown = typeof message === 'object' && message !== null && 'sent' in message ? message.sent : []
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

async function refreshWaiting(): Promise<void> {
  try {
    const runtime = createBrowserRuntime()
    visitorQueue.waiting = await listWaitingInquiries(runtime)
    // A receipt that nobody has seen keeps the mark too (showReceipts).
    if (visitorQueue.waiting.length > 0 || (await listReceipts(runtime)).length === 0)
      markWaitingInquiries(visitorQueue.waiting.length > 0)
  } catch {
    // Without storage nothing can be waiting.
    visitorQueue.waiting = []
  }
}

/**
 * Asks the browser to wake the service worker when the connection returns, even with no page open.
 * Chromium only; elsewhere the next visit sends.
 */
async function requestBackgroundSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } } =
    await navigator.serviceWorker.ready
  await registration.sync?.register(inquiryTag).catch(() => null)
}
