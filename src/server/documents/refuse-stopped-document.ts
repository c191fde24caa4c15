import type { Kysely } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { problem } from '#contract/problem.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { findStopped } from '#server/db/stopped-records.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** @throws HttpProblem with the same message that devices show */
export async function refuseStoppedDocument(
  db: Kysely<Tables>,
  collection: CollectionName,
  ids: readonly (string | null)[],
): Promise<void> {
  const recordIds = ids.filter((id) => id !== null)
  if (recordIds.length === 0) return
  if ((await findStopped(db, collection, recordIds)).size > 0)
    throw new HttpProblem(problem('refused', { message: stoppedDocumentText }))
}
