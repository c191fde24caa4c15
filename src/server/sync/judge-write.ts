import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { maySee } from '../db/owned-rows.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteAnswer, Writer } from '../db/writable-collection.ts'
import { StoppedRecordError } from './blocked-records.ts'
import { lockRecord } from './record-statements.ts'
import { refuseWrite } from './write-answer.ts'

/**
 * Applies the collection's own rules. Returns their refusal, or the writes that follow from this
 * one.
 */
export async function judgeWrite(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  write: {
    id: string
    writer: Writer
    before: AnyRecord | null
    after: Readonly<Record<string, unknown>> | null
    unseen?: ReadonlySet<string>
  },
): Promise<{ refused: WriteAnswer } | { set: Readonly<Record<string, unknown>> }> {
  const judgement = await collection.judge?.(trx, { unseen: new Set(), ...write })
  if (!judgement || 'set' in judgement) return judgement ?? { set: {} }
  const { message, field, code = 'refused' } = judgement.refusal
  return { refused: refuseWrite(code, { message, ...(field !== undefined && { fields: { [field]: message } }) }) }
}

/**
 * The locked row; undefined when there is none that the writer may know of. Throws
 * `StoppedRecordError`.
 */
export async function lockVisible(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { id, writer }: { id: string; writer: Writer },
): Promise<AnyRecord | undefined> {
  const found = await lockRecord(trx, collection, id)
  if (!found || !maySee(collection, readerOf(writer), found.row)) return undefined
  if (found.isLeftAlone) throw new StoppedRecordError()
  return found.row
}

/** The writer has passed the collection's policy, so they are staff. */
function readerOf({ userId, isSuperuser = false }: Writer) {
  return { id: userId, isStaff: true, isSuperuser }
}

/**
 * Whether a deleted record with this id belonged to another person. It stays theirs: the owner of a
 * row never changes.
 */
export async function wasOthers(
  trx: Transaction<Tables>,
  { owned, name }: WritableCollection,
  { id, fields }: { id: string; fields: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  if (!owned) return false
  const { rows } = await sql<{ owner: string | null }>`
    select fields -> ${owned.key} ->> 'old' as owner from change
    where collection = ${name} and record_id = ${id} and kind = 'delete' order by version desc limit 1
  `.execute(trx)
  return rows[0] !== undefined && rows[0].owner !== fields[owned.key]
}
