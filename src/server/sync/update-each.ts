import { sql, type Kysely, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { isBorneAnew } from '../db/borne-anew.ts'
import { recordJson } from '../db/record-json.ts'
import type { BulkCreate, RecordUpdate, Standing, WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { audit } from '../plugins/audit.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { mergeFields, type TheirChange } from './merge.ts'
import { changesSinceEach } from './record-log.ts'
import { refuseAnyTaken } from './refuse-taken.ts'
import { addFollowing, refuseMissingTargets, refuseViolation } from './write-input.ts'
import { editOf, lockRecords, writeEdits } from './write-edits.ts'

/** Rows per statement, as in `createMany`. */
const chunkSize = 2000

/** The state of records for a person who saw these versions (`WritePipeline.standing`). */
export async function standingOf(
  db: Kysely<Tables>,
  collection: WritableCollection,
  seen: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[],
): Promise<Map<string, Standing>> {
  const read = (ids: readonly string[]) => readRecords(db, collection, ids)
  return await standingFrom(db, collection, { seen, read })
}

/**
 * Writes, per record, the changes of its writer that nobody else made meanwhile, and the fields
 * derived from them. Each record gets its change row, the act one audit row. One broken rule
 * refuses the whole act.
 */
export async function updateEach(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { updates = [], ...act }: BulkCreate,
): Promise<WriteAnswer | undefined> {
  const read = (ids: readonly string[]) => lockRecords(trx, collection, ids)
  const standing = await standingFrom(trx, collection, { seen: updates.toSorted(byId), read })
  const wanted = updates.flatMap(({ id, fields }) => {
    const known = standing.get(id)
    const changes = known?.merge(fields).changes ?? {}
    return known && Object.keys(changes).length > 0 ? [{ current: known.current, changes }] : []
  })
  const refused =
    (await refuseMissingTargets(
      trx,
      collection,
      wanted.map(({ changes }) => changes),
    )) ??
    (await refuseAnyTaken(
      trx,
      collection,
      wanted
        .filter(({ current, changes }) => isBorneAnew(collection, { before: current, changes }))
        .map(({ current, changes }) => ({ ...current, ...changes })),
    )) ??
    (await refuseBroken(trx, collection, wanted))
  if (refused) return refused
  for (let start = 0; start < wanted.length; start += chunkSize) {
    const chunk = wanted.slice(start, start + chunkSize)
    const edits = chunk.map(({ current, changes }) => editOf(collection, current, changes))
    await writeEdits(trx, collection, { edits, act })
  }
  if (wanted.length > 0) await leaveTrail(trx, collection, { act, wanted })
  return undefined
}

type Wanted = { readonly current: AnyRecord; readonly changes: Readonly<Record<string, unknown>> }

async function refuseBroken(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  wanted: readonly Wanted[],
): Promise<WriteAnswer | undefined> {
  for (const { current, changes } of wanted) {
    const refused = await refuseViolation(trx, collection, { before: current, after: { ...current, ...changes } })
    if (refused) return refused
  }
  return undefined
}

async function leaveTrail(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { act: { writer, actId }, wanted }: { act: BulkCreate; wanted: readonly Wanted[] },
): Promise<void> {
  await audit(trx, {
    user: { id: writer.userId, name: writer.userName },
    address: writer.address,
    act: 'update',
    collection: collection.name,
    detail: {
      act_id: actId,
      records: wanted.length,
      fields: [...new Set(wanted.flatMap(({ changes }) => Object.keys(changes)))],
    },
  })
}

async function standingFrom(
  db: Kysely<Tables>,
  collection: WritableCollection,
  {
    seen,
    read,
  }: {
    seen: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[]
    read(ids: readonly string[]): Promise<readonly AnyRecord[]>
  },
): Promise<Map<string, Standing>> {
  const standing = new Map<string, Standing>()
  for (let start = 0; start < seen.length; start += chunkSize) {
    const chunk = new Map(seen.slice(start, start + chunkSize).map(({ id, baseVersion }) => [id, baseVersion]))
    const found = (await read([...chunk.keys()])).map((current) => ({
      current,
      baseVersion: chunk.get(current.id) ?? current.version,
    }))
    const theirs = await changesSinceEach(db, collection.name, found)
    for (const { current } of found) standing.set(current.id, standingBy(collection, current, theirs.get(current.id)))
  }
  return standing
}

function standingBy(
  collection: WritableCollection,
  current: AnyRecord,
  theirs: ReadonlyMap<string, TheirChange> | null | undefined,
): Standing {
  const before = Object.fromEntries([...(theirs ?? [])].map(([key, { base }]) => [key, base ?? null]))
  return {
    current,
    base: { ...current, ...before } as AnyRecord,
    merge: (fields) => (theirs ? mergeKnown(collection, { fields, current, theirs }) : mergeUnknown(fields, current)),
  }
}

/** Drops fields that overlap with another person's change and writes the rest. */
function mergeKnown(
  collection: WritableCollection,
  {
    fields,
    current,
    theirs,
  }: { fields: RecordUpdate['fields']; current: AnyRecord; theirs: ReadonlyMap<string, TheirChange> },
): ReturnType<Standing['merge']> {
  const { follows = [] } = collection.rules
  const whole = mergeFields({ supplied: fields, current, theirs, follows })
  if (whole.kind === 'merged') return { changes: addFollowing(collection, whole.changes), conflicts: [] }
  const disputed = new Set(whole.conflicts.map(({ field }) => field))
  const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !disputed.has(key)))
  const left = mergeFields({ supplied: rest, current, theirs, follows })
  const changes = left.kind === 'merged' ? addFollowing(collection, left.changes) : {}
  return { changes, conflicts: whole.conflicts }
}

/** The base version is unknown, so every difference may be another person's change. */
function mergeUnknown(fields: RecordUpdate['fields'], current: AnyRecord): ReturnType<Standing['merge']> {
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

async function readRecords(
  db: Kysely<Tables>,
  collection: WritableCollection,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(collection, 't')} as row from ${sql.table(collection.table)} t where t.id = any(${sql.val(ids)}::uuid[])
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

function byId(a: RecordUpdate, b: RecordUpdate): number {
  return a.id < b.id ? -1 : 1
}
