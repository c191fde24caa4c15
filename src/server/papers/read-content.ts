import type { Kysely } from 'kysely'
import type { PaperMediaType } from '#contract/papers/paper-limits.ts'
import type { PaperState } from '#contract/papers/papers.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { openContent } from './sealed-content.ts'

/** Progress of a file; undefined when it was never declared or is gone. */
export async function readState(
  db: Kysely<Tables>,
  contentId: string,
): Promise<(PaperState & { media_type: PaperMediaType }) | undefined> {
  return await db
    .selectFrom('paper_content')
    .select(['content_id', 'digest', 'size', 'received', 'is_whole', 'media_type'])
    .where('content_id', '=', contentId)
    .executeTakeFirst()
}

/**
 * Bytes from `from` up to `end`, piece by piece. Throws at a gap, so that half a file is never
 * taken for a whole one.
 */
export async function* readBytes(
  { db, keys }: { db: Kysely<Tables>; keys: NumberKeys },
  contentId: string,
  { from, end }: { from: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = from; at < end;) {
    const { start, bytes: sealed } = await db
      .selectFrom('paper_piece')
      .select(['start', 'bytes'])
      .where('content_id', '=', contentId)
      .where('start', '<=', at)
      .orderBy('start', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const bytes = openContent(keys, { contentId, start }, sealed).subarray(at - start, end - start)
    if (bytes.length === 0) throw new Error(`paper content ${contentId} has a gap at ${at}`)
    at += bytes.length
    yield bytes
  }
}
