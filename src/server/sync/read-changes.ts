import { sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { compareChangeSeq, type Change, type ChangeSeq, type ChangesPage } from '#contract/sync/sync.ts'
import type { Database } from '../db/client.ts'
import { maySee, type Reader } from '../db/owned-rows.ts'
import { recordJson } from '../db/record-json.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { onSnapshot, readCursor, type Mark } from './read-cursor.ts'
import { readStopped } from './read-stopped.ts'

/** The changes after a cursor that one person may see. */
export async function readChanges(
  db: Database,
  collections: readonly WritableCollection[],
  page: { reader: Reader; mark: Mark; after: ChangeSeq; limit: number; stopped?: string },
): Promise<ChangesPage> {
  return changesFor(await readAllChanges(db, collections, page), page)
}

/** The changes after a cursor before filtering by person. */
export interface AllChanges extends Omit<ChangesPage, 'changes'> {
  readonly changes: readonly LoggedChange[]
  /**
   * A commit comes only with a later page, because a transaction that began before it still runs.
   * HAZARD: that transaction need not log a change (e.g. the audit row of a list), so its end
   * notifies nobody.
   */
  readonly isHeldBack: boolean
}

interface LoggedChange {
  readonly change: Change
  readonly collection: WritableCollection
  /** Decides who may see it: the record or, of a deleted one, its owner. */
  readonly held: Readonly<Record<string, unknown>>
}

interface PageRequest {
  readonly reader: Reader
  readonly after: ChangeSeq
  readonly limit: number
  readonly stopped?: string | undefined
}

/**
 * The changes after a cursor in commit order, folded to one entry per record with its current
 * state. A record may be newer than its log rows here; it then comes again with a later page, which
 * the device's version check makes harmless.
 */
export async function readAllChanges(
  db: Database,
  collections: readonly WritableCollection[],
  page: PageRequest,
): Promise<AllChanges> {
  return await onSnapshot(db, async (snapshot) => {
    const { epoch, cursor: settled, end } = await readCursor(snapshot)
    if (compareChangeSeq(page.after, end) > 0) return otherHistory(epoch, settled)
    const logged = await readLog(snapshot, collections, page)
    const more = logged.length > page.limit
    const rows = more ? logged.slice(0, page.limit) : logged
    const last = rows.at(-1)
    const cursor = more && last ? `${last.txid}.${last.seq}` : furthest(settled, page.after)
    const changes = await withRows(snapshot, collections, rows)
    const stopped = await readStopped(snapshot, collections, page)
    return { epoch, cursor, changes, more, ...stopped, isHeldBack: settled !== end && (await hasUnsettled(snapshot)) }
  })
}

/** Filters the changes to those this person may see, with the person's epoch. */
export function changesFor(all: AllChanges, { reader, mark }: { reader: Reader; mark: Mark }): ChangesPage {
  const visible = all.changes.filter(({ collection, held }) => maySee(collection, reader, held))
  const { epoch, cursor, more, stopped } = all
  return { epoch: mark(epoch), cursor, changes: visible.map(({ change }) => change), more, ...(stopped && { stopped }) }
}

/**
 * A cursor that no transaction has reached yet comes from another history of this database: its
 * disk was rolled back to an older image outside our restore, which would have renewed the epoch.
 * The device gets an epoch it cannot have, so it copies everything again instead of waiting for
 * changes already issued under these numbers. HAZARD: a device that returns after the numbers were
 * used again is not detected here; the daily comparison finds it.
 */
function otherHistory(epoch: string, cursor: ChangeSeq): AllChanges {
  return { epoch: `not ${epoch}`, cursor, changes: [], more: false, isHeldBack: false }
}

async function hasUnsettled(snapshot: Database): Promise<boolean> {
  const result = await sql<{ is_unsettled: boolean }>`
    select exists (select 1 from change where txid >= pg_snapshot_xmin(pg_current_snapshot())) as is_unsettled
  `.execute(snapshot)
  return result.rows[0]?.is_unsettled === true
}

interface LogRow {
  txid: string
  seq: number
  collection: string
  record_id: string
  version: number
}

async function readLog(
  snapshot: Database,
  collections: readonly WritableCollection[],
  page: { after: ChangeSeq; limit: number },
): Promise<LogRow[]> {
  const [txid = '0', seq = '0'] = page.after.split('.')
  const names = collections.map(({ name }) => name)
  const result = await sql<LogRow>`
    select txid, seq, collection, record_id, version from change
    where (txid, seq) > (${txid}::xid8, ${seq}::bigint) and txid < pg_snapshot_xmin(pg_current_snapshot())
      and collection = any(${names})
    order by txid, seq limit ${page.limit + 1}
  `.execute(snapshot)
  return result.rows
}

async function withRows(
  snapshot: Database,
  collections: readonly WritableCollection[],
  logged: readonly LogRow[],
): Promise<LoggedChange[]> {
  const changes: LoggedChange[] = []
  for (const collection of collections) {
    const own = logged.filter((row) => row.collection === collection.name)
    if (own.length === 0) continue
    const versions = new Map(own.map((row) => [row.record_id, row.version]))
    const rows = await readRecords(snapshot, collection, [...versions.keys()])
    const deletedIds = [...versions.keys()].filter((id) => !rows.has(id))
    const deleted = await readDeleted(snapshot, collection, deletedIds)
    for (const [id, version] of versions) {
      const row = rows.get(id)
      const last = deleted.get(id)
      const change = row
        ? { collection: collection.name, id, version: row.version, row }
        : { collection: collection.name, id, version: last?.version ?? version, row: null }
      changes.push({ change, collection, held: row ?? last?.held ?? {} })
    }
  }
  return changes
}

async function readRecords(
  snapshot: Database,
  collection: WritableCollection,
  ids: readonly string[],
): Promise<Map<string, AnyRecord>> {
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(collection, 't')} as row from ${sql.table(collection.table)} t
    where t.id = any(${sql.val(ids)}::uuid[])
  `.execute(snapshot)
  return new Map(result.rows.map(({ row }) => [row.id, row]))
}

/**
 * A record may be deleted already although its delete is beyond this page: the device must still
 * get the version of the delete. `held`: the owner, where ownership decides who may see the delete.
 */
async function readDeleted(
  snapshot: Database,
  { name, owned }: WritableCollection,
  ids: readonly string[],
): Promise<Map<string, { version: number; held: Record<string, unknown> }>> {
  if (ids.length === 0) return new Map()
  const key = owned?.key ?? ''
  const result = await sql<{ record_id: string; version: number; owner: string | null }>`
    select distinct on (record_id) record_id, version, fields -> ${key} ->> 'old' as owner from change
    where collection = ${name} and record_id = any(${sql.val(ids)}::uuid[]) order by record_id, version desc
  `.execute(snapshot)
  return new Map(result.rows.map(({ record_id, version, owner }) => [record_id, { version, held: { [key]: owner } }]))
}

/**
 * A device's cursor may be slightly ahead of this snapshot's settled position; it never goes back.
 */
function furthest(settled: ChangeSeq, after: ChangeSeq): ChangeSeq {
  return BigInt(settled.split('.')[0] ?? 0) >= BigInt(after.split('.')[0] ?? 0) ? settled : after
}
