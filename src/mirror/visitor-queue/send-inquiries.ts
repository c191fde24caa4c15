import { contactPath } from '#contract/books/inquiries.ts'
import type { Runtime } from '../runtime.ts'
import { deleteInquiry, storeInquiry, waitingInquiries, type WaitingInquiry } from './waiting-inquiries.ts'

type Context = Pick<Runtime, 'indexedDB' | 'fetch' | 'locks' | 'baseUrl'>

export interface SendReport {
  /** Keys that the server has confirmed. */
  readonly sent: readonly string[]
  /** How many wait for another attempt; refused ones wait for the visitor and are not counted. */
  readonly waiting: number
  /** Milliseconds the server asked to wait; null when it did not. */
  readonly pauseMs: number | null
}

/**
 * Sends waiting inquiries one by one, from page or service worker, never from both at once. An
 * inquiry leaves the device only when the server has confirmed its key. An attempt whose answer was
 * lost is repeated under the same key, and the server stores it once.
 */
export function sendInquiries(context: Context, signal?: AbortSignal): Promise<SendReport> {
  return withQueueLock(context, async () => {
    const sent: string[] = []
    let pauseMs: number | null = null
    for (const inquiry of await waitingInquiries(context)) {
      if (inquiry.refusal !== null) continue
      if (signal?.aborted) break
      await storeInquiry(context, { ...inquiry, tries: inquiry.tries + 1 })
      const outcome = await sendInquiry(context, inquiry, signal)
      if (outcome.kind === 'later') {
        pauseMs = outcome.pauseMs
        break
      }
      if (outcome.kind === 'refused') {
        await storeInquiry(context, { ...inquiry, tries: inquiry.tries + 1, refusal: outcome.refusal })
        continue
      }
      await deleteInquiry(context, inquiry.key)
      sent.push(inquiry.key)
    }
    const remaining = await waitingInquiries(context)
    return { sent, waiting: remaining.filter(({ refusal }) => refusal === null).length, pauseMs }
  })
}

/**
 * Removes an inquiry from the queue, never while it is being sent, and returns it; undefined when
 * it was sent already.
 */
export function withdrawInquiry(context: Context, key: string): Promise<WaitingInquiry | undefined> {
  return withQueueLock(context, async () => {
    const found = (await waitingInquiries(context)).find((inquiry) => inquiry.key === key)
    if (found) await deleteInquiry(context, key)
    return found
  })
}

function withQueueLock<T>(context: Context, work: () => Promise<T>): Promise<T> {
  return context.locks.request('visitor-inquiries', work)
}

const timeoutMs = 30_000

export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; refusal: NonNullable<WaitingInquiry['refusal']> }
  | { kind: 'later'; pauseMs: number | null }

/** Makes one attempt. Works without the queue, for devices that cannot store anything. */
export async function sendInquiry(
  context: Pick<Context, 'fetch' | 'baseUrl'>,
  inquiry: Pick<WaitingInquiry, 'key' | 'body'>,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await context.fetch(context.baseUrl + contactPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': inquiry.key },
      body: inquiry.body,
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return outcomeOf(answer, inquiry.key, await answer.json())
  } catch {
    // No network, or not our server (a hotel's sign-in page answers 200 with HTML). The outcome is
    // unknown, so nothing is dropped.
    return { kind: 'later', pauseMs: null }
  }
}

/**
 * Statuses by which the server says that this text will never be accepted. Anything else may
 * succeed later.
 */
const refusals: readonly number[] = [400, 413, 415, 422]

function outcomeOf(answer: Response, key: string, body: unknown): SendOutcome {
  const result: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const isFromServer = result['id'] === key && result['state'] === 'received' && answer.headers.get('op-id') === key
  if (answer.ok && isFromServer) return { kind: 'sent' }
  const { code, message, fields } = result
  if (refusals.includes(answer.status) && typeof code === 'string' && typeof message === 'string') {
    return { kind: 'refused', refusal: { message, fields: textsOf(fields) } }
  }
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return { kind: 'later', pauseMs: Number.isFinite(seconds) ? seconds * 1000 : null }
}

function textsOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
