import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables/tables.ts'

export type AuditEntry = {
  /** Null: nobody signed in, or the server itself. */
  user: { id: string; name: string } | null
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

/** The acts the office keeps a trail of (research/domain.md §4 R8). A new one is a word here. */
export type AuditAct =
  | 'sign_in'
  | 'sign_out'
  | 'session_reuse'
  | 'read'
  | 'list'
  | 'copy'
  | 'create'
  | 'update'
  | 'delete'
  | 'destroy'
  | 'import'
  | 'export'

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
    user_name: entry.user?.name ?? '',
    address: entry.address,
    act: entry.act,
    collection: entry.collection ?? null,
    record_id: entry.recordId ?? null,
    subject: entry.subject ?? null,
    detail: entry.detail === undefined ? null : JSON.stringify(entry.detail),
  }
}

/** What a question says, without what was left empty: for the `detail` of a list or an export. */
export function withoutEmpty(question: unknown): Record<string, unknown> {
  if (typeof question !== 'object' || question === null) return {}
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined && value !== ''))
}
