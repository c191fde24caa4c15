import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/schema/tables/tables.ts'
import { type PoolWatchOptions, watchPool } from './pool-watch.ts'

/** Query builder that all of the server uses as `deps.db`. */
export type Database = Kysely<Tables>

/**
 * Opens a connection pool. It connects with the first query; close it with `db.destroy()`.
 *
 * JavaScript values by column type: date → 'YYYY-MM-DD' (never a Date, which would shift a day
 * between zones), timestamptz → ISO string with offset and all its microseconds, int8 and numeric →
 * number, xid8 → decimal string, jsonb → parsed. An int8 beyond 2^53 throws rather than losing
 * digits.
 */
export function openDatabase(options: DatabaseOptions): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(options) }) })
}

/** Statement timeout for requests (ms); background tasks set their own. */
export const serverStatementMs = 120_000

export type DatabaseOptions = Pick<PoolWatchOptions, 'url' | 'onAway' | 'onBack'> & {
  maxConnections: number
  /**
   * Statement timeout in milliseconds, only against runaway queries: dead connections are detected
   * by pool-watch.ts. Default: none.
   */
  maxStatementMs?: number
  /** Refuses writes. */
  isReadOnly?: boolean
}

/** Settings for a plain `pg` connection (COPY, LISTEN, advisory locks, CREATE DATABASE). */
export function buildConnectionSettings(url: string) {
  return {
    connectionString: url,
    types: { getTypeParser: findParser },
    application_name: 'ongyeol-office',
    // Between queries only TCP keepalive can detect a dead peer.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
  } satisfies pg.ClientConfig
}

/**
 * Opens a single connection outside the pool; close it with `endConnection`. There is no statement
 * timeout. If the connection is lost while idle, the next query fails.
 */
export async function connectAlone(url: string): Promise<pg.Client> {
  const name = applicationName(url)
  const client = new pg.Client({ ...buildConnectionSettings(url), application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  const poolWatch = watchPool({ url, name })
  poolWatch.watch(client)
  client.once('end', () => poolWatch.close())
  return client
}

/**
 * Identifies this pool's connections at the database; a name in the connection string takes
 * precedence.
 */
function applicationName(url: string): string {
  return new URL(url).searchParams.get('application_name') ?? `ongyeol-office ${randomBytes(4).toString('hex')}`
}

function openPool(options: DatabaseOptions): PostgresPool {
  const { url, maxConnections, onAway, onBack } = options
  const name = applicationName(url)
  const poolWatch = watchPool({ url, name, onAway, onBack })
  const pool = new pg.Pool({
    ...buildConnectionSettings(url),
    application_name: name,
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    stream: () => poolWatch.openSocket(),
    onConnect: (client) => {
      if (client instanceof pg.Client) poolWatch.watch(client)
      return applySettings(client, options)
    },
  })
  // When the database closes a connection, it emits 'error' on the pool (idle) or on the client
  // (checked out, between two queries of a transaction). Unhandled, both would end the process. The
  // next query fails anyway.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepareMarkedStatements(client)
  })
  return {
    options: pool.options,
    connect: () =>
      poolWatch.connect(
        () => pool.connect(),
        (late) => late.release(),
      ),
    end: async () => {
      poolWatch.close()
      await pool.end()
    },
  }
}

/**
 * Session settings, which override those of the database:
 *
 * - `jit`: compiling a list query takes far longer than running it.
 * - `random_page_cost`: for SSDs.
 * - `work_mem`: enough for exact (not lossy) bitmap scans.
 * - `timezone`: devices compare instants as text, so all need the same offset.
 * - `lock_timeout`: the client gets a response that says to retry.
 * - `idle_in_transaction_session_timeout`, keepalives: if this machine dies, the database releases
 *   its transactions and locks within a minute.
 *
 * Returns `unknown` because the driver's types don't declare that the pool awaits this promise.
 */
function applySettings(client: pg.ClientBase, { maxStatementMs = 0, isReadOnly = false }: DatabaseOptions): unknown {
  return client.query(`
    set jit = off; set random_page_cost = 1.1; set work_mem = '16MB'; set timezone = 'UTC';
    set statement_timeout = ${maxStatementMs}; set lock_timeout = 15000; set idle_in_transaction_session_timeout = 60000;${isReadOnly ? ' set default_transaction_read_only = on;' : ''}
    set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000`)
}

const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700, xid8: 5069 } as const
// Widened to number, because the driver's types only know scalar types.
const textArray: number = 1009
const arrayOid = { int8: 1016, date: 1182, timestamptz: 1185, numeric: 1231 } as const

type Parser = (text: string) => unknown

const parsers = new Map<number, Parser>([
  [oid.int8, toSafeInteger],
  [oid.numeric, Number],
  [oid.date, keepText],
  [oid.timestamp, keepText],
  [oid.timestamptz, toInstant],
  [oid.xid8, keepText],
  [arrayOid.int8, createArrayParser(toSafeInteger)],
  [arrayOid.numeric, createArrayParser(Number)],
  [arrayOid.date, createArrayParser(keepText)],
  [arrayOid.timestamptz, createArrayParser(toInstant)],
])

function findParser(id: number, format?: 'text' | 'binary') {
  const parser = format === 'binary' ? undefined : parsers.get(id)
  return parser ?? pg.types.getTypeParser(id, format)
}

function keepText(text: string): string {
  return text
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} does not fit a JavaScript number`)
  return value
}

/**
 * '2026-11-21 08:54:11.123456+00' → '2026-11-21T08:54:11.123456Z'. Not a Date, which would drop the
 * microseconds.
 */
function toInstant(text: string): string {
  const match = /^(\S+) ([\d:.]+)([+-]\d\d)(?::?(\d\d))?$/.exec(text)
  if (match === null) return text
  const [, day, time, hours, minutes = '00'] = match
  return hours === '+00' && minutes === '00' ? `${day}T${time}Z` : `${day}T${time}${hours}:${minutes}`
}

/** Parser for arrays: the driver's text[] parser splits `{a,b}`, `parse` converts each element. */
function createArrayParser(parse: Parser): Parser {
  const split = pg.types.getTypeParser(textArray, 'text')
  return (text) => {
    const elements: unknown = split(text)
    return Array.isArray(elements)
      ? elements.map((element) => (typeof element === 'string' ? parse(element) : null))
      : []
  }
}

const preparedComment = '/* prepared */'

/**
 * Prefix for statements that every connection should parse and plan only once: sql`${prepared}
 * select …`. For statements run with every request or write, where planning costs several times the
 * execution.
 *
 * HAZARD: every distinct text stays in the memory of every connection. Use it only for constant
 * texts (parameters aside) whose plan does not depend on the parameters.
 */
export const prepared = sql.raw(preparedComment)

/** The same prefix for a plain string. */
export function markPrepared(text: string): string {
  return `${preparedComment} ${text}`
}

/**
 * Names marked statements, because the driver prepares only named queries; Kysely passes just text
 * and values.
 */
function prepareMarkedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query: (...args: unknown[]): unknown => Reflect.apply(query, undefined, nameStatement(args)),
  })
}

function nameStatement([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string' || !text.startsWith(preparedComment)) return [text, values, ...rest]
  return [{ name: getStatementName(text), text, values }, ...rest]
}

const statementNames = new Map<string, string>()

function getStatementName(text: string): string {
  const name = statementNames.get(text) ?? `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}
