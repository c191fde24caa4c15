import type { Kysely } from 'kysely'
import { stoppedPaperText } from '#domain/keeping/stopped-words.ts'
import { stoppedAmong } from '../db/stopped-records.ts'
import { ItemTrouble } from '../jobs/item-kind.ts'
import type { Tables } from '../schema/tables/tables.ts'

/**
 * Throws when processing of an address or one of its parts is stopped 처리정지: no documents or
 * extracts may be made of it.
 */
export async function refuseStopped(db: Kysely<Tables>, id: string): Promise<void> {
  if ((await stoppedAmong(db, 'addresses', [id])).has(id)) throw new ItemTrouble(stoppedPaperText)
}
