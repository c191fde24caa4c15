import { type Kysely, sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import { isWriteStopped } from '#server/db/stopped-records.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { canViolateUnique, type WritableBook } from '#server/writes/writable-book.ts'
import type { BulkCreate, BulkUpdate, RecordState, RecordUpdate } from '#server/writes/write-pipeline-types.ts'
import type { WriteResponse } from '#server/writes/write-request.ts'
import { mergeFields, type TheirChange } from './merge.ts'
import { diffFields, readChangesSinceEach } from './record-log.ts'
import { findAnyTakenRefusal, StoppedRecordError } from './write-checks.ts'
import { addFollowing, createRefusal, findMissingTargetRefusal, findViolationRefusal } from './write-input.ts'

/** Rows per statement, as in `createMany`. */
const chunkSize = 2000

/**
 * Makes the same change to many records as one action. Missing records are skipped; records that
 * already have these values are counted but not written.
 */
export async function updateMany(
  trx: Transaction<Tables>,
  book: WritableBook,
  { ids, changes, ...act }: BulkUpdate,
): Promise<WriteResponse> {
  const records = await lockRecords(trx, book, [...new Set(ids)])
  const updates = records.map((current) => {
    const differing = Object.entries(changes).filter(([key, value]) => value !== (current[key] ?? null))
    return { current, changes: addFollowing(book, Object.fromEntries(differing), changes) }
  })
  const refused = await writeUpdates(trx, book, { updates, act })
  if (refused) return refused
  if (records.length === 0) return createRefusal('not_found')
  return { status: 200, headers: {}, body: { updated: records.length, act_id: act.actionId } }
}

/** Current state of each record relative to the version the user saw (`WritePipeline.states`). */
export async function readCurrentStates(
  db: Kysely<Tables>,
  book: WritableBook,
  versions: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[],
): Promise<Map<string, RecordState>> {
  const read = (ids: readonly string[]) => readRecords(db, book, ids)
  return await recordStates(db, book, { versions, read })
}

/** Writes, per record, the changes of its writer that nobody else made meanwhile. */
export async function updateEach(
  trx: Transaction<Tables>,
  book: WritableBook,
  { updates: sent = [], ...act }: BulkCreate,
): Promise<WriteResponse | undefined> {
  const read = (ids: readonly string[]) => lockRecords(trx, book, ids)
  const states = await recordStates(trx, book, { versions: sent.toSorted(byId), read })
  const updates = sent.flatMap(({ id, fields }) => {
    const state = states.get(id)
    return state ? [{ current: state.current, changes: state.merge(fields).changes }] : []
  })
  return await writeUpdates(trx, book, { updates, act })
}

interface RecordChanges {
  readonly current: AnyRecord
  /** With the fields that follow from them; empty when the record already has these values. */
  readonly changes: Readonly<Record<string, unknown>>
}

type BulkAct = Pick<BulkUpdate, 'writer' | 'opId' | 'actionId'>

/**
 * Writes the changes of locked records. Each changed record gets its change row, the action one
 * trail row. One broken rule refuses the action; all records are checked before any is written,
 * because a refusal commits (see `createWritePipeline`).
 */
async function writeUpdates(
  trx: Transaction<Tables>,
  book: WritableBook,
  { updates: allUpdates, act }: { updates: readonly RecordChanges[]; act: BulkAct },
): Promise<WriteResponse | undefined> {
  const updates = allUpdates.filter(({ changes }) => Object.keys(changes).length > 0)
  const refused =
    (await findMissingTargetRefusal(
      trx,
      book,
      updates.map(({ changes }) => changes),
    )) ??
    (await findAnyTakenRefusal(
      trx,
      book,
      updates
        .filter(({ current, changes }) => canViolateUnique(book, { before: current, changes }))
        .map(({ current, changes }) => ({ ...current, ...changes })),
    )) ??
    (await findAnyViolationRefusal(trx, book, updates))
  if (refused) return refused
  for (let start = 0; start < updates.length; start += chunkSize)
    await writeChunk(trx, book, { updates: updates.slice(start, start + chunkSize), act })
  if (updates.length > 0) await writeBulkTrail(trx, book, { updates, act })
  return undefined
}

async function findAnyViolationRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  updates: readonly RecordChanges[],
): Promise<WriteResponse | undefined> {
  const { referenceConflict, references, rules } = book
  for (const { current, changes } of updates) {
    if (!rules.violations && !(referenceConflict && Object.keys(changes).some((key) => key in references))) continue
    const refused = await findViolationRefusal(trx, book, { before: current, after: { ...current, ...changes } })
    if (refused) return refused
  }
  return undefined
}

async function writeBulkTrail(
  trx: Transaction<Tables>,
  book: WritableBook,
  { act: { writer, actionId }, updates }: { act: BulkAct; updates: readonly RecordChanges[] },
): Promise<void> {
  await writeTrail(trx, {
    user: { id: writer.userId, name: writer.userName },
    ipAddress: writer.ipAddress,
    act: 'update',
    collection: book.name,
    detail: {
      act_id: actionId,
      records: updates.length,
      fields: [...new Set(updates.flatMap(({ changes }) => Object.keys(changes)))],
    },
  })
}

async function recordStates(
  db: Kysely<Tables>,
  book: WritableBook,
  {
    versions,
    read,
  }: {
    versions: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[]
    read(ids: readonly string[]): Promise<readonly AnyRecord[]>
  },
): Promise<Map<string, RecordState>> {
  const states = new Map<string, RecordState>()
  for (let start = 0; start < versions.length; start += chunkSize) {
    const chunk = new Map(versions.slice(start, start + chunkSize).map(({ id, baseVersion }) => [id, baseVersion]))
    const currentRecords = (await read([...chunk.keys()])).map((current) => ({
      current,
      baseVersion: chunk.get(current.id) ?? current.version,
    }))
    const othersChanges = await readChangesSinceEach(db, book.name, currentRecords)
    for (const { current } of currentRecords)
      states.set(current.id, recordState(book, current, othersChanges.get(current.id) ?? null))
  }
  return states
}

function recordState(
  book: WritableBook,
  current: AnyRecord,
  theirs: ReadonlyMap<string, TheirChange> | null,
): RecordState {
  const before = Object.fromEntries([...(theirs ?? [])].map(([key, { base }]) => [key, base ?? null]))
  const { follows = [] } = book.rules
  return {
    current,
    base: { ...current, ...before } as AnyRecord,
    merge(fields) {
      const merged = mergeFields({ supplied: fields, current, theirs, follows })
      if (merged.kind === 'merged') return { changes: addFollowing(book, merged.changes), conflicts: [] }
      // Drops fields that overlap with another person's change and writes the rest.
      const disputed = new Set(merged.conflicts.map(({ field }) => field))
      const undisputed = Object.fromEntries(Object.entries(fields).filter(([key]) => !disputed.has(key)))
      const rest = mergeFields({ supplied: undisputed, current, theirs, follows })
      return { changes: rest.kind === 'merged' ? addFollowing(book, rest.changes) : {}, conflicts: merged.conflicts }
    },
  }
}

async function readRecords(db: Kysely<Tables>, book: WritableBook, ids: readonly string[]): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord }>`
    select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where t.id = any(${sql.val(ids)}::uuid[])
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

function byId(a: RecordUpdate, b: RecordUpdate): number {
  return a.id < b.id ? -1 : 1
}

/**
 * The current records of one action, locked until the transaction ends, always in the order of
 * their ids so that two such actions never deadlock. Throws `StoppedRecordError`.
 */
async function lockRecords(trx: Transaction<Tables>, book: WritableBook, ids: readonly string[]): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord; isWriteStopped: boolean }>`
    select ${selectRecordJson(book, 't')} as row, ${isWriteStopped(book.name, 't')} as "isWriteStopped"
    from ${sql.table(book.table)} t where t.id = any(${sql.val(ids)}::uuid[]) order by t.id for update
  `.execute(trx)
  if (result.rows.some((row) => row.isWriteStopped)) throw new StoppedRecordError()
  return result.rows.map(({ row }) => row)
}

async function writeChunk(
  trx: Transaction<Tables>,
  book: WritableBook,
  { updates, act }: { updates: readonly RecordChanges[]; act: BulkAct },
): Promise<void> {
  const edits = updates.map(({ current, changes }) => {
    const after = { ...current, ...changes }
    return {
      id: current.id,
      written: { ...changes, ...book.derive(after) },
      fields: diffFields(book, current, after),
    }
  })
  const writtenKeys = [...book.fields.map(({ key }) => key), ...Object.keys(book.derive({}))]
  const columns = sql.join(writtenKeys.map((column) => sql.ref(column)))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as one (id uuid, written jsonb, fields jsonb)
    ), written as (
      update ${sql.table(book.table)} as t set version = t.version + 1, updated_at = now(),
        (${columns}) = (select ${columns} from jsonb_populate_record(t, given.written))
      from given where t.id = given.id
      returning t.id, t.version, given.fields
    )
    insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id, act_id)
    select ${book.name}, id, version, 'update', fields,
      ${act.writer.userId}::uuid, ${act.writer.userName}, ${act.opId ?? null}::uuid, ${act.actionId}::uuid
    from written
  `.execute(trx)
}
