import { type Kysely, sql, type Transaction } from 'kysely'
import { paperCollections, type PaperCollection } from '#contract/books/papers.ts'
import { type Tables, tableOf } from '../schema/tables/tables.ts'

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
export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return one.digest === other.digest && one.size === other.size && one.media_type === other.media_type
}

type FileFacts = Readonly<Record<'digest' | 'size' | 'media_type', unknown>>

/** The paper with this file; undefined when none exists yet or it was deleted. */
export async function findPaper(db: Kysely<Tables>, contentId: string): Promise<FoundPaper | undefined> {
  const papers = Object.values(paperCollections).map(
    (name) =>
      sql`select ${name}::text as collection, id, name, digest, size, media_type from ${sql.table(tableOf[name])} where content_id = ${contentId}`,
  )
  const { rows } = await sql<FoundPaper>`${sql.join(papers, sql` union all `)} limit 1`.execute(db)
  return rows[0]
}
