import { paperContentPath, paperThumbPath } from '#contract/papers/papers.ts'
import type { Outbox } from '../outbox/open-outbox.ts'
import { requiredFactor } from '../outbox/session/factor-state.ts'
import { fetchWithSession } from '../outbox/session/fetch-with-session.ts'
import { withDeadline } from '../timing/deadline.ts'
import { digestOf } from './digest.ts'
import { discardContent, storeContent, markRecorded, readBytes, readThumb, retryContent } from './store-content.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { Papers } from './open-papers.ts'
import type { NamedContent, PapersView, ReadContent } from './papers-seen.ts'

/** Long enough for twenty megabytes on any usable line. */
const timeoutMs = 600_000

export function papersView(papers: Papers, copies: PaperCopies, outbox: Outbox): PapersView {
  return {
    keep: (content) => storeContent(papers, copies, content),
    noteRecorded: (contentId) => markRecorded(papers, contentId),
    getWaiting: () => papers.waiting,
    subscribe(listener) {
      papers.listeners.add(listener)
      return () => papers.listeners.delete(listener)
    },
    retry: (contentId) => retryContent(papers, contentId),
    discard: (contentId) => discardContent(papers, contentId),
    async readBytes(paper, reason) {
      const { content_id: contentId } = paper
      const bytes = (await readBytes(papers, contentId)) ?? (await copies.getBytes(contentId))
      if (bytes) return { kind: 'read', bytes }
      const fetched = await fetchContent(outbox, paper, reason)
      if (fetched.kind !== 'read') return fetched
      await copies.putBytes(contentId, fetched.bytes)
      // Listeners must know that it is on this device now.
      for (const listener of [...papers.listeners]) listener()
      return fetched
    },
    async readThumb(contentId, reason) {
      const stored = (await readThumb(papers, contentId)) ?? (await copies.getThumb(contentId))
      if (stored) return stored
      const answer = await fetchBytes(outbox, withReason(paperThumbPath(contentId), reason))
      const isPicture = answer?.status === 200 && answer.type.startsWith('image/') && answer.bytes.length > 0
      if (!isPicture) return null
      await copies.putThumb(contentId, answer.bytes)
      return answer.bytes
    },
    async listHere() {
      return new Set([...papers.waiting.map(({ contentId }) => contentId), ...(await copies.listIds())])
    },
  }
}

/** Accepts only the exact bytes the record names. */
async function fetchContent(outbox: Outbox, paper: NamedContent, reason?: string): Promise<ReadContent> {
  const answer = await fetchBytes(outbox, withReason(paperContentPath(paper.content_id), reason))
  if (!answer) return { kind: 'unreachable' }
  const { status, bytes } = answer
  if (status === 404) return { kind: 'not_whole' }
  if (status === 428 && (await requiredFactor(new Response(bytes))) === 'fresh') return { kind: 'needs_factor' }
  const isIt = status === 200 && bytes.length === paper.size && (await digestOf(bytes)) === paper.digest
  return isIt ? { kind: 'read', bytes } : { kind: 'unreachable' }
}

function withReason(path: string, reason?: string): string {
  return reason === undefined ? path : `${path}?reason=${encodeURIComponent(reason)}`
}

async function fetchBytes(outbox: Outbox, path: string) {
  return withDeadline(outbox.runtime, { ms: timeoutMs }, async (signal) => {
    const response = await fetchWithSession(outbox, path, { cache: 'no-store', redirect: 'error', signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get('content-type') ?? '', bytes }
  }).catch(() => null)
}
