import { type Kysely, sql, type Transaction } from 'kysely'
import { type PaperCollection, paperCollections } from '#contract/books/papers.ts'
import type { ServedBook } from '#server/books/served-book.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { CheckedWrite, WriteDecision } from '#server/writes/write-request.ts'

/** Papers of a case, a unit, an address or a deposit case. Reading a list is logged. */
export const paperBooks: readonly ServedBook[] = Object.values(paperCollections).map(paperBook)

function paperBook(name: PaperCollection): ServedBook {
  const book = createWritableBook(name, { checkWrite: checkPaperWrite })
  return { book, list: { book, defaultOrder: '-id' } }
}

const fileFields = ['content_id', 'digest', 'size', 'media_type'] as const

/**
 * A paper's description of its file never changes and decides what the file is: an unfinished
 * upload declared differently under the same id is deleted. A complete file already belongs to a
 * paper, perhaps a deleted one.
 */
async function checkPaperWrite(trx: Transaction<Tables>, { before, after }: CheckedWrite): Promise<WriteDecision> {
  if (after === null) return { set: {} }
  if (before !== null) {
    const changed = fileFields.find((key) => before[key] !== after[key])
    return changed ? refusal(changed, '서류의 파일은 추가한 뒤에는 바꿀 수 없습니다.') : { set: {} }
  }
  const contentId = String(after['content_id'])
  await lockFile(trx, contentId)
  const paper = await findPaper(trx, contentId)
  if (paper && paper.id !== after['id']) return refusal('content_id', '이미 있는 서류입니다.')
  const declared = await trx
    .selectFrom('paper_content')
    .select(['digest', 'size', 'media_type', 'is_whole'])
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  if (!declared || isSameFile(declared, after)) return { set: {} }
  if (declared.is_whole) return refusal('content_id', '다른 서류의 파일과 겹칩니다. 파일을 다시 추가해 주세요.')
  await trx.deleteFrom('paper_content').where('content_id', '=', contentId).execute()
  return { set: {} }
}

function refusal(field: string, message: string): WriteDecision {
  return { refusal: { message, field } }
}

export interface FoundPaper {
  readonly collection: PaperCollection
  readonly id: string
  readonly name: string
  /** Digest of its file; no other file is accepted. */
  readonly digest: string
  readonly size: number
  readonly media_type: string
}

/** Serializes writes about the same file, which the tables' constraints require as well. */
export async function lockFile(trx: Transaction<Tables>, contentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paper ${contentId}`}, 0))`.execute(trx)
}

/** True when two descriptions are of the same bytes. */
export function isSameFile(file: FileIdentity, other: FileIdentity): boolean {
  return file.digest === other.digest && file.size === other.size && file.media_type === other.media_type
}

type FileIdentity = Readonly<Record<'digest' | 'size' | 'media_type', unknown>>

/** The paper with this file; undefined when none exists yet or it was deleted. */
export async function findPaper(db: Kysely<Tables>, contentId: string): Promise<FoundPaper | undefined> {
  const papers = Object.values(paperCollections).map(
    (name) =>
      sql`select ${name}::text as collection, id, name, digest, size, media_type from ${sql.table(tableByCollection[name])} where content_id = ${contentId}`,
  )
  const { rows } = await sql<FoundPaper>`${sql.join(papers, sql` union all `)} limit 1`.execute(db)
  return rows[0]
}
