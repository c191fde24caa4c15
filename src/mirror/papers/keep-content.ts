import { OutboxWriteError } from '../offline-copy.ts'
import { digestOf } from './digest.ts'
import { withDatabase, writePapers, type Papers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { UnrecordedPaper, WaitingContent } from './papers-database.ts'
import type { KeptContent, NewContent } from './papers-seen.ts'

/**
 * Takes a content down on this device, whole or not at all, to be sent when there is a way. Resolves after the transaction has completed. Copies of what the server has give
 * way where there is no room.
 * @throws OutboxWriteError when the device could not keep it
 */
export async function keepContent(papers: Papers, copies: PaperCopies, content: NewContent): Promise<UnrecordedPaper> {
  const { runtime } = papers
  const { name, mediaType, bytes, thumb } = content
  const kept: KeptContent = { contentId: runtime.newId(), digest: await digestOf(bytes), size: bytes.length }
  const unrecorded = content.recordOf(kept)
  const waiting: Omit<WaitingContent, 'seq'> = {
    ...kept,
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
      const { contentId } = kept
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

/** The record of a content stands in the outbox. */
export async function noteRecorded(papers: Papers, contentId: string): Promise<void> {
  await changeContent(papers, contentId, () => ({ unrecorded: null }))
}

/** Sends a refused content once more. */
export async function retryContent(papers: Papers, contentId: string): Promise<void> {
  await changeContent(papers, contentId, () => ({ state: 'waiting', failures: 0, nextTryAt: 0, problem: null }))
}

/** Contents that wait for their time wait no longer. */
export async function makeContentsDue(papers: Papers): Promise<void> {
  if (papers.waiting.every(({ nextTryAt }) => nextTryAt === 0)) return
  await writePapers(papers, async (db) => {
    await db.contents.toCollection().modify({ nextTryAt: 0 })
  })
}

/** The bytes of a content that waits here; null: none does. */
export async function readBytes(papers: Papers, contentId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await withDatabase(papers, ({ db }) => db.bytes.get(contentId))
  return row ? new Uint8Array(row.bytes) : null
}

/** The small picture of a content that waits here. */
export async function readThumb(papers: Papers, contentId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await withDatabase(papers, ({ db }) => db.thumbs.get(contentId))
  return row ? new Uint8Array(row.bytes) : null
}

/** Drops a content that the server does not have; the caller has asked. */
export function discardContent(papers: Papers, contentId: string): Promise<void> {
  return writePapers(papers, async (db) => {
    await Promise.all([
      db.contents.where('contentId').equals(contentId).delete(),
      db.bytes.delete(contentId),
      db.thumbs.delete(contentId),
    ])
  })
}

/** Changes what is said of a content; false: it has gone meanwhile, and stays gone. */
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
