import {
  paperContentPath,
  paperLimits,
  type PaperDeclaration,
  type PaperMediaType,
} from '#contract/papers.ts'
import { problem } from '#contract/problem.ts'
import { clientVersion, syncHeaders } from '#contract/sync.ts'
import { fetchWithSession } from '../outbox/session/fetch-with-session.ts'
import { backoffMs } from '../timing/backoff.ts'
import { withDeadline } from '../timing/deadline.ts'
import { classifyContentAnswer, type ContentVerdict } from './classify-content-answer.ts'
import { digestOf } from './digest.ts'
import { changeContent, discardContent } from './keep-content.ts'
import { withDatabase, type Papers } from './open-papers.ts'
import type { WaitingContent } from './papers-database.ts'
import type { ContentLane } from './send-contents.ts'

/** A piece that takes longer than this never comes on a line that work can be done on. */
const pieceTimeoutMs = 60_000

/**
 * Takes one content as far as the way allows. The server says from which byte on; nothing is counted as sent that it has not confirmed. `whole`: it has every byte, and only then the content leaves what
 * waits here. `later`: it is asked again when its pause is over.
 */
export async function sendContent(
  lane: ContentLane,
  content: WaitingContent,
  signal: AbortSignal,
): Promise<'whole' | 'later' | 'refused'> {
  const { papers } = lane
  const { contentId } = content
  const held = await readHeld(papers, contentId)
  // Dropped by its user, or sent by somebody who led before us.
  if (!held) return 'later'
  let from: number | null = null
  for (;;) {
    const verdict: ContentVerdict = await ask(lane, content, from === null ? declare(content, held) : piece(held, from), signal)
    if (signal.aborted) return 'later'
    if (verdict.kind !== 'progress') return settle(papers, { content, verdict, bytes: held.bytes })
    const { state } = verdict
    if (state.is_whole) return finish(lane, contentId, held)
    // Answered, yet no byte further than before: a server that goes backwards for ever must not be asked for ever.
    if (from !== null && state.received <= from) return settle(papers, { content, verdict: noProgress, bytes: held.bytes })
    from = state.received
    await noteReceived(papers, contentId, from)
  }
}

interface Held {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly thumb: Uint8Array | null
}

async function readHeld(papers: Papers, contentId: string): Promise<Held | null> {
  return withDatabase(papers, async ({ db }) => {
    const bytes = (await db.bytes.get(contentId))?.bytes
    const thumb = (await db.thumbs.get(contentId))?.bytes ?? null
    return bytes ? { bytes: new Uint8Array(bytes), thumb } : null
  })
}

function declare(content: WaitingContent, { thumb }: Held): RequestInit {
  const { digest, size, mediaType } = content
  const declaration: PaperDeclaration = {
    ...{ digest, size, media_type: mediaType as PaperMediaType },
    thumb: thumb && toBase64(thumb),
  }
  const headers = { 'content-type': 'application/json' }
  return { method: 'PUT', headers, body: JSON.stringify(declaration) }
}

function piece({ bytes }: Held, from: number): RequestInit & { from: number } {
  const headers = { 'content-type': 'application/octet-stream' }
  return { method: 'PATCH', headers, body: bytes.slice(from, from + paperLimits.pieceBytes), from }
}

async function ask(
  { outbox }: ContentLane,
  content: WaitingContent,
  { from, ...init }: RequestInit & { from?: number },
  signal: AbortSignal,
): Promise<ContentVerdict> {
  const { contentId, digest, size } = content
  const path = paperContentPath(contentId) + (from === undefined ? '' : `?from=${from}`)
  const headers = { ...init.headers, [syncHeaders.clientVersion]: String(clientVersion) }
  const answer = await withDeadline(outbox.runtime, { ms: pieceTimeoutMs, signal }, async (giveUp) => {
    // No byte is carried over to the page that a portal or a sign-in redirects to.
    const safely = { cache: 'no-store', redirect: 'error', signal: giveUp } as const
    const response = await fetchWithSession(outbox, path, { ...init, headers, ...safely })
    const { status, redirected: isRedirected } = response
    return { status, isRedirected, header: (name: string) => response.headers.get(name), body: await response.text() }
  }).catch(() => null)
  return answer
    ? classifyContentAnswer({ contentId, digest, size, now: outbox.runtime.now() }, answer)
    : { kind: 'unreachable', retryAfterMs: null, problem: null }
}

const noProgress: ContentVerdict = { kind: 'unreachable', retryAfterMs: null, problem: null }

async function noteReceived(papers: Papers, contentId: string, received: number): Promise<void> {
  await changeContent(papers, contentId, () => ({ received, failures: 0, nextTryAt: 0, problem: null }))
}

/** The server has every byte: a copy stays here as long as there is room, and what waited goes. */
async function finish({ papers, copies }: ContentLane, contentId: string, held: Held): Promise<'whole'> {
  await copies.putBytes(contentId, held.bytes)
  if (held.thumb) await copies.putThumb(contentId, new Uint8Array(held.thumb))
  await discardContent(papers, contentId)
  return 'whole'
}

/** What a failed try leaves of the content: everything, with the reason and the pause. */
async function settle(
  papers: Papers,
  tried: { content: WaitingContent; verdict: Exclude<ContentVerdict, { kind: 'progress' }> | typeof noProgress; bytes: Uint8Array<ArrayBuffer> },
): Promise<'later' | 'refused'> {
  const { content, verdict, bytes } = tried
  const { contentId, digest } = content
  const refuse = async (why: WaitingContent['problem']) => {
    await changeContent(papers, contentId, () => ({ state: 'refused', problem: why }))
    return 'refused' as const
  }
  if (verdict.kind === 'refused') return refuse(verdict.problem)
  // What this device holds may itself be broken; then no try will ever be right.
  if (verdict.kind === 'anew' && (await digestOf(bytes)) !== digest) return refuse(problem('digest_mismatch', brokenHere))
  const { now, random } = papers.runtime
  await changeContent(papers, contentId, ({ failures, received }) => ({
    failures: failures + 1,
    received: verdict.kind === 'anew' ? 0 : received,
    nextTryAt: now() + backoffMs(failures + 1, random(), verdict.kind === 'unreachable' ? verdict : {}),
    problem: verdict.kind === 'unreachable' || verdict.kind === 'anew' ? verdict.problem : null,
  }))
  return 'later'
}

const brokenHere = { message: '이 기기에 보관된 파일이 손상되어 보낼 수 없습니다.' }

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}
