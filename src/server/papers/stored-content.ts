import { type Kysely, sql } from 'kysely'
import { paperCollections } from '#contract/books/papers.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { isPdf, type PaperMediaType, type PaperState } from '#contract/papers/papers.ts'
import type { Deps } from '#server/deps.ts'
import { detectPictureKind } from '#server/documents/pictures/picture-parts.ts'
import { decryptBytes, encryptBytes } from '#server/keys/encrypted-piece.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'

/** Byte offset of a piece in its file, or the thumbnail. */
type Start = number | 'thumb'

/** Encrypts bytes for storage in the database. */
export function encryptPiece(keys: OfficeKeys, { contentId, start }: FileStart, bytes: Buffer): Buffer {
  return encryptBytes(keys, toPieceLocation(contentId, start), bytes)
}

/**
 * Throws `UndecryptableFileError` when the bytes were encrypted for another location or their key
 * is gone.
 */
export function decryptPiece(keys: OfficeKeys, { contentId, start }: FileStart, sealed: Buffer): Buffer {
  return decryptBytes(keys, toPieceLocation(contentId, start), sealed)
}

interface FileStart {
  readonly contentId: string
  readonly start: Start
}

/**
 * The location under which a piece is encrypted. A file has no attempts; its sequence number is the
 * byte offset, or -1 for the thumbnail.
 *
 * HAZARD: the location is authenticated; stored files are unreadable under another one.
 */
function toPieceLocation(id: string, start: Start) {
  return { id, attempt: 0, seq: start === 'thumb' ? -1 : start }
}

/** Progress of a file; undefined when it was never declared or is gone. */
export async function readContentState(
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
  { db, keys }: { db: Kysely<Tables>; keys: OfficeKeys },
  contentId: string,
  { from, end }: { from: number; end: number },
): AsyncGenerator<Buffer> {
  for (let index = from; index < end;) {
    const { start, bytes: sealed } = await db
      .selectFrom('paper_piece')
      .select(['start', 'bytes'])
      .where('content_id', '=', contentId)
      .where('start', '<=', index)
      .orderBy('start', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const bytes = decryptPiece(keys, { contentId, start }, sealed).subarray(index - start, end - start)
    if (bytes.length === 0) throw new Error(`paper content ${contentId} has a gap at ${index}`)
    index += bytes.length
    yield bytes
  }
}

/**
 * Detects the type from the first and last bytes, regardless of name and declaration; undefined for
 * anything that is not a paper.
 */
export function detectMediaType({ head, tail }: { head: Buffer; tail: Buffer }): PaperMediaType | undefined {
  const picture = detectPictureKind(head)
  if (picture) return pictureTypes[picture]
  return isPdf(head.toString('latin1'), tail.toString('latin1')) ? 'application/pdf' : undefined
}

const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

/** Long enough for a tablet that is offline for weeks, and for undoing the deletion of a paper. */
const contentGraceMs = 30 * dayMs

/**
 * Deletes unfinished files after thirty days without a piece, and complete ones that no paper
 * referred to for as long.
 */
export async function sweepContents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const timestamp = now().toISOString()
  const since = new Date(now().getTime() - contentGraceMs).toISOString()
  await db.deleteFrom('paper_content').where('is_whole', '=', false).where('touched_at', '<', since).execute()
  await sql`
    update paper_content c set unclaimed_since = case when ${isClaimed} then null else ${timestamp}::timestamptz end
    where c.is_whole and ${isClaimed} = (c.unclaimed_since is not null)
  `.execute(db)
  await sql`
    delete from paper_content c where c.is_whole and c.unclaimed_since < ${since}::timestamptz and not ${isClaimed}
  `.execute(db)
}

const isClaimed = sql`(${sql.join(
  Object.values(paperCollections).map(
    (name) => sql`exists (select from ${sql.table(tableByCollection[name])} p where p.content_id = c.content_id::text)`,
  ),
  sql` or `,
)})`
