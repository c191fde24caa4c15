import { sql, type Transaction } from 'kysely'
import { problem, problemStatus } from '#contract/problem.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { auditRow, type AuditEntry } from '../plugins/audit.ts'
import { inquiryCollection } from './collections.ts'

/** An inquiry as it was when it was locked. */
export interface DoomedInquiry {
  readonly id: string
  readonly version: number
  readonly received_at: string
}

/** Who wants it and why, in Korean; nobody: the server itself. */
export interface Destruction {
  readonly by: AuditEntry['user']
  readonly address: string | null
  readonly reason: string
}

/**
 * Destroys inquiries that the transaction has locked: the rows, their values in the change log and every stored answer that holds one. What stays is that an inquiry was
 * destroyed, when and why, in the audit trail. Devices drop their copy with the next pull; backups rotate.
 */
export async function destroyInquiries(
  trx: Transaction<Tables>,
  rows: readonly DoomedInquiry[],
  why: Destruction,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await forgetChanges(trx, ids)
  await forgetAnswers(trx, ids)
  await trx.deleteFrom('inquiry').where('id', 'in', ids).execute()
  await trx
    .insertInto('change')
    .values(rows.map((row) => deletion(row, why)))
    .execute()
  await trx
    .insertInto('audit')
    .values(rows.map((row) => trailOf(row, why)))
    .execute()
}

/** Who did what and when stays in the log, the values go. */
async function forgetChanges(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    update change set fields = '{}' where collection = ${inquiryCollection.name} and record_id = any(${sql.val(ids)}::uuid[])
  `.execute(trx)
}

/** A write of the last 180 days may have been answered the whole row, a conflict among them; a repeat of it now hears that there is none. */
async function forgetAnswers(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const gone = problem('not_found')
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(gone)}::json
    where answer ->> 'id' = any(${sql.val(ids)}::text[]) or answer -> 'current' ->> 'id' = any(${sql.val(ids)}::text[])
  `.execute(trx)
}

/** Tells the devices; it carries none of the values a delete otherwise keeps. */
function deletion({ id, version }: DoomedInquiry, { by, reason }: Destruction) {
  return {
    ...{ collection: inquiryCollection.name, record_id: id, version: version + 1, kind: 'delete' as const },
    ...{ fields: '{}', user_id: by?.id ?? null, user_name: by?.name ?? reason, op_id: null, act_id: null },
  }
}

function trailOf({ id, received_at }: DoomedInquiry, { by, address, reason }: Destruction) {
  return auditRow({
    user: by,
    address,
    act: 'destroy',
    collection: inquiryCollection.name,
    recordId: id,
    detail: { reason, received_at },
  })
}
