import { buildPaperContentPath, buildPaperThumbPath } from '#contract/papers/papers.ts'
import { OutboxWriteError } from '#mirror/offline-copy.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import { fetchWithSession, readRequiredFactor } from '#mirror/outbox/session.ts'
import { withDeadline } from '#mirror/runtime/timing.ts'
import { type Papers, withDatabase, writePapers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { NewPaperFile, PaperFileRef, PaperReadResult, PapersView, StoredPaperFile } from './papers-api.ts'
import type { UnrecordedPaper, WaitingFile } from './papers-database.ts'

/**
 * Stores a file on this device, completely or not at all, to be sent later. Resolves after the
 * transaction completed. When there is no room, copies of confirmed files are evicted.
 * @throws OutboxWriteError when the device could not keep it
 */
export async function storeFile(papers: Papers, copies: PaperCopies, file: NewPaperFile): Promise<UnrecordedPaper> {
  const { runtime } = papers
  const { name, mediaType, bytes, thumb } = file
  const stored: StoredPaperFile = { contentId: runtime.newId(), digest: await computeDigest(bytes), size: bytes.length }
  const unrecorded = file.buildRecord(stored)
  const waiting: Omit<WaitingFile, 'seq'> = {
    ...stored,
    name,
    mediaType,
    unrecorded,
    addedAt: runtime.now(),
    state: 'waiting',
    isDeclared: false,
    received: 0,
    failures: 0,
    nextTryAt: 0,
    problem: null,
  }
  const write = () =>
    writePapers(papers, async (db) => {
      const { contentId } = stored
      await Promise.all([
        // Dexie writes the new key into the object it is given, and this may run twice.
        db.contents.add({ ...waiting }),
        db.bytes.add({ contentId, bytes }),
        thumb && db.thumbs.add({ contentId, bytes: thumb }),
      ])
    })
  await write().catch(async (error: unknown) => {
    if (!(error instanceof OutboxWriteError && error.reason === 'full')) throw error
    await copies.clear()
    await write()
  })
  return unrecorded
}

/** Remembers that the outbox holds the record of this file. */
export async function markRecorded(papers: Papers, contentId: string): Promise<void> {
  await updateWaitingFile(papers, contentId, () => ({ unrecorded: null }))
}

/** Sends a refused file once more. */
async function retryFile(papers: Papers, contentId: string): Promise<void> {
  await updateWaitingFile(papers, contentId, () => ({ state: 'waiting', failures: 0, nextTryAt: 0, problem: null }))
}

/** Makes all waiting files due now. */
export async function makeFilesDue(papers: Papers): Promise<void> {
  if (papers.waiting.every(({ nextTryAt }) => nextTryAt === 0)) return
  await writePapers(papers, async (db) => {
    await db.contents.toCollection().modify({ nextTryAt: 0 })
  })
}

/** The bytes of a waiting file; null when there is none. */
export async function readBytes(papers: Papers, contentId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await withDatabase(papers, ({ db }) => db.bytes.get(contentId))
  return row ? new Uint8Array(row.bytes) : null
}

/** The thumbnail of a waiting file. */
export async function readThumb(papers: Papers, contentId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await withDatabase(papers, ({ db }) => db.thumbs.get(contentId))
  return row ? new Uint8Array(row.bytes) : null
}

/** Removes a file the server does not have; the caller has asked the user. */
export function discardFile(papers: Papers, contentId: string): Promise<void> {
  return writePapers(papers, async (db) => {
    await Promise.all([
      db.contents.where('contentId').equals(contentId).delete(),
      db.bytes.delete(contentId),
      db.thumbs.delete(contentId),
    ])
  })
}

/** Changes the state of a waiting file; false when it no longer waits. */
export function updateWaitingFile(
  papers: Papers,
  contentId: string,
  change: (file: WaitingFile) => Partial<WaitingFile>,
): Promise<boolean> {
  return writePapers(papers, async (db) => {
    const file = await db.contents.get({ contentId })
    if (file) await db.contents.put({ ...file, ...change(file) })
    return file !== undefined
  })
}

/** SHA-256 of bytes as hex. */
export async function computeDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- Neither an id nor chance: the same bytes give the same digest everywhere.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Long enough for twenty megabytes on any usable connection. */
const timeoutMs = 600_000

export function createPapersView(papers: Papers, copies: PaperCopies, outbox: Outbox): PapersView {
  return {
    storeFile: (file) => storeFile(papers, copies, file),
    markRecorded: (contentId) => markRecorded(papers, contentId),
    getWaiting: () => papers.waiting,
    subscribe(listener) {
      papers.listeners.add(listener)
      return () => papers.listeners.delete(listener)
    },
    retryFile: (contentId) => retryFile(papers, contentId),
    discardFile: (contentId) => discardFile(papers, contentId),
    async readBytes(paper, reason) {
      const { content_id: contentId } = paper
      const bytes = (await readBytes(papers, contentId)) ?? (await copies.getBytes(contentId))
      if (bytes) return { kind: 'read', bytes }
      const fetched = await fetchFile(outbox, paper, reason)
      if (fetched.kind !== 'read') return fetched
      await copies.putBytes(contentId, fetched.bytes)
      // Listeners must know that it is on this device now.
      for (const listener of [...papers.listeners]) listener()
      return fetched
    },
    async readThumb(contentId, reason) {
      const stored = (await readThumb(papers, contentId)) ?? (await copies.getThumb(contentId))
      if (stored) return stored
      const result = await fetchBytes(outbox, withReason(buildPaperThumbPath(contentId), reason))
      const isPicture = result?.status === 200 && result.type.startsWith('image/') && result.bytes.length > 0
      if (!isPicture) return null
      await copies.putThumb(contentId, result.bytes)
      return result.bytes
    },
    async listStoredIds() {
      return new Set([...papers.waiting.map(({ contentId }) => contentId), ...(await copies.listIds())])
    },
  }
}

/** Accepts only the exact bytes the record names. */
async function fetchFile(outbox: Outbox, paper: PaperFileRef, reason?: string): Promise<PaperReadResult> {
  const result = await fetchBytes(outbox, withReason(buildPaperContentPath(paper.content_id), reason))
  if (!result) return { kind: 'unreachable' }
  const { status, bytes } = result
  if (status === 404) return { kind: 'not_whole' }
  if (status === 428 && (await readRequiredFactor(new Response(bytes))) === 'fresh') return { kind: 'needs_factor' }
  const isExactFile = status === 200 && bytes.length === paper.size && (await computeDigest(bytes)) === paper.digest
  return isExactFile ? { kind: 'read', bytes } : { kind: 'unreachable' }
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
