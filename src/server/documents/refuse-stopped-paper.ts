import type { Kysely } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { problem } from '#contract/problem.ts'
import { stoppedPaperText } from '#domain/keeping/stopped-words.ts'
import { stoppedAmong } from '../db/stopped-records.ts'
import { Refusal } from '../http/refusal.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** @throws Refusal with the same message that devices show */
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
