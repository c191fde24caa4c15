import { sql, type Transaction } from 'kysely'
import type { Tables } from '../schema/tables/tables.ts'
import type { WriteAnswer } from '../db/writable-collection.ts'
import { refuseWrite } from './write-answer.ts'

/**
 * Whether any of these ids belonged to a destroyed record, which the undo of a delete or an old
 * device could bring back.
 */
export async function isAnyDestroyed(
  trx: Transaction<Tables>,
  collection: string,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from destroyed_record where record_id = any(${sql.val(ids)}::uuid[]) and collection = ${collection} limit 1
  `.execute(trx)
  return rows.length > 0
}

export function refuseDestroyed(): WriteAnswer {
  return refuseWrite('refused', { message: '보유기간이 지나 파기한 기록이어서 되살릴 수 없습니다.' })
}
