import type { FastifyBaseLogger } from 'fastify'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { Config } from '#server/config/config.ts'
import { classifyDatabaseError, findErrorCode, isFromDatabase } from '#server/db/database-failure.ts'

/**
 * Logs failures caused by the database. An outage is logged once when it begins and once when it
 * ends (commands/start-server.ts), not for every failed request. Errors reported by the database (a
 * limit, a lock, a full disk) are logged at most once a minute per kind.
 */
export function logDatabaseFailure(log: FastifyBaseLogger, error: unknown): void {
  const code = findErrorCode(error)
  const now = performance.now()
  const isFirst = isFromDatabase(error) && now - (lastLoggedAt.get(code) ?? -minIntervalMs) >= minIntervalMs
  if (!isFirst) return log.debug({ err: error }, 'the database failed a request')
  lastLoggedAt.set(code, now)
  log.warn({ err: error }, 'the database failed a request')
}

/**
 * For background work that retries automatically: logs database failures as above, and other errors
 * as they are.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, message: string): void {
  if (classifyDatabaseError(error) === undefined) log.warn({ err: error }, message)
  else logDatabaseFailure(log, error)
}

const minIntervalMs = 60_000
/** By SQLSTATE, of which there are few. */
const lastLoggedAt = new Map<string, number>()

/** Logger options of server and worker. Redacts credentials and, in errors, row values. */
export function logSettings({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: toLoggedError },
  }
}

/**
 * The loggable part of an error: type, stack, and for a database error the names of table, column
 * and constraint. HAZARD: `detail`, `where`, `hint` and `parameters` of such an error hold values
 * of the row, such as names and addresses; only properties listed here are logged.
 */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const named = loggedKeys.flatMap((key) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : []
  })
  return {
    type: error.constructor.name,
    message: maskResidentNumbers(error.message),
    stack: maskResidentNumbers(error.stack ?? ''),
    ...Object.fromEntries(named),
    ...(error.cause !== undefined && { cause: toLoggedError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(toLoggedError) }),
  }
}

interface LoggedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
}

const loggedKeys = [
  'name',
  'code',
  'statusCode',
  'errno',
  'syscall',
  'address',
  'port',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
]
