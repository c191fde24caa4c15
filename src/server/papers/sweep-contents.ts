import { sql } from 'kysely'
import { paperCollections } from '#contract/books/papers.ts'
import type { Deps } from '../deps.ts'
import { tableOf } from '../schema/tables/tables.ts'

/** Long enough for a tablet away for weeks and for undoing the deletion of a paper. */
const retentionMs = 30 * 86_400_000

/**
 * Deletes unfinished files after thirty days without a piece, and complete ones that no paper
 * referred to for as long.
 */
export async function sweepContents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  const since = new Date(now().getTime() - retentionMs).toISOString()
  await db.deleteFrom('paper_content').where('is_whole', '=', false).where('touched_at', '<', since).execute()
  await sql`
    update paper_content c set unclaimed_since = case when ${isClaimed} then null else ${at}::timestamptz end
    where c.is_whole and ${isClaimed} = (c.unclaimed_since is not null)
  `.execute(db)
  await sql`
    delete from paper_content c where c.is_whole and c.unclaimed_since < ${since}::timestamptz and not ${isClaimed}
  `.execute(db)
}

const isClaimed = sql`(${sql.join(
  Object.values(paperCollections).map(
    (name) => sql`exists (select from ${sql.table(tableOf[name])} p where p.content_id = c.content_id::text)`,
  ),
  sql` or `,
)})`
