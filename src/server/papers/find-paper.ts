import { type Kysely, sql } from 'kysely'
import { paperCollections, type PaperCollection } from '#contract/books/papers.ts'
import { type Tables, tableOf } from '../schema/tables/tables.ts'

export interface FoundPaper {
  readonly collection: PaperCollection
  readonly id: string
  readonly name: string
}

/** The paper whose file this is; undefined: none has arrived yet, or it was deleted. */
export async function findPaper(db: Kysely<Tables>, contentId: string): Promise<FoundPaper | undefined> {
  const papers = Object.values(paperCollections).map(
    (name) =>
      sql`select ${name}::text as collection, id, name from ${sql.table(tableOf[name])} where content_id = ${contentId}`,
  )
  const { rows } = await sql<FoundPaper>`${sql.join(papers, sql` union all `)} limit 1`.execute(db)
  return rows[0]
}
