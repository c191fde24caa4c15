import { createHash } from 'node:crypto'
import { appendFileSync, createReadStream, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import {
  canonicalForm,
  genesisHash,
  type SealedRow,
  toCanonicalLink,
  toCanonicalRow,
  toCanonicalRows,
} from '#domain/trail/canonical.ts'
import type { Database } from '#server/db/client.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** Maximum rows per link: hashed in one go, and disclosed together when one of them is proved. */
const defaultRows = 1000

/**
 * Also used by `forget_old_trail()` in the database. Arbitrary constant, unique among the advisory
 * locks of this database.
 */
const linkerLock = 66_757_101

/**
 * Links all committed, unlinked rows of the trail. Writers are never blocked: rows are linked
 * afterwards, in the order of their transaction ids. `isPatient`: waits while another process
 * links; otherwise leaves the work to it. Returns the number of rows linked.
 */
export async function linkTrail(
  db: Database,
  { isPatient, signal, rowsPerLink = defaultRows }: { isPatient: boolean; signal?: AbortSignal; rowsPerLink?: number },
): Promise<number> {
  const run: LinkRun = { after: '0', settled: undefined, maxRows: rowsPerLink }
  for (let linked = 0; ;) {
    const step = await db.transaction().execute((trx) => linkBatch(trx, run, isPatient))
    linked += step.rows
    if (!step.hasMore || signal?.aborted) return linked
  }
}

/** Progress through all rows, used when transaction ids cannot tell which rows are new. */
interface LinkRun {
  /** Rows up to this number are done. */
  after: string
  /**
   * The lowest running transaction at the start of the walk; later commits are found by their
   * transaction id.
   */
  settled: string | undefined
  readonly maxRows: number
}

async function linkBatch(trx: Transaction<Tables>, run: LinkRun, isPatient: boolean): Promise<LinkProgress> {
  if (!(await acquireLock(trx, isPatient))) return noProgress
  const head = await readHeadToExtend(trx)
  const rows = await (head.isWalk ? readRowsByNumber(trx, run) : readRowsByTransaction(trx, run, head.settled))
  const hasMore = rows.length > run.maxRows
  const batch = rows.slice(0, run.maxRows)
  const [first] = batch
  const last = batch.at(-1)
  if (!first || !last) return noProgress
  if (head.isWalk) {
    run.after = last.seq
    run.settled ??= first.xmin
    await writeLink(trx, { ...head, rows: batch, settled: hasMore ? '0' : run.settled })
  } else {
    await writeLink(trx, { ...head, rows: batch, settled: hasMore ? (last.txid ?? '0') : first.xmin })
  }
  return { rows: batch.length, hasMore }
}

interface LinkProgress {
  readonly rows: number
  readonly hasMore: boolean
}

const noProgress: LinkProgress = { rows: 0, hasMore: false }

async function acquireLock(trx: Transaction<Tables>, isPatient: boolean): Promise<boolean> {
  if (isPatient) {
    // The first linking by another process may take longer than the usual lock timeout.
    await sql`set local lock_timeout = '120s'`.execute(trx)
    await sql`select pg_advisory_xact_lock(${sql.lit(linkerLock)})`.execute(trx)
    return true
  }
  const { rows } = await sql<{
    held: boolean
  }>`select pg_try_advisory_xact_lock(${sql.lit(linkerLock)}) as held`.execute(trx)
  return rows[0]?.held === true
}

interface ChainHead {
  readonly number: number
  readonly hash: string
  readonly epoch: string
  /** Every row of a lower transaction is linked. */
  readonly settled: string
  /**
   * Every row must be visited, because nothing was linked yet, the first walk did not finish, or a
   * restore changed the transaction ids.
   */
  readonly isWalk: boolean
}

/** The link that the next one follows; the stored beginning when all links were removed. */
async function readHeadToExtend(trx: Transaction<Tables>): Promise<ChainHead> {
  const { rows } = await sql<Omit<ChainHead, 'number' | 'hash'> & { number: number | null; hash: string | null }>`
    select m.epoch::text as epoch, coalesce(l.number, b.number) as number, encode(coalesce(l.hash, b.hash), 'hex') as hash,
      coalesce(l.settled_below, 0)::text as settled,
      l.number is null or l.settled_below = 0 or l.epoch <> m.epoch
        or l.settled_below::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as "isWalk"
    from meta m
    left join (select * from trail_link order by number desc limit 1) l on true
    left join (select * from trail_beginning order by number desc limit 1) b on true`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the meta row is missing')
  return { ...row, number: row.number ?? 0, hash: row.hash ?? genesisHash }
}

/** `xmin`: the lowest transaction still running when the row was read. */
type UnlinkedRow = SealedRow & { txid: string | null; xmin: string }

/** An instant in the text form that is hashed (`SealedRow`). */
function formatSealedInstant(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** Columns of a trail row (alias `a`) as a `SealedRow`; null when there is no row. */
export const sealedColumns = sql`
  ${formatSealedInstant(sql`a.at`)} as at, a.user_id::text as user_id, a.user_name, a.address, a.act, a.collection,
  a.record_id::text as record_id, a.subject, a.detail::text as detail`

/** Columns of a link (alias `l`) as a `SealedLink`, and its hash. */
export const linkColumns = sql`
  l.number, l.form, l.epoch::text as epoch, ${formatSealedInstant(sql`l.made_at`)} as made_at, l.row_count, l.first_seq::text as first_seq,
  l.last_seq::text as last_seq, ${formatSealedInstant(sql`l.first_at`)} as first_at, ${formatSealedInstant(sql`l.last_at`)} as last_at,
  encode(l.rows_hash, 'hex') as rows_hash, encode(l.previous, 'hex') as previous, l.settled_below::text as settled_below, encode(l.hash, 'hex') as hash`

const unlinkedColumns = sql`a.seq::text as seq, ${sealedColumns}, a.txid::text as txid, pg_snapshot_xmin(pg_current_snapshot())::text as xmin`
const isUnlinked = sql<boolean>`not exists (select from trail_link_row k where k.seq = a.seq)`

async function readRowsByTransaction(
  trx: Transaction<Tables>,
  { maxRows }: LinkRun,
  settled: string,
): Promise<UnlinkedRow[]> {
  const { rows } = await sql<UnlinkedRow>`
    select ${unlinkedColumns} from audit a where a.txid >= ${settled}::xid8 and ${isUnlinked}
    order by a.txid, a.seq limit ${maxRows + 1}`.execute(trx)
  return rows
}

async function readRowsByNumber(trx: Transaction<Tables>, { after, maxRows }: LinkRun): Promise<UnlinkedRow[]> {
  const { rows } = await sql<UnlinkedRow>`
    select ${unlinkedColumns} from audit a where a.seq > ${after}::bigint and ${isUnlinked}
    order by a.seq limit ${maxRows + 1}`.execute(trx)
  return rows
}

async function writeLink(
  trx: Transaction<Tables>,
  { number, hash: previous, epoch, rows, settled }: ChainHead & { rows: readonly UnlinkedRow[] },
): Promise<void> {
  const ordered = rows.toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)))
  const hashes = ordered.map((row) => ({ seq: row.seq, sha256: sha256(toCanonicalRow(row)) }))
  const times = ordered.map(({ at }) => at).toSorted()
  const rowsHash = sha256(toCanonicalRows(hashes))
  const next = {
    number: number + 1,
    epoch,
    made_at: await readClock(trx),
    row_count: rows.length,
    previous,
    first_seq: ordered[0]?.seq ?? '',
    last_seq: ordered.at(-1)?.seq ?? '',
    first_at: times[0] ?? '',
    last_at: times.at(-1) ?? '',
    rows_hash: rowsHash,
    settled_below: settled,
  }
  await sql`
    insert into trail_link (number, form, epoch, made_at, row_count, first_seq, last_seq, first_at, last_at, rows_hash, previous, hash, settled_below)
    values (${next.number}, ${canonicalForm}, ${epoch}, ${next.made_at}, ${rows.length}, ${next.first_seq}, ${next.last_seq}, ${next.first_at}, ${next.last_at},
      decode(${rowsHash}, 'hex'), decode(${previous}, 'hex'), decode(${sha256(toCanonicalLink(next))}, 'hex'), ${settled}::bigint)`.execute(
    trx,
  )
  await sql`
    insert into trail_link_row (seq, link, sha256)
    select seq, ${next.number}, decode(sha256, 'hex')
    from unnest(${hashes.map(({ seq }) => seq)}::bigint[], ${hashes.map((hash) => hash.sha256)}::text[]) as t (seq, sha256)`.execute(
    trx,
  )
}

async function readClock(trx: Transaction<Tables>): Promise<string> {
  const { rows } = await sql<{ now: string }>`select ${formatSealedInstant(sql`clock_timestamp()`)} as now`.execute(trx)
  return rows[0]?.now ?? ''
}

/** SHA-256 of the UTF-8 text, in lower-case hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The head of the chain at some time: number and hash of its last link. */
const savedHeadSchema = z.object({
  number: z.int(),
  hash: z.string(),
  /** Identifies the history; a restored database has another one. */
  epoch: z.string(),
  at: z.string(),
})
export type SavedHead = z.infer<typeof savedHeadSchema>

/**
 * The file in the data folder that heads are appended to. A database administrator does not
 * necessarily control this file.
 */
export function getHeadsFile(dataDir: string): string {
  return join(dataDir, 'trail-heads.jsonl')
}

/** The current head; undefined when nothing was ever linked. */
export async function readHead(db: Database): Promise<SavedHead | undefined> {
  const { rows } = await sql<SavedHead>`
    select l.number, encode(l.hash, 'hex') as hash, l.epoch::text as epoch, l.made_at as at
    from trail_link l order by l.number desc limit 1`.execute(db)
  return rows[0]
}

/** Appends in one short write, so that two processes don't interleave their lines. */
export function saveHead(file: string, head: SavedHead): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  appendFileSync(file, `${JSON.stringify(head)}\n`, { mode: 0o600 })
}

/** Reads the file into heads by number. Skips a line that was cut short by a crash. */
export async function readSavedHeads(file: string): Promise<Map<number, SavedHead[]>> {
  const heads = new Map<number, SavedHead[]>()
  if (!existsSync(file)) return heads
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  for await (const line of lines) {
    const head = parseHead(line)
    if (head) addHead(heads, head)
  }
  return heads
}

/**
 * Adds a head unless the same one is known. Keeps both when their hashes differ, because one of
 * them is wrong.
 */
export function addHead(heads: Map<number, SavedHead[]>, head: SavedHead): void {
  const savedHeads = heads.get(head.number) ?? []
  if (savedHeads.some(({ hash, epoch }) => hash === head.hash && epoch === head.epoch)) return
  heads.set(head.number, [...savedHeads, head])
}

function parseHead(line: string): SavedHead | undefined {
  try {
    return savedHeadSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
