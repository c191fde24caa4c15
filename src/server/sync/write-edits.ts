import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { recordJson } from '../db/record-json.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { isLeftAlone } from '../db/stopped-records.ts'
import { StoppedRecordError } from './blocked-records.ts'
import type { BulkUpdate, WritableCollection } from '../db/writable-collection.ts'
import { changedFields } from './write-log.ts'

/**
 * One record's part in an act on many: the written columns, derived ones included, and its
 * change-log fields.
 */
export interface RecordEdit {
  readonly id: string
  readonly written: Readonly<Record<string, unknown>>
  readonly fields: ReturnType<typeof changedFields>
}

/** Completes changes with the fields that follow from them. */
export function editOf(
  collection: WritableCollection,
  current: AnyRecord,
  changes: Readonly<Record<string, unknown>>,
): RecordEdit {
  const after = { ...current, ...changes }
  const fields = changedFields(collection, current, after)
  return { id: current.id, written: { ...changes, ...collection.derive(after) }, fields }
}

/**
 * The current records of one act, locked until the transaction ends, always in the order of their
 * ids so that two such acts never deadlock. Throws `StoppedRecordError`.
 */
export async function lockRecords(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord; isLeftAlone: boolean }>`
    select ${recordJson(collection, 't')} as row, ${isLeftAlone(collection.name, 't')} as "isLeftAlone"
    from ${sql.table(collection.table)} t where t.id = any(${sql.val(ids)}::uuid[]) order by t.id for update
  `.execute(trx)
  if (result.rows.some((one) => one.isLeftAlone)) throw new StoppedRecordError()
  return result.rows.map(({ row }) => row)
}

/** Writes the edits of locked records in one statement, each with its change row. */
export async function writeEdits(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { edits, act }: { edits: readonly RecordEdit[]; act: Pick<BulkUpdate, 'writer' | 'opId' | 'actId'> },
): Promise<void> {
  const written = [...collection.description.fields.map(({ key }) => key), ...Object.keys(collection.derive({}))]
  const columns = sql.join(written.map((column) => sql.ref(column)))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as one (id uuid, written jsonb, fields jsonb)
    ), written as (
      update ${sql.table(collection.table)} as t set version = t.version + 1, updated_at = now(),
        (${columns}) = (select ${columns} from jsonb_populate_record(t, given.written))
      from given where t.id = given.id
      returning t.id, t.version, given.fields
    )
    insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id, act_id)
    select ${collection.name}, id, version, 'update', fields,
      ${act.writer.userId}::uuid, ${act.writer.userName}, ${act.opId ?? null}::uuid, ${act.actId}::uuid
    from written
  `.execute(trx)
}
