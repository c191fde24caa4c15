import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, createReportedRow, median, percentile } from '../bench-row.ts'
import { openKeepAlive } from '../keep-alive-client.ts'

/** Maximum database connections of the server, and the number of its clients. */
const connections = 10
const roundMs = 5_000
const warmUpMs = 2_000

/**
 * Edits acknowledged by the server over HTTP (loopback, persistent connections, one client each),
 * compared with the same statements through node-postgres: op row, row, change row, trail row and
 * the op's response in one transaction per edit, prepared once, on as many connections. Both use
 * the same embedded PostgreSQL with fsync, in turns; the driver runs in the clients' process. The
 * server additionally identifies the user, reads the current row, merges, checks and returns the
 * row.
 */
export async function benchAcknowledgedWrites(run: { office: BenchOffice; rounds: number }): Promise<BenchRow[]> {
  const { office, rounds } = run
  const ids = await readSomeIds(office)
  const sides = { ours: await openServer(office, ids), driver: openDriver(office, ids) }
  const perSecond: Record<keyof typeof sides, number[]> = { ours: [], driver: [] }
  const waits: number[] = []
  const cpuMs: number[] = []
  for (const side of Object.values(sides)) await writeFor(warmUpMs, side.write)
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'driver'] as const) : (['driver', 'ours'] as const)
    for (const name of order) {
      const before = await office.cpuMs()
      const durations = await writeFor(roundMs, sides[name].write)
      perSecond[name].push((durations.length * 1000) / roundMs)
      if (name === 'driver') continue
      waits.push(...durations)
      cpuMs.push(((await office.cpuMs()) - before) / durations.length)
    }
  }
  for (const side of Object.values(sides)) await side.close()
  return [
    compareRow({
      name: `edits acknowledged, ${connections} clients, one transaction each`,
      unit: 'per s',
      ours: median(perSecond.ours),
      peer: median(perSecond.driver),
      peerName: 'node-postgres, the same statements',
      goal: '≥ 1/2 of the driver',
      atMost: null,
      atLeast: 0.5,
    }),
    createReportedRow('edits acknowledged: time to the answer, p95', percentile(waits, 0.95)),
    createReportedRow("edits acknowledged: the server's processor time for one", median(cpuMs)),
  ]
}

/** Every client edits different records, so that none waits for another's lock. */
type WriteCall = (client: number, turn: number) => Promise<void>

interface WriteSide {
  readonly write: WriteCall
  close(): Promise<void>
}

async function readSomeIds(office: BenchOffice): Promise<string[]> {
  const [token = ''] = office.staffTokens
  const response = await fetch(`${office.url}/api/sync/real-estate/rows?limit=1000`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return rowsPageSchema.parse(await response.json()).columns.id
}

/** Duration of each write. */
async function writeFor(ms: number, write: WriteCall): Promise<number[]> {
  const durations: number[] = []
  const end = performance.now() + ms
  await Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const start = performance.now()
        await write(client, turn)
        durations.push(performance.now() - start)
      }
    }),
  )
  return durations
}

function pickId(ids: readonly string[], client: number, turn: number): string {
  const own = Math.floor(ids.length / connections)
  return ids[client * own + (turn % own)] ?? ''
}

let fees = 0

async function openServer(office: BenchOffice, ids: readonly string[]): Promise<WriteSide> {
  const [token = ''] = office.staffTokens
  const clients = await Promise.all(Array.from({ length: connections }, () => openKeepAlive(office.url)))
  return {
    async write(client, turn) {
      const response = await clients[client]?.send({
        method: 'PUT',
        path: '/api/mysql/realestate/list/',
        token,
        headers: { 'idempotency-key': randomUUID() },
        body: JSON.stringify({ id: pickId(ids, client, turn), fees: (fees += 10) }),
      })
      if (response?.status !== 200) throw new Error(`the edit was answered ${response?.status}: ${response?.body}`)
    },
    close: async () => clients.forEach((client) => client.close()),
  }
}

function openDriver(office: BenchOffice, ids: readonly string[]): WriteSide {
  const pool = new pg.Pool({ connectionString: office.databaseUrl, max: connections })
  // The database may stop before the last idle connection is closed.
  pool.on('error', () => undefined)
  return {
    async write(client, turn) {
      const connection = await pool.connect()
      try {
        await editBy(connection, { id: pickId(ids, client, turn), fees: (fees += 10) })
      } finally {
        connection.release()
      }
    },
    close: () => pool.end(),
  }
}

const writer = { id: randomUUID(), name: '김가온', ipAddress: '127.0.0.1' }

/**
 * The writes of an edit. Every connection prepares each statement once, as a fast program would.
 */
async function editBy(connection: pg.PoolClient, edit: { id: string; fees: number }): Promise<void> {
  const run = (name: keyof typeof statements, values: unknown[] = []) =>
    connection.query({ name, text: statements[name], values })
  const opId = randomUUID()
  const vat = Math.floor((edit.fees + 5) / 10)
  await connection.query('begin')
  await run('op', [opId, writer.id, 'a'.repeat(64)])
  const [row] = (await run('row', [edit.id, edit.fees, vat])).rows
  const fields = { fees: { old: 0, new: edit.fees }, fees_vat: { old: 0, new: vat } }
  await run('change', [edit.id, row.version, JSON.stringify(fields), writer.id, writer.name, opId])
  const detail = JSON.stringify({ fields: Object.keys(fields) })
  await run('audit', [writer.id, writer.name, writer.ipAddress, edit.id, row.owner, detail])
  await run('answer', [opId, JSON.stringify({ etag: `"${row.version}"` }), JSON.stringify(row)])
  await connection.query('commit')
}

const statements = {
  op: 'insert into op (op_id, user_id, request_hash) values ($1, $2, $3)',
  row: 'update real_estate set fees = $2, fees_vat = $3, version = version + 1, updated_at = now() where id = $1 returning *',
  change: `insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id)
    values ('real-estate', $1, $2, 'update', $3, $4, $5, $6)`,
  audit: `insert into audit (user_id, user_name, address, act, collection, record_id, subject, detail)
    values ($1, $2, $3, 'update', 'real-estate', $4, $5, $6)`,
  answer: 'update op set status = 200, headers = $2, answer = $3 where op_id = $1',
}
