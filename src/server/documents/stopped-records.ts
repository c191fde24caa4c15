import { sql, type Kysely } from 'kysely'
import { partsOf, pointersAt, type CollectionName } from '#contract/books/collections.ts'
import { stoppedPaperText } from '#domain/keeping/stopped-words.ts'
import { problem } from '#contract/problem.ts'
import { Refusal } from '../plugins/refusal.ts'
import { tableOf, type Tables } from '../schema/tables/tables.ts'

/**
 * Those of the records whose processing is stopped 처리정지, or that of a part of theirs: an owner or a land of a unit, what was filed for it. No paper is made of them, by nobody: a superuser
 * lets them be processed again first, which stands in the trail.
 */
export async function stoppedAmong(
  db: Kysely<Tables>,
  collection: CollectionName,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = sql`any(${sql.val([...ids])}::uuid[])`
  const ofParts = [...partsOf(collection), ...madeFor(collection)].map(
    ({ from, key }) => sql`
      union select t.${sql.ref(key)} as id from record_block b join ${sql.table(tableOf[from])} t on t.id = b.record_id
      where b.lifted_at is null and t.${sql.ref(key)} = ${wanted}`,
  )
  const { rows } = await sql<{ id: string }>`
    select record_id as id from record_block where lifted_at is null and record_id = ${wanted} ${sql.join(ofParts, sql` `)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What is filed for a unit names its parties and stands by itself. */
function madeFor(collection: CollectionName) {
  return pointersAt(collection).filter(({ from }) => from === 'applications')
}

/** @throws Refusal in the words that a device says, too */
export async function refuseStoppedPaper(
  db: Kysely<Tables>,
  collection: CollectionName,
  ids: readonly (string | null)[],
): Promise<void> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return
  if ((await stoppedAmong(db, collection, known)).size > 0)
    throw new Refusal(problem('refused', { message: stoppedPaperText }))
}
