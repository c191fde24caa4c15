import { proxy } from 'valtio'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { backoffMs } from '#mirror/timing/backoff.ts'
import { inquiryChannel, inquiryTag } from '#mirror/visitor-queue/queue-words.ts'
import { sendInquiries, sendInquiry, takeBackInquiry } from '#mirror/visitor-queue/send-inquiries.ts'
import { keepInquiry, waitingInquiries, type WaitingInquiry } from '#mirror/visitor-queue/waiting-inquiries.ts'
import { noteWaitingInquiries } from './visitor-queue-mark.ts'

/** The inquiries a visitor wrote on this device: what waits, and what was confirmed since the page was opened. */
export const visitorQueue = proxy<{ waiting: readonly WaitingInquiry[]; sent: readonly string[] }>({
  waiting: [],
  sent: [],
})

/**
 * `sent`: the server has it. `kept`: it is on this device's disk and goes out by itself. `refused`: the server will not take it as it is; it is back in the visitor's hands.
 * `failed`: this device could not keep it and nobody answered; it may or may not have arrived, so another try takes the same key.
 */
export type SubmitOutcome =
  | { kind: 'sent' | 'kept' | 'failed' }
  | { kind: 'refused'; refusal: NonNullable<WaitingInquiry['refusal']> }

/** After this long a visitor is told that it is kept; the try goes on. */
const patienceMs = 6_000

let isListening = false

/** Shows what waits and keeps trying while this page is open. */
export async function followQueue(): Promise<void> {
  listen()
  await refresh()
  if (visitorQueue.waiting.length > 0) await wake()
}

/**
 * Keeps the inquiry on the disk, then tries to send it. `onKept` is called in between: from there on the device answers for it, and whatever else holds the text must
 * let go of it.
 */
export async function submitInquiry(
  inquiry: Pick<WaitingInquiry, 'key' | 'body' | 'subject'>,
  onKept: () => void,
): Promise<SubmitOutcome> {
  const runtime = browserRuntime()
  try {
    await keepInquiry(runtime, { ...inquiry, writtenAt: runtime.now(), tries: 0, refusal: null })
  } catch {
    return await sendBare(inquiry)
  }
  noteWaitingInquiries(true)
  onKept()
  listen()
  await refresh()
  void askForBackgroundTurn()
  await Promise.race([wake(), runtime.wait(patienceMs)])
  const { refusal } = visitorQueue.waiting.find(({ key }) => key === inquiry.key) ?? { refusal: null }
  if (refusal) {
    await takeBack(inquiry.key)
    return { kind: 'refused', refusal: { message: refusal.message, fields: { ...refusal.fields } } }
  }
  return { kind: visitorQueue.sent.includes(inquiry.key) ? 'sent' : 'kept' }
}

/** Answers the inquiry as it stood; undefined when it went out meanwhile. */
export async function takeBack(key: string): Promise<WaitingInquiry | undefined> {
  const taken = await takeBackInquiry(browserRuntime(), key)
  await refresh()
  return taken
}

/** A browser that keeps nothing (a private window, a full disk) still sends while it has a network. */
async function sendBare(inquiry: Pick<WaitingInquiry, 'key' | 'body'>): Promise<SubmitOutcome> {
  const outcome = await sendInquiry(browserRuntime(), inquiry)
  return outcome.kind === 'later' ? { kind: 'failed' } : outcome
}

let turn: Promise<void> | null = null
let nextTry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** One turn of sending; who calls while one runs waits for it and has another. */
function wake(): Promise<void> {
  const mine = (turn ?? Promise.resolve()).then(send).catch(() => scheduleTry(null))
  turn = mine
  void mine.then(() => {
    if (turn === mine) turn = null
  })
  return mine
}

async function send(): Promise<void> {
  const { sent, waiting, pauseMs } = await sendInquiries(browserRuntime())
  noteSent(sent)
  await refresh()
  failures = sent.length > 0 ? 0 : failures + 1
  clearTimeout(nextTry)
  if (waiting > 0) scheduleTry(pauseMs)
}

/** Up to 2 s, 4 s, … 5 minutes, each drawn by lot so that a whole town does not call at once after a power cut. */
function scheduleTry(retryAfterMs: number | null): void {
  clearTimeout(nextTry)
  nextTry = setTimeout(() => void wake(), backoffMs(failures + 1, Math.random(), { retryAfterMs, minMs: 1_000 }))
}

function listen(): void {
  if (isListening) return
  isListening = true
  const again = () => {
    failures = 0
    if (visitorQueue.waiting.length > 0) void wake()
  }
  window.addEventListener('online', again)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && again())
  const channel = browserRuntime().openChannel(inquiryChannel)
  channel.listen((message) => {
    noteSent(sentKeys(message))
    void refresh()
  })
}

function noteSent(keys: readonly string[]): void {
  if (keys.length > 0) visitorQueue.sent = [...visitorQueue.sent, ...keys]
}

function sentKeys(message: unknown): string[] {
  const keys: unknown = typeof message === 'object' && message !== null && 'sent' in message ? message.sent : []
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

async function refresh(): Promise<void> {
  try {
    visitorQueue.waiting = await waitingInquiries(browserRuntime())
    noteWaitingInquiries(visitorQueue.waiting.length > 0)
  } catch {
    // A device without storage has nothing that waits.
    visitorQueue.waiting = []
  }
}

/** Once the connection is back the browser wakes the service worker, also with no page open. Chromium only; elsewhere the next visit sends. */
async function askForBackgroundTurn(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } } =
    await navigator.serviceWorker.ready
  await registration.sync?.register(inquiryTag).catch(() => null)
}
