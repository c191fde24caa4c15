import { sql, type Transaction } from 'kysely'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WriteAnswer, Writer } from '../db/writable-collection.ts'
import { refuseWrite } from './write-answer.ts'

/** A superuser may write a record whose processing is stopped 처리정지: to correct it, or because the law asks for it. The database asks for it by this word (migration 0057). */
export async function nameBlockedWriter(trx: Transaction<Tables>, { isSuperuser }: Writer): Promise<void> {
  if (isSuperuser === true) await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
}

/** What the database says of such a record, said before it is asked: an edit that changes nothing would be answered with the record otherwise. */
export class StoppedRecordError extends Error {
  override readonly name = 'StoppedRecordError'
  readonly code = 'OF001'
}

/** In words what the database refused; any other error goes on. */
export function refusedAsBlocked(error: unknown): WriteAnswer {
  if (!(error instanceof Error && 'code' in error && error.code === 'OF001')) throw error
  return refuseWrite('refused', { message: stoppedEditText })
}
