import {
  batchPath,
  type BatchResponseEntry,
  batchResponseSchema,
  batchVersion,
  clientVersion,
  maxBatchEntries,
  syncHeaders,
} from '#contract/sync/sync.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { callAfter, computeBackoffMs, maxBackoffMs, withDeadline } from '#mirror/runtime/timing.ts'
import type { StoredEntry } from '../stored-entry.ts'
import { classifyResponse, parseJson, type RawResponse, type Verdict } from './classify-response.ts'
import type { DrainLoop, RequestEntries } from './drain-step.ts'

/** Maximum number of requests in transit. */
const maxInFlight = 4

/**
 * Maximum number of batches among them: one is stored and the next marked while the other is in
 * transit; more would only queue at the server.
 */
const maxBatches = 2

/**
 * Entries per batch: enough to make the request's overhead small, few enough that users see
 * progress.
 */
export const maxBatchSize = Math.min(50, maxBatchEntries)

/**
 * Maximum characters of request bodies per batch; in UTF-8 well below the megabyte that the server
 * accepts.
 */
const batchCharacters = 250_000

/**
 * Number of entries marked in advance, so that sending never waits for a transaction. They return
 * unsent when sending is blocked.
 */
export function countEntriesToMark(loop: DrainLoop): number {
  return loop.batchPause === null ? maxBatchSize : 4 * maxInFlight
}

/**
 * The next request that may be sent, from the marked entries; null when there is none or enough are
 * in transit. Entries whose lease is too short by now are requeued.
 */
export function takeNextEntries(loop: DrainLoop): RequestEntries | null {
  while (loop.inFlight.size < maxInFlight) {
    const isBatching = loop.batchPause === null
    // While enough batches are in transit, the next entries wait for another one.
    const index =
      isBatching && countBatches(loop) >= getMaxBatches(loop)
        ? loop.marked.findIndex((entry) => !isBatchable(entry))
        : 0
    const [op] = index < 0 ? [] : loop.marked.splice(index, 1)
    if (!op) return null
    if (!isLeaseLongEnough(op, loop.outbox.runtime.now())) requeueUnsent(loop, [op])
    else return isBatching && isBatchable(op) ? [op, ...fillBatch(loop, op)] : [op]
  }
  return null
}

/** Queues unsent entries again, so that they can still be merged and discarded. */
export function requeueUnsent(loop: DrainLoop, unsent: readonly StoredEntry[]): void {
  for (const marked of unsent) loop.results.push({ marked, verdict: { kind: 'unsent' } })
}

function countBatches({ inFlight }: DrainLoop): number {
  return [...inFlight].filter((entries) => entries.length > 1).length
}

/**
 * Only one batch until one has succeeded: sent entries can be neither merged nor discarded.
 */
function getMaxBatches({ hasBatched }: DrainLoop): number {
  return hasBatched ? maxBatches : 1
}

/** Other entries that fit into the same batch. */
function fillBatch(loop: DrainLoop, first: StoredEntry): StoredEntry[] {
  const now = loop.outbox.runtime.now()
  const added: StoredEntry[] = []
  let characters = measureRequest(first)
  loop.marked = loop.marked.filter((entry) => {
    const fits = added.length + 1 < maxBatchSize && characters + measureRequest(entry) <= batchCharacters
    if (!fits || !isBatchable(entry) || !isLeaseLongEnough(entry, now)) return true
    characters += measureRequest(entry)
    added.push(entry)
    return false
  })
  return added
}

/**
 * Only at the first attempt. An unanswered entry is sent again alone, so that others in its batch
 * can't hold it up.
 */
function isBatchable(entry: StoredEntry): boolean {
  return entry.attempts === 1 && measureRequest(entry) <= batchCharacters
}

function measureRequest({ request }: StoredEntry): number {
  return request?.body.length ?? 0
}

/** On a slow connection an entry's lease could end before its request; then it is marked again. */
function isLeaseLongEnough({ lease }: StoredEntry, now: number): boolean {
  return lease !== null && lease.from <= now && now + sendTimeoutMs <= lease.until
}

/**
 * After a failed batch, plain calls are used for a growing time, or the maximum time if the server
 * doesn't know batches.
 */
export function applyBatchVerdict(loop: DrainLoop, requestVerdict: RequestVerdict): void {
  if (requestVerdict.kind === 'answered' && requestVerdict.verdicts.some(({ kind }) => kind !== 'unreachable')) {
    loop.batchFailures = 0
    loop.hasBatched = true
    return
  }
  loop.batchFailures += 1
  loop.hasBatched = false
  const { runtime } = loop.outbox
  const ms = requestVerdict.kind === 'not_taken' ? maxBackoffMs : computeBackoffMs(loop.batchFailures, runtime.random())
  const token = Symbol('batches')
  loop.batchPause = token
  callAfter(runtime, { ms, signal: loop.run.signal }, () => {
    if (loop.batchPause === token) loop.batchPause = null
  })
}

/** Response timeout in ms. */
const sendTimeoutMs = 30_000

/**
 * The result of a request, in the order of its entries. `not_taken`: the receiver doesn't know
 * batches; each entry must be sent as a plain call.
 */
type RequestVerdict = { kind: 'answered'; verdicts: readonly Verdict[] } | { kind: 'not_taken' }

interface WireRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends marked entries of different records in one request; a single one as a plain call. Never
 * throws: a timeout of 30 s, a broken connection and an abort are all `unreachable`.
 */
export async function sendEntries(
  runtime: Runtime,
  entries: RequestEntries,
  context: { readonly accessToken: string; readonly signal: AbortSignal },
): Promise<RequestVerdict> {
  const { method, path, body, headers } =
    entries.length === 1 ? buildPlainRequest(entries[0]) : buildBatchRequest(entries)
  const rawResponse = await withDeadline(runtime, { ms: sendTimeoutMs, signal: context.signal }, async (deadline) => {
    const response = await runtime.fetch(runtime.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${context.accessToken}`,
        'content-type': 'application/json',
        [syncHeaders.clientVersion]: String(clientVersion),
        ...headers,
      },
      body,
      signal: deadline,
      cache: 'no-store',
      credentials: 'omit',
      // Never follow a redirect with a write: it may lead to a captive portal or a sign-in page.
      redirect: 'error',
    })
    const text = await response.text()
    const { status, redirected: isRedirected } = response
    return { status, isRedirected, header: (name: string) => response.headers.get(name), body: text }
  }).catch(() => null)
  if (!rawResponse)
    return { kind: 'answered', verdicts: entries.map(() => ({ kind: 'unreachable', retryAfterMs: null })) }
  if (entries.length > 1) return classifyBatch(entries, rawResponse, runtime.now())
  const [{ opId, recordId }] = entries
  return { kind: 'answered', verdicts: [classifyResponse({ opId, recordId, now: runtime.now() }, rawResponse)] }
}

function buildPlainRequest(entry: StoredEntry): WireRequest {
  const { method, path, body, ifMatch } = getRequest(entry)
  const base = ifMatch === null ? {} : { [syncHeaders.baseVersion]: `"${ifMatch}"` }
  return { method, path, body, headers: { [syncHeaders.opId]: entry.opId, ...base } }
}

/**
 * Each request text is sent exactly as stored, so that an entry may be repeated as a plain call.
 */
function buildBatchRequest(entries: readonly StoredEntry[]): WireRequest {
  const texts = entries.map((entry) => {
    const { method, path, ifMatch, body } = getRequest(entry)
    const envelope = JSON.stringify({ op_id: entry.opId, method, path, base_version: ifMatch })
    return `${envelope.slice(0, -1)},"body":${body}}`
  })
  return { method: 'POST', path: batchPath, headers: {}, body: `{"v":${batchVersion},"entries":[${texts.join(',')}]}` }
}

function getRequest(entry: StoredEntry): NonNullable<StoredEntry['request']> {
  if (!entry.request) throw new Error(`entry ${entry.seq} was sent without being marked first`)
  return entry.request
}

/**
 * Statuses that mean the same for a batch as for a plain call: signed out, second factor missing,
 * come back later. 426 (outdated app) only counts as a response to a plain call.
 */
const sharedStatuses: ReadonlySet<number> = new Set([401, 408, 425, 428, 429])

/**
 * A response to a batch counts as a whole or not at all: 200, the agreed shape, and exactly one
 * response per entry. Each is then classified like that of a plain call. A refusal of the request
 * says nothing about its entries: a server without batches responds 404, and a proxy may respond
 * anything.
 */
export function classifyBatch(entries: readonly StoredEntry[], rawResponse: RawResponse, now: number): RequestVerdict {
  const { status } = rawResponse
  const pairs = status === 200 && !rawResponse.isRedirected ? readBatchResponse(entries, rawResponse.body) : null
  if (pairs)
    return {
      kind: 'answered',
      verdicts: pairs.map(([entry, entryResponse]) => classifyEntry(entry, entryResponse, now)),
    }
  if (status >= 400 && status < 500 && !sharedStatuses.has(status)) return { kind: 'not_taken' }
  const batchVerdict: Verdict =
    status >= 400
      ? classifyResponse({ opId: '', recordId: '', now }, rawResponse)
      : { kind: 'unreachable', retryAfterMs: null }
  return { kind: 'answered', verdicts: entries.map(() => batchVerdict) }
}

/** Each entry with its own response; null when the body doesn't cover exactly these entries. */
function readBatchResponse(
  entries: readonly StoredEntry[],
  body: string,
): (readonly [StoredEntry, BatchResponseEntry])[] | null {
  const answers = batchResponseSchema.safeParse(parseJson(body)).data?.answers
  if (answers?.length !== entries.length) return null
  const byOpId = new Map(answers.map((entryResponse) => [entryResponse.op_id, entryResponse]))
  const pairs = entries.flatMap((entry) => {
    const entryResponse = byOpId.get(entry.opId)
    return entryResponse ? [[entry, entryResponse] as const] : []
  })
  return pairs.length === entries.length ? pairs : null
}

function classifyEntry({ opId, recordId }: StoredEntry, entryResponse: BatchResponseEntry, now: number): Verdict {
  const headers: Readonly<Record<string, string | undefined>> = entryResponse.headers
  const header = (name: string) => headers[name] ?? null
  const rawResponse = {
    status: entryResponse.status,
    isRedirected: false,
    header,
    body: JSON.stringify(entryResponse.body),
  }
  return classifyResponse({ opId, recordId, now }, rawResponse)
}
