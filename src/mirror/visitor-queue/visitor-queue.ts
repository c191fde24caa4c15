import { contactPath } from '#contract/books/inquiries.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { withLock } from '#mirror/runtime/take-lock.ts'

type SendContext = Pick<Runtime, 'indexedDB' | 'fetch' | 'locks' | 'baseUrl' | 'now' | 'wait'>

interface SendReport {
  /** Keys that the server has confirmed. */
  readonly sent: readonly string[]
  /** How many wait for another attempt; refused ones wait for the visitor and are not counted. */
  readonly waiting: number
  /** Milliseconds to wait, as the server requested; null when it did not. */
  readonly pauseMs: number | null
}

/**
 * Sends waiting inquiries one by one, from page or service worker, never from both at once. An
 * inquiry leaves the device only when the server has confirmed its key, and then leaves a receipt.
 * An attempt whose response was lost is repeated under the same key, and the server stores it once.
 */
export function sendInquiries(context: SendContext, signal?: AbortSignal): Promise<SendReport> {
  return withQueueLock(context, async () => {
    const sent: string[] = []
    let pauseMs: number | null = null
    for (const inquiry of await listWaitingInquiries(context)) {
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
      await storeReceipt(context, { key: inquiry.key, receivedAt: context.now() })
      await deleteInquiry(context, inquiry.key)
      sent.push(inquiry.key)
    }
    const remaining = await listWaitingInquiries(context)
    return { sent, waiting: remaining.filter(({ refusal }) => refusal === null).length, pauseMs }
  })
}

/**
 * Removes an inquiry from the queue, never while it is being sent, and returns it; undefined when
 * it was sent already.
 */
export function withdrawInquiry(context: SendContext, key: string): Promise<WaitingInquiry | undefined> {
  return withQueueLock(context, async () => {
    const waitingInquiry = (await listWaitingInquiries(context)).find((inquiry) => inquiry.key === key)
    if (waitingInquiry) await deleteInquiry(context, key)
    return waitingInquiry
  })
}

function withQueueLock<T>(context: SendContext, work: () => Promise<T>): Promise<T> {
  return withLock(context, 'visitor-inquiries', work)
}

const timeoutMs = 30_000

type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; refusal: NonNullable<WaitingInquiry['refusal']> }
  | { kind: 'later'; pauseMs: number | null }

/** Makes one attempt. Works without the queue, for devices that cannot store anything. */
export async function sendInquiry(
  context: Pick<SendContext, 'fetch' | 'baseUrl'>,
  inquiry: Pick<WaitingInquiry, 'key' | 'body'>,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await context.fetch(context.baseUrl + contactPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': inquiry.key },
      body: inquiry.body,
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return classifyOutcome(response, inquiry.key, await response.json())
  } catch {
    // No network, or not our server (a hotel's sign-in page returns 200 with HTML). The outcome is
    // unknown, so nothing is dropped.
    return { kind: 'later', pauseMs: null }
  }
}

/**
 * Statuses by which the server says that this text will never be accepted. Anything else may
 * succeed later.
 */
const refusalStatuses: readonly number[] = [400, 413, 415, 422]

function classifyOutcome(response: Response, key: string, body: unknown): SendOutcome {
  const result: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const isFromServer = result['id'] === key && result['state'] === 'received' && response.headers.get('op-id') === key
  if (response.ok && isFromServer) return { kind: 'sent' }
  const { code, message, fields } = result
  if (refusalStatuses.includes(response.status) && typeof code === 'string' && typeof message === 'string') {
    return { kind: 'refused', refusal: { message, fields: pickTexts(fields) } }
  }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return { kind: 'later', pauseMs: Number.isFinite(seconds) ? seconds * 1000 : null }
}

function pickTexts(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/**
 * An inquiry the server has not confirmed yet. Visitors have no outbox and load none of its code.
 * The queue is a separate database, opened for each call so that a lost connection or a version
 * change never leaves a dead handle behind.
 */
export interface WaitingInquiry {
  /** Idempotency-Key and id of the inquiry. */
  readonly key: string
  /** The request body, byte for byte the same at every attempt. */
  readonly body: string
  readonly subject: string
  /** Milliseconds since 1970 by the visitor's clock. */
  readonly writtenAt: number
  /** Attempts that left this device; after the first one the server may have it. */
  readonly tries: number
  /** Why the server rejects it as it is; it then waits for the visitor, not for the network. */
  readonly refusal: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null
}

type DatabaseRuntime = Pick<Runtime, 'indexedDB'>

/** Resolves once the inquiry is on disk. Rejects when this device cannot store it. */
export async function storeInquiry(runtime: DatabaseRuntime, inquiry: WaitingInquiry): Promise<void> {
  await runInStore(runtime, waitingStore, (store) => store.put(inquiry))
}

/** Oldest first. */
export async function listWaitingInquiries(runtime: DatabaseRuntime): Promise<WaitingInquiry[]> {
  const inquiries = await runInStore(runtime, waitingStore, (store) => store.getAll() as IDBRequest<WaitingInquiry[]>)
  return inquiries.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

async function deleteInquiry(runtime: DatabaseRuntime, key: string): Promise<void> {
  await runInStore(runtime, waitingStore, (store) => store.delete(key))
}

/**
 * An inquiry that the server has confirmed, without its text, which is deleted. Kept until the
 * visitor has seen it, at most a day.
 */
export interface InquiryReceipt {
  readonly key: string
  /** Milliseconds since 1970 by the visitor's clock. */
  readonly receivedAt: number
}

const maxReceiptAgeMs = 86_400_000

/** Sending goes on without it: the server has the inquiry. */
async function storeReceipt(runtime: DatabaseRuntime, receipt: InquiryReceipt): Promise<void> {
  await runInStore(runtime, receiptStore, (store) => store.put(receipt)).catch(() => null)
}

/** Oldest first. Deletes those of more than a day ago. */
export async function listReceipts(runtime: DatabaseRuntime & Pick<Runtime, 'now'>): Promise<InquiryReceipt[]> {
  const all = await runInStore(runtime, receiptStore, (store) => store.getAll() as IDBRequest<InquiryReceipt[]>)
  const oldest = runtime.now() - maxReceiptAgeMs
  await deleteReceipts(
    runtime,
    all.filter(({ receivedAt }) => receivedAt < oldest).map(({ key }) => key),
  )
  return all.filter(({ receivedAt }) => receivedAt >= oldest).toSorted((a, b) => a.receivedAt - b.receivedAt)
}

export async function deleteReceipts(runtime: DatabaseRuntime, keys: readonly string[]): Promise<void> {
  for (const key of keys) await runInStore(runtime, receiptStore, (store) => store.delete(key))
}

interface StoreLocation {
  readonly database: string
  readonly store: string
}

/** HAZARD: no version of the app may rename or delete it; its contents exist nowhere else. */
const waitingStore: StoreLocation = { database: 'visitor-inquiries', store: 'waiting' }

/** Separate, because an older version would send a receipt in the queue as an inquiry. */
const receiptStore: StoreLocation = { database: 'visitor-receipts', store: 'receipts' }

async function runInStore<T>(
  runtime: DatabaseRuntime,
  location: StoreLocation,
  operation: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openStore(runtime, location)
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(location.store, 'readwrite', { durability: 'strict' })
      const request = operation(transaction.objectStore(location.store))
      // Only a completed transaction is on disk; a successful request can still be rolled back when
      // the disk is full.
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')))
    })
  } finally {
    database.close()
  }
}

function openStore({ indexedDB }: DatabaseRuntime, { database, store }: StoreLocation): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
  })
}

/** Background Sync tag: the service worker sends waiting inquiries. */
export const inquiryTag = 'inquiries'

/** Channel on which page and service worker report `{ sent: keys }`. */
export const inquiryChannel = 'visitor-inquiries'
