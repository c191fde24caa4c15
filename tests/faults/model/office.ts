import { sql } from 'kysely'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { Tokens } from '#contract/session/session.ts'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { buildReaderEpoch } from '#server/db/owned-rows.ts'
import { withoutReplica } from '#server/db/replica.ts'
import { writableLeaveRequestBook } from '#server/leave/leave-request-book.ts'
import { newId } from '#server/new-id.ts'
import { writableRegisterBook } from '#server/register/books.ts'
import { updateRegister } from '#server/register/update-register.ts'
import { demoAccounts } from '#server/session/demo-users.ts'
import { readRowsPage } from '#server/sync/reads/read-changes.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { realEstateBooks } from '../../support/books/case-book.ts'
import { listPageRecords } from '../../support/books/page-records.ts'
import { testStart } from '../../support/fakes/fake-clock.ts'
import { buildTestApp } from '../../support/servers/build-test-app.ts'
import { createFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../support/servers/test-database.ts'

export type Account = 'staff' | 'superuser'

/** The server side of a run: the real server on a real database, behind a network with faults. */
export interface SimulatedOffice {
  readonly database: TestDatabase
  readonly proxy: FaultProxy
  /** The server's clock. */
  clock: () => number
  server: RunningServer | null
  /** Starts the server process or processes. */
  readonly serve: () => Promise<RunningServer>
  /** With several processes, kills one instead of stopping the server. */
  readonly killOne?: () => void
  /** Waits until no statement of an earlier run is running. */
  readonly waitUntilIdle?: () => Promise<void>
  /** Ids of the groups and case-book entries at the start of a run. */
  initialIds: Record<CollectionName, string[]>
}

/** The office's server while it is running. */
export interface RunningServer {
  readonly url: string
  signIn(account: Account): Promise<Tokens>
  /** Cuts running requests, as killing the process does. */
  stop(): Promise<void>
}

export const userIdByAccount: Record<Account, string> = {
  staff: demoAccounts.staff.id,
  superuser: demoAccounts.superuser.id,
}

const staffReader = { id: userIdByAccount.staff, isStaff: true, isSuperuser: false }

/** How staff read the server: the reader's rights, and the epoch their copies get. */
export const staffView = {
  reader: staffReader,
  toReaderEpoch: (epoch: string) => buildReaderEpoch(epoch, [writableLeaveRequestBook], staffReader),
}

/**
 * A colleague elsewhere who writes through the server's own pipeline, unaffected by network faults.
 */
const colleague = { userId: '00000000-0000-7000-8000-00000000c011', userName: '이나래', ipAddress: null }

export async function openOffice(): Promise<SimulatedOffice> {
  const database = await createTestDatabase()
  const { loadDemoUsers } = await import('#server/session/demo-users.ts')
  await loadDemoUsers(database.db)
  const office: SimulatedOffice = await createOfficeBehindProxy(database, () =>
    serveInProcess(database, () => office.clock()),
  )
  await startServer(office)
  return office
}

/** An office whose server has not started yet. */
export async function createOfficeBehindProxy(
  database: TestDatabase,
  serve: SimulatedOffice['serve'],
): Promise<SimulatedOffice> {
  const proxy = await createFaultProxy(unreachableUrl)
  const initialIds = forEachCollection<string[]>(() => [])
  return { database, proxy, clock: () => testStart, server: null, serve, initialIds }
}

const unreachableUrl = 'http://127.0.0.1:9'

async function serveInProcess(database: TestDatabase, clock: () => number): Promise<RunningServer> {
  const server = await buildTestApp({ database, now: () => new Date(clock()) })
  return {
    url: await server.listen(),
    async signIn(account) {
      const { accessToken, refreshToken, user } = await server.signIn(account)
      return { access_token: accessToken, refresh_token: refreshToken, expires_in: 3600, user_info: user }
    },
    async stop() {
      server.app.server.closeAllConnections()
      await server.close()
    },
  }
}

export async function closeOffice(office: SimulatedOffice): Promise<void> {
  await office.proxy.close()
  await stopServer(office)
  await office.database.drop()
}

export async function stopServer(office: SimulatedOffice): Promise<void> {
  const { server } = office
  office.server = null
  office.proxy.setTarget(unreachableUrl)
  await server?.stop()
}

export async function startServer(office: SimulatedOffice): Promise<void> {
  if (office.server) return
  office.server = await office.serve()
  office.proxy.setTarget(office.server.url)
}

/** Resets the office to three groups and six entries, unrelated to devices of earlier runs. */
export async function resetOffice(office: SimulatedOffice): Promise<void> {
  const { ownerDb: db } = office.database
  await startServer(office)
  await office.waitUntilIdle?.()
  await sql`truncate real_estate, real_estate_group, real_estate_unit, change, op, session, session_token cascade`.execute(
    db,
  )
  await sql`update meta set epoch = gen_random_uuid()`.execute(db)
  office.initialIds = forEachCollection<string[]>(() => [])
  for (let number = 1; number <= 3; number++) {
    const id = makeInitialId('a', number)
    office.initialIds['real-estate-groups'].push(id)
    await writeAsColleague(office, 'real-estate-groups', { kind: 'create', body: { id, name: `구간 ${number}` } })
  }
  for (let number = 1; number <= 6; number++) {
    const id = makeInitialId('b', number)
    office.initialIds['real-estate'].push(id)
    const body = {
      id,
      group_id: makeInitialId('a', 1 + (number % 3)),
      owner: `소유자 ${number}`,
      fees: number * 10_000,
    }
    await writeAsColleague(office, 'real-estate', { kind: 'create', body })
  }
}

function makeInitialId(kind: 'a' | 'b', number: number): string {
  return `01939000-000${kind}-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** True when the write was done; false when the server refused it (gone, in use). */
export async function writeAsColleague(
  office: SimulatedOffice,
  name: CollectionName,
  write: { kind: 'create' | 'update' | 'delete'; body: Record<string, FieldValue> },
): Promise<boolean> {
  const book = realEstateBooks.find((candidate) => candidate.name === name)
  if (!book) throw new Error(`no collection ${name}`)
  const writes = createWritePipeline({ db: office.database.db })
  return (await writes.write(book, { ...write, writer: colleague })).status < 300
}

export async function signInAt(office: SimulatedOffice, account: Account): Promise<Tokens> {
  if (!office.server) throw new Error('the server is down')
  return await office.server.signIn(account)
}

/** Invalidates every access token; with `sessions`, the refresh tokens too. */
export async function expireTokens(office: SimulatedOffice, what: 'access' | 'sessions'): Promise<void> {
  const { db } = office.database
  if (what === 'access') await sql`delete from session_token where kind = 'access'`.execute(db)
  else await sql`update session set ended_at = now(), ended_why = 'signed_out' where ended_at is null`.execute(db)
}

export interface ServerState {
  readonly rows: Record<CollectionName, Map<string, AnyRecord>>
  readonly changes: readonly ModelChange[]
  readonly ops: ReadonlyMap<string, { userId: string; status: number | null }>
}

export interface ModelChange {
  readonly collection: CollectionName
  readonly recordId: string
  readonly kind: 'create' | 'update' | 'delete'
  readonly fields: Readonly<Record<string, { old: unknown; new: unknown }>>
  readonly userId: string | null
  readonly opId: string | null
}

export async function readServer({ database: { db }, clock }: SimulatedOffice): Promise<ServerState> {
  // The server does so every few seconds of real time, which the run does not wait for.
  await updateRegister({ db, newId, now: () => new Date(clock()) })
  const rows = forEachCollection(() => new Map<string, AnyRecord>())
  for (const name of collectionNames) {
    const book = [...realEstateBooks, writableRegisterBook].find((candidate) => candidate.name === name)
    if (!book) continue
    const { text } = await readRowsPage({ db, replica: withoutReplica(db) }, book, {
      ...staffView,
      after: undefined,
      limit: 5_000,
      total: 0,
    })
    for (const row of listPageRecords(rowsPageSchema.parse(JSON.parse(text)))) rows[name].set(row.id, row)
  }
  const changes = await db.selectFrom('change').selectAll().orderBy('seq').execute()
  const ops = await db.selectFrom('op').select(['op_id', 'user_id', 'status']).execute()
  return {
    rows,
    changes: changes.map((row) => ({
      collection: row.collection as CollectionName,
      recordId: row.record_id,
      kind: row.kind,
      fields: row.fields,
      userId: row.user_id,
      opId: row.op_id,
    })),
    ops: new Map(ops.map((row) => [row.op_id, { userId: row.user_id, status: row.status }])),
  }
}

export function forEachCollection<T>(make: () => T): Record<CollectionName, T> {
  return Object.fromEntries(collectionNames.map((name) => [name, make()])) as Record<CollectionName, T>
}
