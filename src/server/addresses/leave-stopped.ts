import type { Kysely } from 'kysely'
import { stoppedPaperText } from '#domain/keeping/stopped-words.ts'
import { stoppedAmong } from '../db/stopped-records.ts'
import { ItemTrouble } from '../jobs/item-kind.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** An address whose processing is stopped 처리정지, or that of a part of it, is left as it is: nothing is made of it and nothing asked for it. */
export async function leaveStopped(db: Kysely<Tables>, id: string): Promise<void> {
  if ((await stoppedAmong(db, 'addresses', [id])).has(id)) throw new ItemTrouble(stoppedPaperText)
}
