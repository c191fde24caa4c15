import { sql } from 'kysely'
import type { ChainError } from '#contract/trail/trail-chain.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import {
  canonicalForm,
  genesisHash,
  type SealedLink,
  type SealedRow,
  toCanonicalLink,
  toCanonicalRow,
  toCanonicalRows,
} from '#domain/trail/canonical.ts'
import type { Database } from '#server/db/client.ts'
import {
  addHead,
  linkColumns,
  linkTrail,
  readHead,
  readSavedHeads,
  type SavedHead,
  saveHead,
  sealedColumns,
  sha256,
} from './link-rows.ts'

/**
 * Links new rows, verifies the whole chain against the heads in `file`, stores the result with the
 * current head, and returns the report.
 */
export async function checkTrailNow(
  db: Database,
  { file, by, newId }: { file: string; by: string; newId: () => string },
): Promise<ChainReport> {
  await linkTrail(db, { isPatient: true })
  const report = await checkChain(db, await readSavedHeads(file))
  const { isWhole, rowCount, linkCount, head, errors } = report
  await db
    .insertInto('trail_check')
    .values({
      id: newId(),
      checked_by: by,
      is_whole: isWhole,
      row_count: rowCount,
      link_count: linkCount,
      head_number: head.number,
      head_hash: head.hash,
      faults: JSON.stringify(errors),
    })
    .execute()
  const current = await readHead(db)
  if (isWhole && current) saveHead(file, current)
  return report
}

/** Lists the first errors and counts all, because a broken chain may be broken everywhere. */
interface ErrorList {
  add(error: ChainError): void
  first(): readonly ChainError[]
  count(): number
}

const maxListed = 20

function createErrorList(): ErrorList {
  const listed: ChainError[] = []
  let count = 0
  return {
    add(error) {
      count += 1
      if (listed.length < maxListed) listed.push(error)
    },
    first: () => listed,
    count: () => count,
  }
}

export interface ChainReport {
  readonly isWhole: boolean
  readonly rowCount: number
  readonly linkCount: number
  /** Number 0 means that nothing was ever linked. */
  readonly head: { readonly number: number; readonly hash: string }
  /** Dates (in the office's time zone) of the oldest and newest row. */
  readonly from: string | null
  readonly to: string | null
  readonly errors: readonly ChainError[]
  readonly errorCount: number
  /** Number of outside heads from before a restore that are not part of the restored history. */
  readonly headsOfOtherHistories: number
}

/**
 * Verifies the whole chain on one snapshot, in pages: every row against its hash, every link
 * against its rows and the previous link, and all of it against the heads kept outside the database
 * (`heads`) and in sign-offs. Rows not linked yet are not checked, so call `linkTrail` first.
 */
async function checkChain(db: Database, heads: Map<number, SavedHead[]>): Promise<ChainReport> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot)
      const walk = await startWalk(snapshot, heads)
      for await (const page of readPages(snapshot, walk.number)) {
        const rows = await readRowsBetween(snapshot, walk.checkedLink, page.at(-1)?.number ?? 0)
        for (const link of page) checkLink(walk, link, rows)
        reportOrphans(walk, rows)
      }
      await checkRemainder(snapshot, walk)
      return toReport(walk)
    })
}

/** State of the check on reaching a link. */
interface ChainCheck {
  readonly errors: ErrorList
  readonly heads: Map<number, SavedHead[]>
  readonly epoch: string
  readonly beginning: number
  number: number
  hash: string
  /** Rows of links up to this one are checked. */
  checkedLink: number
  madeAt: number
  epochOfHead: string
  rowCount: number
  linkCount: number
  from: string | null
  to: string | null
  otherHistories: number
}

async function startWalk(snapshot: Database, savedHeads: Map<number, SavedHead[]>): Promise<ChainCheck> {
  const { rows } = await sql<{ epoch: string; number: number | null; hash: string | null; is_early: boolean | null }>`
    select m.epoch::text as epoch, b.number, encode(b.hash, 'hex') as hash, b.last_at > b.removed_at - interval '2 years' as is_early
    from meta m left join (select * from trail_beginning order by number desc limit 1) b on true`.execute(snapshot)
  const { epoch = '', number = null, hash = null, is_early = null } = rows[0] ?? {}
  const errors = createErrorList()
  if (is_early) errors.add({ kind: 'beginning_changed', seq: null, link: number, day: null })
  const heads = await addStoredHeads(snapshot, savedHeads, epoch)
  const walk: ChainCheck = {
    errors,
    heads,
    epoch,
    beginning: number ?? 0,
    number: number ?? 0,
    hash: hash ?? genesisHash,
    checkedLink: -1,
    madeAt: Infinity,
    epochOfHead: epoch,
    rowCount: 0,
    linkCount: 0,
    from: null,
    to: null,
    otherHistories: 0,
  }
  if (number !== null) compareHeads(walk, number, hash ?? '')
  return walk
}

/** Adds the heads stored with sign-offs and earlier checks. */
async function addStoredHeads(
  snapshot: Database,
  savedHeads: Map<number, SavedHead[]>,
  epoch: string,
): Promise<Map<number, SavedHead[]>> {
  const heads = new Map(savedHeads)
  const { rows } = await sql<Omit<SavedHead, 'epoch'>>`
    select head_number as number, head_hash as hash, reviewed_at as at from trail_review
    union all (select head_number, head_hash, checked_at from trail_check where is_whole order by checked_at desc limit 1000)`.execute(
    snapshot,
  )
  for (const head of rows) if (head.number > 0) addHead(heads, { ...head, epoch })
  return heads
}

function checkLink(walk: ChainCheck, link: StoredLink, rows: Map<number, LinkedRow[]>): void {
  if (link.number !== walk.number + 1) reportGap(walk, link)
  else if (link.previous !== walk.hash)
    // The previous link was rewritten with a new hash; this one still holds the old hash.
    walk.errors.add({
      kind: 'link_changed',
      seq: null,
      link: walk.number || link.number,
      day: findCommonDay(link.first_at),
    })
  const linkRows = rows.get(link.number) ?? []
  rows.delete(link.number)
  if (!matchesHash(link, linkRows))
    walk.errors.add({ kind: 'link_changed', seq: null, link: link.number, day: findCommonDay(link.first_at) })
  for (const row of linkRows) checkRow(walk, link, row)
  compareHeads(walk, link.number, link.hash)
  walk.number = link.number
  walk.hash = link.hash
  walk.checkedLink = link.number
  // A link from the first walk holds rows of any age.
  walk.madeAt = link.settled_below === '0' ? Infinity : Date.parse(link.made_at)
  walk.epochOfHead = link.epoch
  walk.linkCount += 1
  walk.rowCount += linkRows.length
  if (walk.from === null || link.first_at < walk.from) walk.from = link.first_at
  if (walk.to === null || link.last_at > walk.to) walk.to = link.last_at
}

function matchesHash(link: StoredLink, rows: readonly LinkedRow[]): boolean {
  const hashed: SealedLink = link
  return (
    link.form === canonicalForm &&
    rows.length === link.row_count &&
    rows[0]?.seq === link.first_seq &&
    rows.at(-1)?.seq === link.last_seq &&
    sha256(toCanonicalRows(rows)) === link.rows_hash &&
    sha256(toCanonicalLink(hashed)) === link.hash
  )
}

function reportGap(walk: ChainCheck, link: StoredLink): void {
  const day = findCommonDay(link.first_at)
  if (walk.linkCount === 0) walk.errors.add({ kind: 'beginning_changed', seq: null, link: link.number, day })
  for (let missing = walk.number + 1; missing < Math.min(link.number, walk.number + 20); missing += 1)
    walk.errors.add({ kind: 'link_removed', seq: null, link: missing, day })
}

function checkRow(walk: ChainCheck, link: StoredLink, row: LinkedRow): void {
  const position = { seq: Number(row.seq), link: link.number }
  if (row.at === null)
    return walk.errors.add({ kind: 'row_removed', ...position, day: findCommonDay(link.first_at, link.last_at) })
  if (sha256(toCanonicalRow({ ...row, at: row.at, user_name: row.user_name ?? '', act: row.act ?? '' })) !== row.sha256)
    return walk.errors.add({ kind: 'row_changed', ...position, day: findCommonDay(row.at) })
  if (isTooLate(Date.parse(row.at), walk.madeAt, Date.parse(link.made_at)))
    walk.errors.add({ kind: 'row_inserted', ...position, day: findCommonDay(row.at) })
}

/**
 * True for a row inserted afterwards. Rows are linked within seconds of their commit and no
 * transaction of ours runs for an hour, so a row more than an hour older than the previous link is
 * suspect. Rows from a time without linking are not affected, and a clock set back moves the link
 * as well as the row.
 */
function isTooLate(rowTime: number, previousMadeAt: number, madeAt: number): boolean {
  return previousMadeAt !== Infinity && rowTime < Math.min(previousMadeAt, madeAt) - 3_600_000
}

/** Reports row hashes whose link is gone or never existed. */
function reportOrphans(walk: ChainCheck, rows: Map<number, LinkedRow[]>): void {
  for (const [link, [first]] of rows) {
    if (link > walk.beginning && first)
      walk.errors.add({ kind: 'link_removed', seq: Number(first.seq), link, day: first.at && findCommonDay(first.at) })
    else if (first)
      walk.errors.add({
        kind: 'row_inserted',
        seq: Number(first.seq),
        link: null,
        day: first.at && findCommonDay(first.at),
      })
  }
}

/** Reports hashes beyond the last link and rows in no link. */
async function checkRemainder(snapshot: Database, walk: ChainCheck): Promise<void> {
  reportOrphans(walk, await readRowsBetween(snapshot, walk.checkedLink, Number.MAX_SAFE_INTEGER))
  if (walk.epochOfHead === walk.epoch) {
    const { rows } = await sql<{ seq: number; at: string }>`
      with head as (select settled_below from trail_link order by number desc limit 1)
      select a.seq, a.at from audit a, head
      where (a.txid is null or a.txid < head.settled_below::text::xid8) and head.settled_below <> 0
        and not exists (select from trail_link_row k where k.seq = a.seq)
      order by a.seq limit 1000`.execute(snapshot)
    for (const { seq, at } of rows) walk.errors.add({ kind: 'row_inserted', seq, link: null, day: findCommonDay(at) })
  }
  for (const [number, heads] of walk.heads)
    if (number > walk.beginning) for (const head of heads) reportLostHead(walk, head)
}

/**
 * Removes the heads of this link from the list. Reports those with another hash, or counts them
 * when they are from before a restore.
 */
function compareHeads(walk: ChainCheck, number: number, hash: string): void {
  const heads = walk.heads.get(number)
  if (!heads) return
  walk.heads.delete(number)
  for (const head of heads) if (head.hash !== hash) reportLostHead(walk, head)
}

function reportLostHead(walk: ChainCheck, { number, epoch, at }: SavedHead): void {
  if (epoch !== walk.epoch) walk.otherHistories += 1
  else walk.errors.add({ kind: 'head_lost', seq: null, link: number, day: findCommonDay(at) })
}

/**
 * Date in the office's time zone when both instants fall on one day; otherwise null. A removed row
 * is dated only by its link.
 */
function findCommonDay(first: string, last = first): string | null {
  const [from, to] = [first, last].map((instant) => toOfficeDay(Date.parse(instant)))
  return from === to ? (from ?? null) : null
}

function toReport(walk: ChainCheck): ChainReport {
  const { errors, rowCount, linkCount, number, hash, from, to } = walk
  return {
    isWhole: errors.count() === 0,
    rowCount,
    linkCount,
    head: { number, hash },
    from: from && findCommonDay(from),
    to: to && findCommonDay(to),
    errors: errors.first(),
    errorCount: errors.count(),
    headsOfOtherHistories: walk.otherHistories,
  }
}

type StoredLink = SealedLink & { readonly form: number; readonly hash: string }

/**
 * A row's hash in the chain, next to the row in the trail; the row's columns are null when it is
 * gone.
 */
type LinkedRow = { readonly link: number; readonly sha256: string } & {
  readonly [Column in keyof SealedRow]: Column extends 'seq' ? string : SealedRow[Column] | null
}

/** Target number of rows read together, by the row counts that links state. */
const rowsPerPage = 5000
const linksPerPage = 500

/**
 * Yields all links after a number, oldest first, in pages small enough to hold in memory with their
 * rows.
 */
async function* readPages(db: Database, after: number): AsyncGenerator<StoredLink[]> {
  for (let last = after; ;) {
    const { rows: links } = await sql<StoredLink>`
      select ${linkColumns} from trail_link l where l.number > ${last} order by l.number limit ${linksPerPage}`.execute(
      db,
    )
    for (const page of splitPages(links)) yield page
    const end = links.at(-1)
    if (!end || links.length < linksPerPage) return
    last = end.number
  }
}

function splitPages(links: readonly StoredLink[]): StoredLink[][] {
  const pages: StoredLink[][] = []
  let room = 0
  for (const link of links) {
    if (link.row_count > room || pages.length === 0) {
      pages.push([])
      room = rowsPerPage
    }
    pages.at(-1)?.push(link)
    room -= link.row_count
  }
  return pages
}

/**
 * Rows of the links after `after` up to `until`, by link, each in number order. Reads at most two
 * pages; a link with more rows than it states fails its hash anyway.
 */
async function readRowsBetween(db: Database, after: number, until: number): Promise<Map<number, LinkedRow[]>> {
  const { rows } = await sql<LinkedRow>`
    select k.link, k.seq::text as seq, encode(k.sha256, 'hex') as sha256, ${sealedColumns}
    from trail_link_row k left join audit a on a.seq = k.seq
    where k.link > ${after} and k.link <= ${until} order by k.link, k.seq limit ${rowsPerPage * 2}`.execute(db)
  return Map.groupBy(rows, ({ link }) => link)
}
