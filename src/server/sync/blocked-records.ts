import { sql, type Transaction } from 'kysely'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WriteAnswer, Writer } from '../db/writable-collection.ts'
import { refuseWrite } from './write-answer.ts'

/**
 * Lets a superuser write a record whose processing is stopped 처리정지, to correct it or because a law
 * requires it. The database checks this setting.
 */
export async function nameBlockedWriter(trx: Transaction<Tables>, { isSuperuser }: Writer): Promise<void> {
  if (isSuperuser === true) await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
}

/**
 * Raised for a stopped record before the database refuses it: an edit that changes nothing never
 * reaches the database and would return the record.
 */
export class StoppedRecordError extends Error {
  override readonly name = 'StoppedRecordError'
  readonly code = 'OF001'
}

/** Turns the database's refusal into an answer; rethrows any other error. */
export function refusedAsBlocked(error: unknown): WriteAnswer {
  if (!(error instanceof Error && 'code' in error && error.code === 'OF001')) throw error
  return refuseWrite('refused', { message: stoppedEditText })
}
