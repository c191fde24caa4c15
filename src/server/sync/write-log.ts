import type { Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteRequest } from '../db/writable-collection.ts'
import { auditRow } from '../audit/audit.ts'

/**
 * Writes the change row (for devices) and the audit row (for people) of one write. `before` null is
 * a create, `after` null a delete. Returns the change's log position.
 */
export async function logWrite(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  write: { request: WriteRequest; before: AnyRecord | null; after: AnyRecord | null; version: number },
): Promise<string> {
  const { request, before, after, version } = write
  const { writer } = request
  const fields = changedFields(collection, before, after)
  const recordId = (after ?? before)?.id ?? ''
  const subject = collection.rules.subjectOf((after ?? before) as AnyRecord)
  const trail = auditRow({
    user: { id: writer.userId, name: writer.userName },
    address: writer.address,
    act: request.kind,
    collection: collection.name,
    recordId,
    subject,
    detail: { fields: Object.keys(fields) },
  })
  // One statement for both: a round trip costs more than the rows.
  const change = await trx
    .with('change_row', (db) =>
      db
        .insertInto('change')
        .values({
          collection: collection.name,
          record_id: recordId,
          version,
          kind: request.kind,
          fields: JSON.stringify(fields),
          user_id: writer.userId,
          user_name: writer.userName,
          op_id: request.opId ?? null,
          act_id: null,
        })
        .returning(['txid', 'seq']),
    )
    .with('audit_row', (db) => db.insertInto('audit').values(trail))
    .selectFrom('change_row')
    .select(['txid', 'seq'])
    .executeTakeFirstOrThrow()
  return `${change.txid}.${change.seq}`
}

/**
 * { key: { old, new } } of every field that differs; a create or a delete names every non-empty
 * field.
 */
export function changedFields(
  collection: WritableCollection,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Record<string, { old: unknown; new: unknown }> {
  const fields: Record<string, { old: unknown; new: unknown }> = {}
  for (const { key } of collection.description.fields) {
    const [old, now] = [before?.[key] ?? null, after?.[key] ?? null]
    if (old !== now) fields[key] = { old, new: now }
  }
  return fields
}
