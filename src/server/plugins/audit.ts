import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuditAct } from '#contract/trail/trail-words.ts'
import type { Tables } from '../schema/tables/tables.ts'

export type AuditEntry = {
  /** Null: nobody signed in, or the server itself. */
  user: { id: string; name: string } | null
  /** In place of a name, where nobody is signed in but more is known than nothing (a command). */
  userName?: string
  /** Where the request came from (`request.ip`). */
  address: string | null
  act: AuditAct
  collection?: string
  recordId?: string
  /** Whose data it was, in words. HAZARD: never a resident number, a card number or a token. */
  subject?: string
  /** Whatever helps to reconstruct the act: filters of an export, number of rows, changed field keys (not their values). */
  detail?: unknown
}

/**
 * Writes one row of the audit trail. Pass the transaction that makes the effect, so that neither exists without the other; a read has no transaction and
 * passes the database itself.
 */
export async function audit(tx: Kysely<Tables>, entry: AuditEntry): Promise<void> {
  await tx.insertInto('audit').values(auditRow(entry)).execute()
}

/** The row of an entry, for a statement that writes it together with something else. */
export function auditRow(entry: AuditEntry) {
  return {
    user_id: entry.user?.id ?? null,
    user_name: entry.user?.name ?? entry.userName ?? '',
    address: entry.address,
    act: entry.act,
    collection: entry.collection ?? null,
    record_id: entry.recordId ?? null,
    subject: entry.subject ?? null,
    detail: entry.detail === undefined ? null : JSON.stringify(entry.detail),
  }
}

/**
 * Names who gives or takes roles in this transaction, for the row that the database writes about it (migration 0017): a person who is signed in, or a
 * word for what is none.
 */
export async function nameRoleGiver(
  tx: Transaction<Tables>,
  giver: { id: string; name: string } | string,
): Promise<void> {
  const { id, name } = typeof giver === 'string' ? { id: '', name: giver } : giver
  await sql`select set_config('office.actor_id', ${id}, true), set_config('office.actor', ${name}, true)`.execute(tx)
}

/** What a question says, without what was left empty: for the `detail` of a list or an export. */
export function withoutEmpty(question: unknown): Record<string, unknown> {
  if (typeof question !== 'object' || question === null) return {}
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined && value !== ''))
}
