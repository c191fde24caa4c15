import { OutboxWriteError } from '../offline-copy.ts'
import { digestOf } from './digest.ts'
import { writePapers, type Papers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { UnrecordedPaper, WaitingContent } from './papers-database.ts'

/** A photograph or file as it is to be kept: what stands in it is final. */
export interface NewContent {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** A small picture of it (JPEG); null: there is none. */
  readonly thumb: Uint8Array<ArrayBuffer> | null
  /** The record that is going to show it, from what is known of its content. */
  readonly recordOf: (kept: KeptContent) => UnrecordedPaper
}

export interface KeptContent {
  readonly contentId: string
  readonly digest: string
  readonly size: number
}

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
  const waiting = {
    ...kept,
    ...{ name, mediaType, unrecorded },
    ...{ addedAt: runtime.now(), state: 'waiting', received: 0, failures: 0, nextTryAt: 0, problem: null },
  } as const
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
export function noteRecorded(papers: Papers, contentId: string): Promise<void> {
  return changeContent(papers, contentId, () => ({ unrecorded: null }))
}

/** Sends a refused content once more. */
export function retryContent(papers: Papers, contentId: string): Promise<void> {
  return changeContent(papers, contentId, () => ({ state: 'waiting', failures: 0, nextTryAt: 0, problem: null }))
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

/** Changes what is said of a content; one that has gone meanwhile stays gone. */
export function changeContent(
  papers: Papers,
  contentId: string,
  change: (content: WaitingContent) => Partial<WaitingContent>,
): Promise<void> {
  return writePapers(papers, async (db) => {
    const content = await db.contents.get({ contentId })
    if (content) await db.contents.put({ ...content, ...change(content) })
  })
}
