import { paperLimits, type PaperMediaType } from '#contract/papers/paper-limits.ts'
import { paperContentPath, type PaperDeclaration } from '#contract/papers/papers.ts'
import { problem, type Problem } from '#contract/problem.ts'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import type { Outbox } from '../outbox/open-outbox.ts'
import { fetchWithSession } from '../outbox/session/fetch-with-session.ts'
import { backoffMs } from '../timing/backoff.ts'
import { withDeadline } from '../timing/deadline.ts'
import { classifyContentAnswer, type ContentVerdict } from './classify-content-answer.ts'
import { digestOf } from './digest.ts'
import { changeContent, discardContent, readBytes, readThumb } from './store-content.ts'
import type { Papers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { WaitingContent } from './papers-database.ts'

export interface ContentLane {
  readonly papers: Papers
  readonly copies: PaperCopies
  /** Provides the session; nothing is written to it. */
  readonly outbox: Outbox
}

/** A piece that takes longer is given up. */
const pieceTimeoutMs = 60_000

/** Result of one attempt. `failed`: our server did not answer, so other contents would fail too. */
export type SendResult =
  | { kind: 'whole' }
  | { kind: 'refused' }
  | { kind: 'gone' }
  | { kind: 'failed'; retryAfterMs: number | null }

type Failure = Exclude<ContentVerdict, { kind: 'progress' }>

/**
 * Sends one content as far as possible. The server names the next byte; only confirmed bytes count
 * as sent, and the content leaves the queue when the server has all of them.
 */
export async function sendContent(
  lane: ContentLane,
  content: WaitingContent,
  signal: AbortSignal,
): Promise<SendResult> {
  const { papers } = lane
  const { contentId } = content
  const stored = await readStored(papers, contentId)
  if (!stored) return refuse(papers, contentId, problem('digest_mismatch', corruptedMessage))
  // A declared content isn't declared again: on a bad line every extra request may fail.
  for (let from = content.isDeclared ? content.received : null; ;) {
    const verdict = await send(lane, content, {
      request: from === null ? declare(content, stored) : piece(stored, from),
      signal,
    })
    if (signal.aborted) return { kind: 'gone' }
    if (verdict.kind !== 'progress') return recordFailure(papers, content, { failure: verdict, bytes: stored.bytes })
    const { received, is_whole } = verdict.state
    if (is_whole) return finish(lane, contentId, stored)
    // Answered without progress: pause before asking a stuck server again.
    if (from !== null && received <= from)
      return recordFailure(papers, content, { failure: noProgress, bytes: stored.bytes })
    from = received
    const isQueued = await changeContent(papers, contentId, () => answered(received))
    if (!isQueued) return { kind: 'gone' }
  }
}

function answered(received: number): Partial<WaitingContent> {
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

interface ContentRequest {
  readonly method: 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly from?: number
}

function declare(content: WaitingContent, { thumb }: StoredBytes): ContentRequest {
  const { digest, size, mediaType } = content
  const declaration: PaperDeclaration = {
    digest,
    size,
    media_type: mediaType as PaperMediaType,
    thumb: thumb && toBase64(thumb),
  }
  const headers = { 'content-type': 'application/json' }
  return { method: 'PUT', headers, body: JSON.stringify(declaration) }
}

function piece({ bytes }: StoredBytes, from: number): ContentRequest {
  const headers = { 'content-type': 'application/octet-stream' }
  return { method: 'PATCH', headers, body: bytes.slice(from, from + paperLimits.pieceBytes), from }
}

async function send(
  { outbox }: ContentLane,
  { contentId, digest, size }: WaitingContent,
  { request, signal }: { request: ContentRequest; signal: AbortSignal },
): Promise<ContentVerdict> {
  const { from, headers, ...init } = request
  const path = paperContentPath(contentId) + (from === undefined ? '' : `?from=${from}`)
  const answer = await withDeadline(outbox.runtime, { ms: pieceTimeoutMs, signal }, async (deadline) => {
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
  return answer ? classifyContentAnswer({ contentId, digest, size, now: outbox.runtime.now() }, answer) : noProgress
}

const noProgress: Failure = { kind: 'unreachable', retryAfterMs: null, problem: null }

/**
 * The server has every byte: stores a copy while there is room and removes the content from the
 * queue.
 */
async function finish(
  { papers, copies }: ContentLane,
  contentId: string,
  { bytes, thumb }: StoredBytes,
): Promise<SendResult> {
  await copies.putBytes(contentId, bytes)
  if (thumb) await copies.putThumb(contentId, thumb)
  await discardContent(papers, contentId)
  return { kind: 'whole' }
}

/** Records a failed attempt: the content stays, with the reason and its own pause. */
async function recordFailure(
  papers: Papers,
  { contentId, digest }: WaitingContent,
  { failure, bytes }: { failure: Failure; bytes: Uint8Array<ArrayBuffer> },
): Promise<SendResult> {
  if (failure.kind === 'refused') return refuse(papers, contentId, failure.problem)
  const isRestart = failure.kind === 'anew'
  // If the stored bytes are damaged, no attempt can succeed.
  if (isRestart && (await digestOf(bytes)) !== digest)
    return refuse(papers, contentId, problem('digest_mismatch', corruptedMessage))
  const retryAfterMs = failure.kind === 'unreachable' ? failure.retryAfterMs : null
  const { now, random } = papers.runtime
  await changeContent(papers, contentId, ({ failures }) => ({
    failures: failures + 1,
    ...(isRestart && { isDeclared: false, received: 0 }),
    nextTryAt: now() + backoffMs(failures + 1, random(), { retryAfterMs }),
    problem: failure.kind === 'signed_out' ? null : failure.problem,
  }))
  return { kind: 'failed', retryAfterMs }
}

async function refuse(papers: Papers, contentId: string, reason: Problem): Promise<SendResult> {
  await changeContent(papers, contentId, () => ({ state: 'refused', problem: reason }))
  return { kind: 'refused' }
}

const corruptedMessage = { message: '이 기기에 보관된 파일이 손상되어 보낼 수 없습니다.' }

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}
