import { OutboxWriteError } from '../offline-copy.ts'
import { digestOf } from './digest.ts'
import { withDatabase, writePapers, type Papers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { UnrecordedPaper, WaitingContent } from './papers-database.ts'
import type { StoredContent, NewContent } from './papers-seen.ts'

/**
 * Stores a content on this device, completely or not at all, to be sent later. Resolves after the
 * transaction completed. When there is no room, copies of confirmed contents are evicted.
 * @throws OutboxWriteError when the device could not keep it
 */
export async function storeContent(papers: Papers, copies: PaperCopies, content: NewContent): Promise<UnrecordedPaper> {
  const { runtime } = papers
  const { name, mediaType, bytes, thumb } = content
  const stored: StoredContent = { contentId: runtime.newId(), digest: await digestOf(bytes), size: bytes.length }
  const unrecorded = content.recordOf(stored)
  const waiting: Omit<WaitingContent, 'seq'> = {
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
        db.contents.add(waiting),
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

/** Notes that the outbox holds the record of this content. */
export async function markRecorded(papers: Papers, contentId: string): Promise<void> {
  await changeContent(papers, contentId, () => ({ unrecorded: null }))
}

/** Sends a refused content once more. */
export async function retryContent(papers: Papers, contentId: string): Promise<void> {
  await changeContent(papers, contentId, () => ({ state: 'waiting', failures: 0, nextTryAt: 0, problem: null }))
}

/** Makes all waiting contents due now. */
export async function makeContentsDue(papers: Papers): Promise<void> {
  if (papers.waiting.every(({ nextTryAt }) => nextTryAt === 0)) return
  await writePapers(papers, async (db) => {
    await db.contents.toCollection().modify({ nextTryAt: 0 })
  })
}

/** The bytes of a waiting content; null when there is none. */
export async function readBytes(papers: Papers, contentId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await withDatabase(papers, ({ db }) => db.bytes.get(contentId))
  return row ? new Uint8Array(row.bytes) : null
}

/** The thumbnail of a waiting content. */
export async function readThumb(papers: Papers, contentId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await withDatabase(papers, ({ db }) => db.thumbs.get(contentId))
  return row ? new Uint8Array(row.bytes) : null
}

/** Removes a content the server does not have; the caller has asked the user. */
export function discardContent(papers: Papers, contentId: string): Promise<void> {
  return writePapers(papers, async (db) => {
    await Promise.all([
      db.contents.where('contentId').equals(contentId).delete(),
      db.bytes.delete(contentId),
      db.thumbs.delete(contentId),
    ])
  })
}

/** Changes the state of a waiting content; false when it no longer waits. */
export function changeContent(
  papers: Papers,
  contentId: string,
  change: (content: WaitingContent) => Partial<WaitingContent>,
): Promise<boolean> {
  return writePapers(papers, async (db) => {
    const content = await db.contents.get({ contentId })
    if (content) await db.contents.put({ ...content, ...change(content) })
    return content !== undefined
  })
}
