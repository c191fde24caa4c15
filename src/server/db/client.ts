import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepareMarked } from './prepared-statements.ts'
import type { Tables } from './tables/tables.ts'

/** The office's database as every business folder uses it: `deps.db.selectFrom('…')`. */
export type Database = Kysely<Tables>

/**
 * Opens a pool of at most `maxConnections` connections. Nothing is connected before the first query; end it with `db.destroy()`.
 *
 * What a column gives in JavaScript: date → 'YYYY-MM-DD' (never a Date, which would shift a day between zones),
 * timestamptz → ISO string with offset and all its microseconds, int8 and numeric → number, xid8 → decimal string, jsonb → parsed.
 * An int8 beyond 2^53 throws rather than losing digits.
 */
export function openDatabase(options: {
  url: string
  maxConnections: number
  onLost?: (error: Error) => void
}): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(options) }) })
}

/** The same connection settings without Kysely, for COPY, LISTEN, advisory locks and CREATE DATABASE. */
export function connectionSettings(url: string) {
  return {
    connectionString: url,
    types: { getTypeParser: findParser },
    application_name: 'ongyeol-office',
  } satisfies pg.ClientConfig
}

/** One connection of one's own; end it with `client.end()`. When it is lost while idle, the next query says so. */
export async function connectAlone(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(url))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function openPool(options: { url: string; maxConnections: number; onLost?: (error: Error) => void }): pg.Pool {
  const pool = new pg.Pool({
    ...connectionSettings(options.url),
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    onConnect: settleConnection,
  })
  // A connection that the database closes raises 'error': here while it is idle, on itself while it is lent out (between two queries of a
  // transaction). Without both listeners Node would end the whole server. The query that comes next fails by itself.
  pool.on('error', (error) => options.onLost?.(error))
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onLost?.(error))
    prepareMarked(client)
  })
  return pool
}

/**
 * A database of the office's own may have jit on: compiling a list's query takes many times as long as running it. And it may live in another zone than UTC: instants
 * are compared as texts on devices, so they leave in one spelling. The pool waits for the promise before it lends the connection, which the driver's types do
 * not say.
 */
function settleConnection(client: pg.ClientBase): unknown {
  return client.query(`set jit = off; set timezone = 'UTC'`)
}

const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700, xid8: 5069 } as const
// A plain number: the driver's types know only the scalar types by name.
const textArray: number = 1009
const arrayOid = { int8: 1016, date: 1182, timestamptz: 1185, numeric: 1231 } as const

type Parser = (text: string) => unknown

const parsers = new Map<number, Parser>([
  [oid.int8, toSafeInteger],
  [oid.numeric, Number],
  [oid.date, asWritten],
  [oid.timestamp, asWritten],
  [oid.timestamptz, toInstant],
  [oid.xid8, asWritten],
  [arrayOid.int8, eachElement(toSafeInteger)],
  [arrayOid.numeric, eachElement(Number)],
  [arrayOid.date, eachElement(asWritten)],
  [arrayOid.timestamptz, eachElement(toInstant)],
])

function findParser(id: number, format?: 'text' | 'binary') {
  const own = format === 'binary' ? undefined : parsers.get(id)
  return own ?? pg.types.getTypeParser(id, format)
}

function asWritten(text: string): string {
  return text
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} does not fit a JavaScript number`)
  return value
}

/** '2026-11-21 08:54:11.123456+00' → '2026-11-21T08:54:11.123456Z'; the text keeps microseconds, a Date would cut them. */
function toInstant(text: string): string {
  const parts = /^(\S+) ([\d:.]+)([+-]\d\d)(?::?(\d\d))?$/.exec(text)
  if (parts === null) return text
  const [, day, time, hours, minutes = '00'] = parts
  return hours === '+00' && minutes === '00' ? `${day}T${time}Z` : `${day}T${time}${hours}:${minutes}`
}

/** PostgreSQL writes every array as `{a,b}`; the driver's own text-array parser splits it. */
function eachElement(parse: Parser): Parser {
  const split = pg.types.getTypeParser(textArray, 'text')
  return (text) => {
    const elements: unknown = split(text)
    return Array.isArray(elements)
      ? elements.map((element) => (typeof element === 'string' ? parse(element) : null))
      : []
  }
}
