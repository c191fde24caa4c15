import { type Kysely, sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { canViolateUnique, type WritableBook } from '#server/writes/writable-book.ts'
import type { BulkCreate, RecordState, RecordUpdate } from '#server/writes/write-pipeline-types.ts'
import type { WriteResponse } from '#server/writes/write-request.ts'
import { completeEdit, lockRecords, writeEdits } from './bulk-update-uniform.ts'
import { mergeFields, type TheirChange } from './merge.ts'
import { readChangesSinceEach } from './record-log.ts'
import { findAnyTakenRefusal } from './write-checks.ts'
import { addFollowing, findMissingTargetRefusal, findViolationRefusal } from './write-input.ts'

/** Rows per statement, as in `createMany`. */
const chunkSize = 2000

/** Current state of each record relative to the version the user saw (`WritePipeline.states`). */
export async function readCurrentStates(
  db: Kysely<Tables>,
  book: WritableBook,
  versions: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[],
): Promise<Map<string, RecordState>> {
  const read = (ids: readonly string[]) => readRecords(db, book, ids)
  return await recordStates(db, book, { versions, read })
}

/**
 * Writes, per record, the changes of its writer that nobody else made meanwhile, and the fields
 * derived from them. Each record gets its change row, the action one trail row. One broken rule
 * refuses the whole action.
 */
export async function updateEach(
  trx: Transaction<Tables>,
  book: WritableBook,
  { updates = [], ...act }: BulkCreate,
): Promise<WriteResponse | undefined> {
  const read = (ids: readonly string[]) => lockRecords(trx, book, ids)
  const states = await recordStates(trx, book, { versions: updates.toSorted(byId), read })
  const changedUpdates = updates.flatMap(({ id, fields }) => {
    const state = states.get(id)
    const changes = state?.merge(fields).changes ?? {}
    return state && Object.keys(changes).length > 0 ? [{ current: state.current, changes }] : []
  })
  const refused =
    (await findMissingTargetRefusal(
      trx,
      book,
      changedUpdates.map(({ changes }) => changes),
    )) ??
    (await findAnyTakenRefusal(
      trx,
      book,
      changedUpdates
        .filter(({ current, changes }) => canViolateUnique(book, { before: current, changes }))
        .map(({ current, changes }) => ({ ...current, ...changes })),
    )) ??
    (await findAnyViolationRefusal(trx, book, changedUpdates))
  if (refused) return refused
  for (let start = 0; start < changedUpdates.length; start += chunkSize) {
    const chunk = changedUpdates.slice(start, start + chunkSize)
    const edits = chunk.map(({ current, changes }) => completeEdit(book, current, changes))
    await writeEdits(trx, book, { edits, act })
  }
  if (changedUpdates.length > 0) await writeBulkTrail(trx, book, { act, updates: changedUpdates })
  return undefined
}

interface WantedUpdate {
  readonly current: AnyRecord
  readonly changes: Readonly<Record<string, unknown>>
}

async function findAnyViolationRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  updates: readonly WantedUpdate[],
): Promise<WriteResponse | undefined> {
  for (const { current, changes } of updates) {
    const refused = await findViolationRefusal(trx, book, { before: current, after: { ...current, ...changes } })
    if (refused) return refused
  }
  return undefined
}

async function writeBulkTrail(
  trx: Transaction<Tables>,
  book: WritableBook,
  { act: { writer, actionId }, updates }: { act: BulkCreate; updates: readonly WantedUpdate[] },
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
      states.set(current.id, recordState(book, current, othersChanges.get(current.id)))
  }
  return states
}

function recordState(
  book: WritableBook,
  current: AnyRecord,
  othersChanges: ReadonlyMap<string, TheirChange> | null | undefined,
): RecordState {
  const before = Object.fromEntries([...(othersChanges ?? [])].map(([key, { base }]) => [key, base ?? null]))
  return {
    current,
    base: { ...current, ...before } as AnyRecord,
    merge: (fields) =>
      othersChanges ? mergeWithBase(book, { fields, current, othersChanges }) : mergeWithoutBase(fields, current),
  }
}

/** Drops fields that overlap with another person's change and writes the rest. */
function mergeWithBase(
  book: WritableBook,
  {
    fields,
    current,
    othersChanges,
  }: { fields: RecordUpdate['fields']; current: AnyRecord; othersChanges: ReadonlyMap<string, TheirChange> },
): ReturnType<RecordState['merge']> {
  const { follows = [] } = book.rules
  const merged = mergeFields({ supplied: fields, current, theirs: othersChanges, follows })
  if (merged.kind === 'merged') return { changes: addFollowing(book, merged.changes), conflicts: [] }
  const disputed = new Set(merged.conflicts.map(({ field }) => field))
  const undisputed = Object.fromEntries(Object.entries(fields).filter(([key]) => !disputed.has(key)))
  const mergeResult = mergeFields({ supplied: undisputed, current, theirs: othersChanges, follows })
  const changes = mergeResult.kind === 'merged' ? addFollowing(book, mergeResult.changes) : {}
  return { changes, conflicts: merged.conflicts }
}

/** The base version is unknown, so every difference may be another person's change. */
function mergeWithoutBase(fields: RecordUpdate['fields'], current: AnyRecord): ReturnType<RecordState['merge']> {
  const conflicts = Object.entries(fields)
    .filter(([field, mine]) => mine !== (current[field] ?? null))
    .map(([field]): FieldConflict => ({
      field,
      base: null,
      theirs: current[field] ?? null,
      changed_by: '',
      changed_at: current.updated_at,
    }))
  return { changes: {}, conflicts }
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
