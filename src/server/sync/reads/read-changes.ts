import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import {
  type Change,
  type ChangeSeq,
  type ChangesPage,
  compareChangeSeq,
  type StoppedRecords,
} from '#contract/sync/sync.ts'
import type { Database } from '#server/db/client.ts'
import { buildVisibleCondition, canSee, getOwnerKey, type Reader } from '#server/db/owned-rows.ts'
import { listColumns, selectRecordColumns } from '#server/db/record-json.ts'
import type { Replica } from '#server/db/replica.ts'
import { createSharedReads } from '#server/db/shared-reads.ts'
import { readStoppedRecords } from '#server/db/stopped-records.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'

/** The changes after a cursor that one person may see. */
export async function readChanges(
  db: Database,
  books: readonly WritableBook[],
  page: { reader: Reader; toReaderEpoch: ToReaderEpoch; after: ChangeSeq; limit: number; stopped?: string },
): Promise<ChangesPage> {
  return filterChanges(await readAllChanges(db, books, page), page)
}

/** The changes after a cursor before filtering by person. */
interface AllChanges extends Omit<ChangesPage, 'changes'> {
  readonly changes: readonly LoggedChange[]
  /**
   * A commit comes only with a later page, because a transaction that began before it still runs.
   * HAZARD: that transaction need not log a change (e.g. the trail row of a list), so its end
   * notifies nobody.
   */
  readonly isDeferred: boolean
}

interface LoggedChange {
  readonly change: Change
  readonly book: WritableBook
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
async function readAllChanges(db: Database, books: readonly WritableBook[], page: PageRequest): Promise<AllChanges> {
  return await onSnapshot(db, async (snapshot) => {
    const { epoch, cursor: settled, end } = await readCursor(snapshot)
    if (compareChangeSeq(page.after, end) > 0) return buildOtherHistory(epoch, settled)
    const logged = await readLog(snapshot, books, page)
    const more = logged.length > page.limit
    const rows = more ? logged.slice(0, page.limit) : logged
    const last = rows.at(-1)
    const cursor = more && last ? `${last.txid}.${last.seq}` : pickFurthest(settled, page.after)
    const changes = await loadRows(snapshot, books, rows)
    const stopped = await readStopped(snapshot, books, page)
    return { epoch, cursor, changes, more, ...stopped, isDeferred: settled !== end && (await hasUnsettled(snapshot)) }
  })
}

/** Filters the changes to those this person may see, with the person's epoch. */
function filterChanges(
  all: AllChanges,
  { reader, toReaderEpoch }: { reader: Reader; toReaderEpoch: ToReaderEpoch },
): ChangesPage {
  const visible = all.changes.filter(({ book, held }) => canSee(book, reader, held))
  const { epoch, cursor, more, stopped } = all
  return {
    epoch: toReaderEpoch(epoch),
    cursor,
    changes: visible.map(({ change }) => change),
    more,
    ...(stopped && { stopped }),
  }
}

/**
 * A cursor that no transaction has reached yet comes from another history of this database: its
 * disk was rolled back to an older image outside our restore, which would have renewed the epoch.
 * The device gets an epoch it cannot have, so it copies everything again instead of waiting for
 * changes already issued under these numbers. HAZARD: a device that returns after the numbers were
 * used again is not detected here; the daily comparison finds it.
 */
function buildOtherHistory(epoch: string, cursor: ChangeSeq): AllChanges {
  return { epoch: `not ${epoch}`, cursor, changes: [], more: false, isDeferred: false }
}

async function hasUnsettled(snapshot: Database): Promise<boolean> {
  const result = await sql<{ is_unsettled: boolean }>`
    select exists (select 1 from change where txid >= pg_snapshot_xmin(pg_current_snapshot())) as is_unsettled
  `.execute(snapshot)
  return result.rows[0]?.is_unsettled === true
}

interface ChangeLogRow {
  txid: string
  seq: number
  collection: string
  record_id: string
  version: number
}

async function readLog(
  snapshot: Database,
  books: readonly WritableBook[],
  page: { after: ChangeSeq; limit: number },
): Promise<ChangeLogRow[]> {
  const [txid = '0', seq = '0'] = page.after.split('.')
  const names = books.map(({ name }) => name)
  const result = await sql<ChangeLogRow>`
    select txid, seq, collection, record_id, version from change
    where (txid, seq) > (${txid}::xid8, ${seq}::bigint) and txid < pg_snapshot_xmin(pg_current_snapshot())
      and collection = any(${names})
    order by txid, seq limit ${page.limit + 1}
  `.execute(snapshot)
  return result.rows
}

async function loadRows(
  snapshot: Database,
  books: readonly WritableBook[],
  logged: readonly ChangeLogRow[],
): Promise<LoggedChange[]> {
  const changes: LoggedChange[] = []
  for (const book of books) {
    const bookChanges = logged.filter((row) => row.collection === book.name)
    if (bookChanges.length === 0) continue
    const versions = new Map(bookChanges.map((row) => [row.record_id, row.version]))
    const rows = await readRecords(snapshot, book, [...versions.keys()])
    const deletedIds = [...versions.keys()].filter((id) => !rows.has(id))
    const deleted = await readDeleted(snapshot, book, deletedIds)
    for (const [id, version] of versions) {
      const row = rows.get(id)
      const last = deleted.get(id)
      const change = row
        ? { collection: book.name, id, version: row.version, row }
        : { collection: book.name, id, version: last?.version ?? version, row: null }
      changes.push({ change, book, held: row ?? last?.held ?? {} })
    }
  }
  return changes
}

async function readRecords(
  snapshot: Database,
  book: WritableBook,
  ids: readonly string[],
): Promise<Map<string, AnyRecord>> {
  const { rows } = await sql<AnyRecord>`
    select ${selectRecordColumns(book, 't')} from ${sql.table(book.table)} t where t.id = any(${sql.val(ids)}::uuid[])
  `.execute(snapshot)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * A record may be deleted already although its delete is beyond this page: the device must still
 * get the version of the delete. `held`: the owner, where ownership decides who may see the delete.
 */
async function readDeleted(
  snapshot: Database,
  { name, owned }: WritableBook,
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
function pickFurthest(settled: ChangeSeq, after: ChangeSeq): ChangeSeq {
  return BigInt(settled.split('.')[0] ?? 0) >= BigInt(after.split('.')[0] ?? 0) ? settled : after
}

/** Turns the epoch into the one shown to a person, see `buildReaderEpoch`. */
export type ToReaderEpoch = (epoch: string) => string

/**
 * The database epoch and how far its log is settled, in one snapshot. Everything before `cursor` is
 * committed and visible, and nothing can be committed at or before it any more, because every
 * running or later transaction has the id `xmin` or higher. Rows committed beyond it come later. No
 * transaction has reached the id `end` yet. HAZARD: one long writing transaction anywhere in the
 * cluster holds the cursor back for its whole duration.
 */
export async function readCursor(
  db: Database,
  toReaderEpoch: ToReaderEpoch = (epoch) => epoch,
): Promise<{ epoch: string; cursor: ChangeSeq; end: ChangeSeq }> {
  const result = await sql<{ epoch: string; xmin: string; xmax: string }>`
    select epoch, pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax from meta
  `.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('the meta row is missing')
  return { epoch: toReaderEpoch(row.epoch), cursor: `${row.xmin}.0`, end: `${row.xmax}.0` }
}

/** Runs `read` on one snapshot. */
export async function onSnapshot<T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/**
 * The records whose processing is stopped 처리정지, with their dependents. Devices mark them in lists
 * and refuse edits locally. Returns nothing if the device has this very list or did not request it.
 * Books in which the person sees only their own rows are left out, so that nothing reveals other
 * rows.
 */
async function readStopped(
  snapshot: Database,
  books: readonly WritableBook[],
  { reader, stopped: knownTag }: { reader: Reader; stopped?: string | undefined },
): Promise<{ stopped?: StoppedRecords }> {
  if (knownTag === undefined) return {}
  const names = books.filter((book) => getOwnerKey(book, reader) === undefined).map(({ name }) => name)
  const stopped = await readStoppedRecords(snapshot, names)
  const records = stopped.map(({ collection, id }) => `${collection}/${id}`).toSorted()
  const tag = createHash('sha256').update(records.join()).digest('base64url').slice(0, 22)
  return tag === knownTag ? {} : { stopped: { mark: tag, records } }
}

/**
 * One keyset page of a device's first copy, as the JSON text of a `RowsPage`, and where the next
 * one begins, null after the last. Cursor and epoch come from the primary `db` (see `openReplica`).
 */
export async function readRowsPage(
  { db, replica }: { db: Database; replica: Replica },
  book: WritableBook,
  page: { reader: Reader; toReaderEpoch: ToReaderEpoch; after: string | undefined; limit: number; total: number },
): Promise<{ text: string; next: string | null }> {
  // The cursor is read before the page, so that commits in between come with the changes.
  const { epoch, cursor } = await readCursor(db, page.toReaderEpoch)
  const query = sql<AnyRecord>`
    select ${selectRecordColumns(book, 't')} from ${sql.table(book.table)} t
    where ${page.after === undefined ? sql`true` : sql`t.id > ${page.after}::uuid`} and ${buildVisibleCondition(book, page.reader, 't')}
    order by t.id limit ${page.limit}
  `
  const { rows } = await replica.read((reading) => query.execute(reading))
  const columns = Object.fromEntries(listColumns(book).map((key) => [key, rows.map((row) => row[key])]))
  const next = rows.length < page.limit ? null : (rows.at(-1)?.id ?? null)
  return { text: JSON.stringify({ epoch, cursor, columns, next, total: page.total }), next }
}

/** Creates a function that counts the rows a user may see, for progress bars. Cached for 30 s. */
export function createRowCounter(replica: Replica): (book: WritableBook, reader: Reader) => Promise<number> {
  const counted = new Map<string, { total: Promise<number>; until: number }>()
  return (book, reader) => {
    // Not cached: a user's own rows are few, and only their own devices request them.
    if (getOwnerKey(book, reader) !== undefined) return countRows(replica, book, reader)
    const cachedTotal = counted.get(book.name)
    if (cachedTotal && performance.now() < cachedTotal.until) return cachedTotal.total
    const total = countRows(replica, book, reader)
    counted.set(book.name, { total, until: performance.now() + 30_000 })
    total.catch(() => counted.delete(book.name))
    return total
  }
}

async function countRows(replica: Replica, book: WritableBook, reader: Reader): Promise<number> {
  const query = sql<{ n: number }>`
    select count(*) as n from ${sql.table(book.table)} t where ${buildVisibleCondition(book, reader, 't')}
  `
  const result = await replica.read((db) => query.execute(db))
  return result.rows[0]?.n ?? 0
}

interface ChangesRequest {
  readonly reader: Reader
  readonly toReaderEpoch: ToReaderEpoch
  readonly after: ChangeSeq
  readonly limit: number
  /**
   * The device's tag of its list of stopped records; undefined when it does not request the list.
   */
  readonly stopped?: string | undefined
  /** Absent: all. */
  readonly collections?: readonly CollectionName[] | undefined
}

/**
 * Pages of changes as the JSON text of a `ChangesPage`. After an edit all devices request the same
 * page at once; they share one database read, and one text if no entry is restricted to an owner.
 * Requests share only with the same role, books and cursor. A read begins after the last request
 * that shares it, and its result is not cached. `onDeferred` runs when a commit is not in the page
 * yet and may cause no further notification.
 */
export function createChangeTexts(
  db: Database,
  books: readonly WritableBook[],
  { onDeferred }: { onDeferred: () => void },
): { getPage(request: ChangesRequest): Promise<{ text: string; hasMore: boolean }> } {
  const reads = createSharedReads<SharedPage>()
  return {
    async getPage(request) {
      const { isStaff, isSuperuser } = request.reader
      const requestedNames = request.collections && new Set<string>(request.collections)
      const { after, limit, stopped } = request
      const key = JSON.stringify([
        after,
        limit,
        stopped,
        isStaff,
        isSuperuser,
        requestedNames && [...requestedNames].toSorted(),
      ])
      const page = await reads.read(key, async () => {
        const readable = books.filter(
          (book) => book.canRead(request.reader) && (!requestedNames || requestedNames.has(book.name)),
        )
        const all = await readAllChanges(db, readable, request)
        if (all.isDeferred) onDeferred()
        return createSharedPage(all, request)
      })
      return { text: page.getText(request), hasMore: page.hasMore }
    },
  }
}

type ChangesView = Pick<ChangesRequest, 'reader' | 'toReaderEpoch'>

interface SharedPage {
  readonly hasMore: boolean
  getText(view: ChangesView): string
}

/**
 * `first` is any of the sharing requests: the same role implies the same epoch and the same
 * collections limited to own rows.
 */
function createSharedPage(all: AllChanges, first: ChangesView): SharedPage {
  const hasMore = all.more
  const getText = (view: ChangesView) => JSON.stringify(filterChanges(all, view))
  if (all.changes.some(({ book }) => getOwnerKey(book, first.reader) !== undefined)) return { getText, hasMore }
  const text = getText(first)
  return { getText: () => text, hasMore }
}
