import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { buildTrailRow } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WriteRequest } from '#server/writes/write-request.ts'
import type { TheirChange } from './merge.ts'

/**
 * The fields of a record changed after `baseVersion`, each with its value at that version and the
 * last person who changed it. `null` when the log cannot tell: the base is newer than the current
 * version (a restored database) or older than the log.
 */
export async function readChangesSince(
  trx: Transaction<Tables>,
  record: { collection: CollectionName; current: AnyRecord },
  baseVersion: number,
): Promise<Map<string, TheirChange> | null> {
  const { current, collection } = record
  const steps = current.version - baseVersion
  if (steps === 0) return new Map()
  if (steps < 0) return null
  const rows = await trx
    .selectFrom('change')
    .select(loggedColumns)
    .where('collection', '=', collection)
    .where('record_id', '=', current.id)
    .where('version', '>', baseVersion)
    .orderBy('version')
    .execute()
  return collectTheirChanges(rows, steps)
}

/** The same for many records, by id. */
export async function readChangesSinceEach(
  db: Kysely<Tables>,
  collection: CollectionName,
  records: readonly { readonly current: AnyRecord; readonly baseVersion: number }[],
): Promise<Map<string, Map<string, TheirChange> | null>> {
  const stale = records.filter(({ current, baseVersion }) => current.version !== baseVersion)
  const bases = JSON.stringify(stale.map(({ current, baseVersion }) => ({ id: current.id, base: baseVersion })))
  const rows =
    stale.length === 0
      ? []
      : await db
          .selectFrom('change')
          .innerJoin(
            sql<{ id: string; base: number }>`jsonb_to_recordset(${bases}::jsonb)`.as<'given'>(
              sql`given (id uuid, base integer)`,
            ),
            (join) => join.onRef('given.id', '=', 'change.record_id').onRef('change.version', '>', 'given.base'),
          )
          .select([...loggedColumns, 'record_id'])
          .where('collection', '=', collection)
          .orderBy('version')
          .execute()
  const byRecord = Map.groupBy(rows, (row) => row.record_id)
  return new Map(
    records.map(({ current, baseVersion }) => [
      current.id,
      collectTheirChanges(byRecord.get(current.id) ?? [], current.version - baseVersion),
    ]),
  )
}

const loggedColumns = ['version', 'fields', 'user_name', 'at', 'kind'] as const

type LoggedRow = Pick<Selectable<Tables['change']>, (typeof loggedColumns)[number]>

/** `steps`: the number of versions in between; null if some are missing from the log. */
function collectTheirChanges(rows: readonly LoggedRow[], steps: number): Map<string, TheirChange> | null {
  const isComplete = rows.length === steps && rows.every((row) => row.kind === 'update')
  if (!isComplete) return null
  const theirs = new Map<string, TheirChange>()
  for (const row of rows) {
    for (const [field, { old }] of Object.entries(row.fields)) {
      const base = theirs.has(field) ? theirs.get(field)?.base : old
      theirs.set(field, { base, changedBy: row.user_name, changedAt: row.at })
    }
  }
  return theirs
}

/** Version of the newest change of a record, deleted or not; 0 when the log has none. */
export async function readLastLoggedVersion(
  trx: Transaction<Tables>,
  collection: CollectionName,
  id: string,
): Promise<number> {
  const newest = await newestChange(trx, collection, id)
  return newest?.version ?? 0
}

/** Log position of the newest change of a record; undefined when the log has none. */
export async function readLastChangeSeq(
  trx: Transaction<Tables>,
  collection: CollectionName,
  id: string,
): Promise<string | undefined> {
  const newest = await newestChange(trx, collection, id)
  return newest && `${newest.txid}.${newest.seq}`
}

function newestChange(trx: Transaction<Tables>, collection: CollectionName, id: string) {
  return trx
    .selectFrom('change')
    .select(['version', 'txid', 'seq'])
    .where('collection', '=', collection)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Writes the change row (for devices) and the trail row (for people) of one write. `before` null is
 * a create, `after` null a delete. Returns the change's log position.
 */
export async function logWrite(
  trx: Transaction<Tables>,
  book: WritableBook,
  write: { request: WriteRequest; before: AnyRecord | null; after: AnyRecord | null; version: number },
): Promise<string> {
  const { request, before, after, version } = write
  const { writer } = request
  const fields = diffFields(book, before, after)
  const recordId = (after ?? before)?.id ?? ''
  const subject = book.rules.subjectOf((after ?? before) as AnyRecord)
  const trail = buildTrailRow({
    user: { id: writer.userId, name: writer.userName },
    ipAddress: writer.ipAddress,
    act: request.kind,
    collection: book.name,
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
          collection: book.name,
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
export function diffFields(
  book: WritableBook,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Record<string, { old: unknown; new: unknown }> {
  const fields: Record<string, { old: unknown; new: unknown }> = {}
  for (const { key } of book.fields) {
    const [old, now] = [before?.[key] ?? null, after?.[key] ?? null]
    if (old !== now) fields[key] = { old, new: now }
  }
  return fields
}
