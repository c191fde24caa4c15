import type { Kysely, Transaction } from 'kysely'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { findStopped } from '#server/db/stopped-records.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { ItemError } from '#server/tasks/task-kind.ts'

/**
 * Checks that `db` is the transaction of an item. HAZARD: outside of it, writes could stay without
 * the item being done.
 */
export function requireItemTransaction(db: Kysely<Tables>): Transaction<Tables> {
  if (isTransaction(db)) return db
  throw new Error('an item must run in a transaction')
}

function isTransaction(db: Kysely<Tables>): db is Transaction<Tables> {
  return db.isTransaction
}

/** Joins the remarks on one item into a note, at most `maxLines` of them; empty without remarks. */
export function formatItemNote(lines: readonly string[]): { note?: string } {
  if (lines.length === 0) return {}
  const listed = lines.slice(0, maxLines)
  const more = lines.length - listed.length
  return { note: [...listed, ...(more > 0 ? [`외 ${more}건`] : [])].join(' ') }
}

const maxLines = 5

/** The current name of the user for whom a task writes. */
export async function readUserName(db: Kysely<Tables>, id: string): Promise<string> {
  const user = await db.selectFrom('app_user').select('nickname').where('id', '=', id).executeTakeFirst()
  return user?.nickname ?? ''
}

/**
 * Throws when processing of an address or one of its parts is stopped 처리정지: no documents or
 * extracts may be made of it.
 */
export async function refuseStopped(db: Kysely<Tables>, id: string): Promise<void> {
  if ((await findStopped(db, 'addresses', [id])).has(id)) throw new ItemError(stoppedDocumentText)
}
