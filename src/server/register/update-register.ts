import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { registerEntryBook } from '#contract/books/register-entries.ts'
import { addMonths } from '#domain/dates/calendar.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { buildMonth } from '#domain/register/months.ts'
import {
  completeClosedEntry,
  deriveEntry,
  type EntryValues,
  findDifferences,
  registeredBooks,
  type RegisteredCase,
} from '#domain/register/register-entry.ts'
import type { Deps } from '#server/deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

type RegisterDeps = Pick<Deps, 'db' | 'newId' | 'now'>
type EntryRow = Selectable<Tables['register_entry']>
/** What the server writes of an entry besides its derived values. */
type EntryChanges = Partial<EntryValues & Pick<EntryRow, 'is_cancelled' | 'differs' | 'corrections'>>

/**
 * Brings the register up to date with the case books, and is the only one that numbers entries
 * (법무사규칙 제35조). Any number of processes may call it at any time:
 *
 *   lock ──▶ cases changed since the mark ──▶ new: number and insert
 *                                        ├──▶ known: write what differs
 *                                        └──▶ deleted: 취소, the number stays
 *
 * In a closed month it only sets `differs`, and completes an empty 종결일자. Entries have change rows
 * like other records, so devices receive them; the trail has the writes they follow from.
 */
export async function updateRegister(deps: RegisterDeps): Promise<void> {
  if (!(await hasWork(deps))) return
  await deps.db.transaction().execute((trx) => updateWithin(trx, deps))
}

/** `updateRegister` as part of a transaction that decides by the register. */
export async function updateWithin(trx: Transaction<Tables>, deps: Pick<Deps, 'newId' | 'now'>): Promise<void> {
  await lockRegister(trx)
  const { epoch, settled } = await readHistory(trx)
  const mark = await trx.selectFrom('register_mark').select(['epoch', 'txid']).executeTakeFirst()
  const today = toOfficeDay(deps.now().getTime())
  const isWhole = mark?.epoch !== epoch
  const changed = isWhole ? await listAllCases(trx) : await listChangedCases(trx, mark.txid)
  await updateCases(trx, deps, [...new Set([...changed, ...(await listToRemark(trx, today))])])
  if (isWhole || changed.length > 0 || (await isBehind(trx, mark.txid)))
    await trx
      .insertInto('register_mark')
      .values({ epoch, txid: settled })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ epoch, txid: settled }))
      .execute()
}

/** Serializes everything that writes the register, until the transaction ends. */
export async function lockRegister(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('register_entry'))`.execute(trx)
  // 법무사법 제22조 requires the register also of a person whose data's processing is stopped 처리정지.
  await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
}

/** Without the lock, so that a register that is up to date costs nothing. */
async function hasWork({ db, now }: RegisterDeps): Promise<boolean> {
  const today = toOfficeDay(now().getTime())
  const { rows } = await sql<{ has_work: boolean }>`
    select not exists (
      select from register_mark k join meta m on m.epoch::text = k.epoch
      where not exists (select from change where txid >= k.txid::xid8)
    ) or exists (${openSince(today)}) as has_work
  `.execute(db)
  return rows[0]?.has_work === true
}

/**
 * The history of the change log, and the transaction below which all are settled. HAZARD: read
 * before the log, so that what commits in between is read again next time rather than never.
 */
async function readHistory(trx: Transaction<Tables>): Promise<{ epoch: string; settled: string }> {
  const { rows } = await sql<{ epoch: string; settled: string }>`
    select epoch::text as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as settled from meta
  `.execute(trx)
  const [history] = rows
  if (!history) throw new Error('the database has no epoch')
  return history
}

async function isBehind(trx: Transaction<Tables>, txid: string): Promise<boolean> {
  const { rows } = await sql`select from change where txid >= ${txid}::xid8 limit 1`.execute(trx)
  return rows.length > 0
}

async function listChangedCases(trx: Transaction<Tables>, txid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct record_id as id from change
    where txid >= ${txid}::xid8 and collection in (${sql.join(registeredBooks)})
  `.execute(trx)
  return rows.map(({ id }) => id)
}

async function listAllCases(trx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from real_estate union select id::text from deposit_case union select case_id from register_entry
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Open mandates that have reached two months. */
async function listToRemark(trx: Transaction<Tables>, today: string): Promise<string[]> {
  const { rows } = await sql<{ case_id: string }>`${openSince(today)}`.execute(trx)
  return rows.map(({ case_id }) => case_id)
}

function openSince(today: string) {
  return sql`
    select case_id from register_entry
    where closed_on is null and remark is null and not is_cancelled and mandated_on <= ${addMonths(today, -2)}::date
      and not differs
  `
}

const chunkSize = 2000

interface CaseRow {
  readonly id: string
  readonly is_demo: boolean
  readonly inserted_at: string
  readonly registered: RegisteredCase
}

/**
 * In the order in which the cases reached the server, a chunk at a time, because an office that
 * starts with the register has all its cases to enter. Also for a month that was reopened. Call it
 * under `lockRegister`.
 */
export async function updateCases(
  trx: Transaction<Tables>,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  const today = toOfficeDay(now().getTime())
  const closed = await readClosedMonths(trx)
  const serials = await readLastSerials(trx)
  const ordered = await orderByArrival(trx, ids)
  for (let start = 0; start < ordered.length; start += chunkSize) {
    const chunk = ordered.slice(start, start + chunkSize)
    const cases = new Map((await readCases(trx, chunk)).map((row) => [row.id, row]))
    const entries = await trx.selectFrom('register_entry').selectAll().where('case_id', 'in', chunk).execute()
    const known = new Set(entries.map(({ case_id }) => case_id))
    const destroyed = await readDestroyed(trx, chunk)
    // The entry of a case that was destroyed after its period has one of its own.
    const followed = entries.filter(({ case_id }) => !destroyed.has(case_id))
    const updates = followed.map((entry) => {
      const registered = cases.get(entry.case_id)?.registered
      const derived = registered ? deriveEntry(registered, today) : null
      const isClosed = closed.has(entry.entered_on.slice(0, 7))
      return { entry, changes: isClosed ? followClosed(entry, derived) : followOpen(entry, derived) }
    })
    await writeUpdates(trx, updates)
    const fresh = chunk.flatMap((id) => (known.has(id) ? [] : (cases.get(id) ?? [])))
    await enterCases(trx, { fresh, closed, serials, today, newId })
  }
}

/** Cases that were deleted come last. */
async function orderByArrival(trx: Transaction<Tables>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${sql.val(ids)}::text[]) as given (id)
    left join (
      select id, inserted_at from real_estate union all select id, inserted_at from deposit_case
    ) known on known.id = given.id::uuid
    order by known.inserted_at nulls last, given.id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

async function readDestroyed(trx: Transaction<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx.selectFrom('destroyed_record').select('record_id').where('record_id', 'in', ids).execute()
  return new Set(rows.map(({ record_id }) => record_id))
}

function followOpen(entry: EntryRow, derived: EntryValues | null): EntryChanges {
  return keepChanged(entry, { ...derived, is_cancelled: derived === null, differs: false })
}

function followClosed(entry: EntryRow, derived: EntryValues | null): EntryChanges {
  if (derived === null) return keepChanged(entry, { differs: !entry.is_cancelled })
  const completed = completeClosedEntry(entry, derived)
  const differences = Object.keys(findDifferences({ ...entry, ...completed }, derived))
  // The remark of an open mandate follows the calendar, not the case.
  const differs = entry.is_cancelled || differences.some((key) => key !== 'remark')
  return keepChanged(entry, { ...completed, differs })
}

function keepChanged(entry: EntryRow, changes: EntryChanges): EntryChanges {
  return Object.fromEntries(Object.entries(changes).filter(([key, value]) => entry[key as keyof EntryRow] !== value))
}

/** Months whose newest act closed them. */
export const closedMonthsSql = sql`
  select year, month from (
    select distinct on (year, month) year, month, act from register_closing order by year, month, seq desc
  ) newest where act = 'close'
`

/** As `2026-01`. */
export async function readClosedMonths(trx: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ year: number; month: number }>`${closedMonthsSql}`.execute(trx)
  return new Set(rows.map(({ year, month }) => buildMonth(year, month)))
}

const mandateColumns = [
  'id',
  'is_demo',
  'inserted_at',
  'purpose',
  'fees',
  'mandated_at',
  'verified_by',
  'client_birth',
  'client_others',
  'closed_at',
  'registrated_at',
] as const

async function readCases(trx: Transaction<Tables>, ids: readonly string[]): Promise<CaseRow[]> {
  const [realEstate, deposits] = [
    await trx
      .selectFrom('real_estate')
      .select([...mandateColumns, 'owner', 'owner_address'])
      .where('id', 'in', ids)
      .execute(),
    await trx
      .selectFrom('deposit_case')
      .select([...mandateColumns, 'client_name', 'client_address', 'deposit_name', 'owner_name'])
      .where('id', 'in', ids)
      .execute(),
  ]
  return [
    ...realEstate.map((record) => toCaseRow({ book: 'real-estate', record }, record)),
    ...deposits.map((record) => toCaseRow({ book: 'deposit-cases', record }, record)),
  ]
}

function toCaseRow(
  registered: RegisteredCase,
  { id, is_demo, inserted_at }: { id: string; is_demo: boolean; inserted_at: string },
): CaseRow {
  return { id, is_demo, inserted_at, registered }
}

interface NewEntries {
  /** In the order of their numbers. */
  readonly fresh: readonly CaseRow[]
  readonly closed: ReadonlySet<string>
  /** The last number of each year, which this moves on. */
  readonly serials: Map<number, number>
  readonly today: string
  readonly newId: () => string
}

/** Numbers new cases. One that arrives after its month was closed is entered today. */
async function enterCases(
  trx: Transaction<Tables>,
  { fresh, closed, serials, today, newId }: NewEntries,
): Promise<void> {
  const rows = fresh.map(({ id: case_id, is_demo, inserted_at, registered }) => {
    const arrived = toOfficeDay(Date.parse(inserted_at))
    const entered_on = closed.has(arrived.slice(0, 7)) ? today : arrived
    const year = Number(entered_on.slice(0, 4))
    const serial = (serials.get(year) ?? 0) + 1
    serials.set(year, serial)
    const given = { id: newId(), version: 1, is_demo, year, serial, book: registered.book, case_id, entered_on }
    return {
      ...given,
      ...deriveEntry(registered, today),
      is_cancelled: false,
      corrections: 0,
      differs: false,
    }
  })
  await insertEntries(trx, rows)
}

async function readLastSerials(trx: Transaction<Tables>): Promise<Map<number, number>> {
  const { rows } = await sql<{ year: number; last: number }>`
    select year, max(serial) as last from register_entry group by year
  `.execute(trx)
  return new Map(rows.map(({ year, last }) => [year, last]))
}

const fieldKeys = registerEntryBook.fields.map(({ key }) => key)

async function insertEntries(
  trx: Transaction<Tables>,
  rows: readonly (EntryValues & { readonly id: string })[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(['id', 'version', 'is_demo', ...fieldKeys].map((column) => sql.ref(column)))
  await sql`
    insert into register_entry (${columns})
    select ${columns} from jsonb_populate_recordset(null::register_entry, ${JSON.stringify(rows)}::jsonb)
  `.execute(trx)
  const logged = rows.map((row) => ({ id: row.id, version: 1, fields: diffEntry({}, row) }))
  await logChanges(trx, 'create', logged)
}

/** Writes entries with their change rows. Call it under `lockRegister`. */
export async function writeUpdates(
  trx: Transaction<Tables>,
  allUpdates: readonly { readonly entry: EntryRow; readonly changes: EntryChanges }[],
): Promise<void> {
  const updates = allUpdates.filter(({ changes }) => Object.keys(changes).length > 0)
  if (updates.length === 0) return
  const rows = updates.map(({ entry, changes }) => ({ ...entry, ...changes }))
  const assignments = fieldKeys.map((key) => sql`${sql.ref(key)} = given.${sql.ref(key)}`)
  await sql`
    update register_entry t set version = t.version + 1, updated_at = now(), ${sql.join(assignments)}
    from jsonb_populate_recordset(null::register_entry, ${JSON.stringify(rows)}::jsonb) given where given.id = t.id
  `.execute(trx)
  const logged = updates.map(({ entry, changes }) => ({
    id: entry.id,
    version: entry.version + 1,
    fields: diffEntry(entry, { ...entry, ...changes }),
  }))
  await logChanges(trx, 'update', logged)
}

type Values = Readonly<Record<string, unknown>>

function diffEntry(before: Values, after: object): Record<string, { old: unknown; new: unknown }> {
  const now: Values = { ...after }
  const changed = fieldKeys.filter((key) => (before[key] ?? null) !== (now[key] ?? null))
  return Object.fromEntries(changed.map((key) => [key, { old: before[key] ?? null, new: now[key] ?? null }]))
}

/** The name in the history of an entry. */
const writerName = '자동 기재'

async function logChanges(
  trx: Transaction<Tables>,
  kind: 'create' | 'update',
  rows: readonly { readonly id: string; readonly version: number; readonly fields: object }[],
): Promise<void> {
  await sql`
    insert into change (collection, record_id, version, kind, fields, user_name)
    select ${registerEntryBook.name}, id, version, ${kind}, fields, ${writerName}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, version integer, fields jsonb)
  `.execute(trx)
}
