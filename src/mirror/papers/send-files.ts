import {
  buildPaperContentPath,
  type PaperDeclaration,
  paperLimits,
  type PaperMediaType,
  type PaperState,
  paperStateSchema,
} from '#contract/papers/papers.ts'
import { problem, type Problem } from '#contract/problem.ts'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import { type Outbox, subscribeOutbox } from '#mirror/outbox/open-outbox.ts'
import { parseJson, parseProblem, type RawResponse, readRetryAfter } from '#mirror/outbox/sending/classify-response.ts'
import { fetchWithSession, findValidSession } from '#mirror/outbox/session.ts'
import { computeBackoffMs, createWakeSignal, isDue, withDeadline } from '#mirror/runtime/timing.ts'
import { type Papers, rereadPapers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { WaitingFile } from './papers-database.ts'
import { computeDigest, discardFile, makeFilesDue, readBytes, readThumb, updateWaitingFile } from './store-file.ts'

export interface SendContext {
  readonly papers: Papers
  readonly copies: PaperCopies
  /** Provides the session; nothing is written to it. */
  readonly outbox: Outbox
}

/** A request for a piece that takes longer is aborted. */
const pieceTimeoutMs = 60_000

interface SendRun {
  readonly signal: AbortSignal
  /** True: return when nothing can be sent now; false: continue until aborted. */
  readonly isOnce: boolean
}

/**
 * Maximum pause of all sending, so that one failing file doesn't delay the others for longer.
 */
const maxPauseMs = 60_000

/** The queue is checked at least this often, even without a signal. */
const maxSleepMs = 60_000

/**
 * Sends waiting files one at a time while the caller leads. Runs next to the outbox and never
 * delays it: edits overtake the photographs of their record. The file with the fewest failures
 * goes first, then the oldest, so that a failing one blocks nobody.
 */
export async function sendFiles(context: SendContext, { signal, isOnce }: SendRun): Promise<void> {
  const { papers, outbox } = context
  const [wake, retryNow] = [createWakeSignal(papers.runtime), createWakeSignal(papers.runtime)]
  const requestRetry = () => {
    retryNow.notify()
    wake.notify()
  }
  papers.listeners.add(wake.notify)
  outbox.wakeListeners.add(requestRetry)
  const unsubscribe = subscribeOutbox(outbox, (change) => change.isSessionChanged && requestRetry())
  let failures = 0
  try {
    await rereadPapers(papers)
    while (!signal.aborted) {
      wake.clear()
      const next = findValidSession(outbox) ? findNextFile(papers) : null
      if (!next && isOnce) return
      if (!next) {
        await wake.wait({ ms: computeSleepMs(papers), signal })
        continue
      }
      retryNow.clear()
      const result = await sendFile(context, next, signal).catch(onStorageFailure)
      failures = result.kind === 'failed' ? failures + 1 : 0
      if (result.kind !== 'failed') continue
      if (isOnce) return
      const pauseMs = computeBackoffMs(failures, papers.runtime.random(), { ...result, maxMs: maxPauseMs })
      // A manual request, or the server is reachable again.
      if (await retryNow.wait({ ms: pauseMs, signal })) await makeFilesDue(papers).catch(() => undefined)
    }
  } finally {
    papers.listeners.delete(wake.notify)
    outbox.wakeListeners.delete(requestRetry)
    unsubscribe()
  }
}

/** The result could not be stored; the server will repeat it. */
function onStorageFailure(): FileSendResult {
  return { kind: 'failed', retryAfterMs: 5_000 }
}

function findNextFile({ waiting, runtime }: Papers): WaitingFile | null {
  const now = runtime.now()
  const due = waiting.filter(({ state, nextTryAt }) => state === 'waiting' && isDue(nextTryAt, now))
  return due.toSorted((a, b) => a.failures - b.failures || a.seq - b.seq)[0] ?? null
}

function computeSleepMs({ waiting, runtime }: Papers): number {
  const now = runtime.now()
  const dueIn = waiting.flatMap(({ state, nextTryAt }) => (state === 'waiting' ? [Math.max(1, nextTryAt - now)] : []))
  return Math.min(maxSleepMs, ...dueIn)
}

/**
 * Result of one attempt. `gone`: the file no longer waits. `failed`: our server did not respond,
 * so other files would fail too.
 */
type FileSendResult =
  | { kind: 'whole' }
  | { kind: 'refused' }
  | { kind: 'gone' }
  | { kind: 'failed'; retryAfterMs: number | null }

type SendFailure = Exclude<FileVerdict, { kind: 'progress' }>

/**
 * Sends one file as far as possible. The server names the next byte; only confirmed bytes count
 * as sent, and the file leaves the queue when the server has all of them.
 */
async function sendFile(context: SendContext, file: WaitingFile, signal: AbortSignal): Promise<FileSendResult> {
  const { papers } = context
  const { contentId } = file
  const stored = await readStored(papers, contentId)
  if (!stored) return markRefused(papers, contentId, problem('digest_mismatch', corruptedMessage))
  // A declared file isn't declared again: on a bad connection every extra request may fail.
  for (let from = file.isDeclared ? file.received : null; ;) {
    const verdict = await sendRequest(context, file, {
      request: from === null ? buildDeclaration(file, stored) : buildPiece(stored, from),
      signal,
    })
    if (signal.aborted) return { kind: 'gone' }
    if (verdict.kind !== 'progress') return recordFailure(papers, file, { failure: verdict, bytes: stored.bytes })
    const { received, is_whole } = verdict.state
    if (is_whole) return finishFile(context, contentId, stored)
    // A response without progress: pause before the next request to a stuck server.
    if (from !== null && received <= from)
      return recordFailure(papers, file, { failure: noProgress, bytes: stored.bytes })
    from = received
    const isQueued = await updateWaitingFile(papers, contentId, () => withProgress(received))
    if (!isQueued) return { kind: 'gone' }
  }
}

function withProgress(received: number): Partial<WaitingFile> {
  return { isDeclared: true, received, failures: 0, nextTryAt: 0, problem: null }
}

interface StoredBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly thumb: Uint8Array<ArrayBuffer> | null
}

async function readStored(papers: Papers, contentId: string): Promise<StoredBytes | null> {
  const [bytes, thumb] = [await readBytes(papers, contentId), await readThumb(papers, contentId)]
  return bytes && { bytes, thumb }
}

interface FileRequest {
  readonly method: 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly from?: number
}

function buildDeclaration(file: WaitingFile, { thumb }: StoredBytes): FileRequest {
  const { digest, size, mediaType } = file
  const declaration: PaperDeclaration = {
    digest,
    size,
    media_type: mediaType as PaperMediaType,
    thumb: thumb && toBase64(thumb),
  }
  const headers = { 'content-type': 'application/json' }
  return { method: 'PUT', headers, body: JSON.stringify(declaration) }
}

function buildPiece({ bytes }: StoredBytes, from: number): FileRequest {
  const headers = { 'content-type': 'application/octet-stream' }
  return { method: 'PATCH', headers, body: bytes.slice(from, from + paperLimits.pieceBytes), from }
}

async function sendRequest(
  { outbox }: SendContext,
  { contentId, digest, size }: WaitingFile,
  { request, signal }: { request: FileRequest; signal: AbortSignal },
): Promise<FileVerdict> {
  const { from, headers, ...init } = request
  const path = buildPaperContentPath(contentId) + (from === undefined ? '' : `?from=${from}`)
  const result = await withDeadline(outbox.runtime, { ms: pieceTimeoutMs, signal }, async (deadline) => {
    const response = await fetchWithSession(outbox, path, {
      ...init,
      headers: { ...headers, [syncHeaders.clientVersion]: String(clientVersion) },
      cache: 'no-store',
      // Never follow a redirect with the bytes: it may lead to a captive portal or a sign-in page.
      redirect: 'error',
      signal: deadline,
    })
    const { status, redirected: isRedirected } = response
    return { status, isRedirected, header: (name: string) => response.headers.get(name), body: await response.text() }
  }).catch(() => null)
  return result ? classifyFileResponse({ contentId, digest, size, now: outbox.runtime.now() }, result) : noProgress
}

const noProgress: SendFailure = { kind: 'unreachable', retryAfterMs: null, problem: null }

/**
 * The server has every byte: stores a copy while there is room and removes the file from the
 * queue.
 */
async function finishFile(
  { papers, copies }: SendContext,
  contentId: string,
  { bytes, thumb }: StoredBytes,
): Promise<FileSendResult> {
  await copies.putBytes(contentId, bytes)
  if (thumb) await copies.putThumb(contentId, thumb)
  await discardFile(papers, contentId)
  return { kind: 'whole' }
}

/** Records a failed attempt: the file stays, with the reason and its own pause. */
async function recordFailure(
  papers: Papers,
  { contentId, digest }: WaitingFile,
  { failure, bytes }: { failure: SendFailure; bytes: Uint8Array<ArrayBuffer> },
): Promise<FileSendResult> {
  if (failure.kind === 'refused') return markRefused(papers, contentId, failure.problem)
  const isRestart = failure.kind === 'restart'
  // If the stored bytes are damaged, no attempt can succeed.
  if (isRestart && (await computeDigest(bytes)) !== digest)
    return markRefused(papers, contentId, problem('digest_mismatch', corruptedMessage))
  const retryAfterMs = failure.kind === 'unreachable' ? failure.retryAfterMs : null
  const { now, random } = papers.runtime
  await updateWaitingFile(papers, contentId, ({ failures }) => ({
    failures: failures + 1,
    ...(isRestart && { isDeclared: false, received: 0 }),
    nextTryAt: now() + computeBackoffMs(failures + 1, random(), { retryAfterMs }),
    problem: failure.kind === 'signed_out' ? null : failure.problem,
  }))
  return { kind: 'failed', retryAfterMs }
}

async function markRefused(papers: Papers, contentId: string, reason: Problem): Promise<FileSendResult> {
  await updateWaitingFile(papers, contentId, () => ({ state: 'refused', problem: reason }))
  return { kind: 'refused' }
}

const corruptedMessage = { message: '이 기기에 보관된 파일이 손상되어 보낼 수 없습니다.' }

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

type FileVerdict =
  /** The server confirmed this many bytes. */
  | { kind: 'progress'; state: PaperState }
  /** Outcome unknown: request again later. `problem` is set when our own server gave a reason. */
  | { kind: 'unreachable'; retryAfterMs: number | null; problem: Problem | null }
  | { kind: 'signed_out' }
  /** The server doesn't know the file, or its bytes don't match the declaration: start over. */
  | { kind: 'restart'; problem: Problem }
  | { kind: 'refused'; problem: Problem }

const refusalStatuses = new Set([400, 403, 405, 409, 413, 415, 422])

/**
 * Classifies the response to a request about a file. Success counts only in the agreed shape and
 * naming this file; a refusal must carry a problem code that fits its status. Everything else (a
 * portal's page, a proxy's 403) counts as no response.
 */
function classifyFileResponse(
  file: { readonly contentId: string; readonly digest: string; readonly size: number; readonly now: number },
  result: RawResponse,
): FileVerdict {
  const { status, isRedirected } = result
  if (isRedirected) return unreachable
  if (status >= 200 && status < 300) return parseProgress(file, parseJson(result.body)) ?? unreachable
  if (status === 401) return { kind: 'signed_out' }
  const { problem: reason = null } = parseProblem(result)
  if (reason?.code === 'not_found' || reason?.code === 'digest_mismatch') return { kind: 'restart', problem: reason }
  if (reason && refusalStatuses.has(status))
    return parseProgress(file, reason.current) ?? { kind: 'refused', problem: reason }
  return {
    kind: 'unreachable',
    retryAfterMs: readRetryAfter(result.header('retry-after'), file.now),
    problem: reason,
  }
}

const unreachable: FileVerdict = { kind: 'unreachable', retryAfterMs: null, problem: null }

function parseProgress(
  { contentId, digest, size }: { contentId: string; digest: string; size: number },
  body: unknown,
): FileVerdict | null {
  const state = paperStateSchema.safeParse(body).data
  const isSameContent = state?.content_id === contentId && state.digest === digest && state.size === size
  const isPossible = state && state.received <= size && state.is_whole === (state.received === size)
  return isSameContent && isPossible ? { kind: 'progress', state } : null
}
