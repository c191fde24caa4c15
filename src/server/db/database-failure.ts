/** The database cannot be reached; `cause` holds the connection error. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/**
 * `unavailable`: the outcome of the request is unknown or nothing was done; it may be retried.
 * `full`: nothing can be written until there is free space.
 */
type DatabaseFailure = 'unavailable' | 'full'

/**
 * Classifies an error, including its causes. Undefined when it is not about the database's
 * availability, so it is a bug. Recognizes PostgreSQL's SQLSTATE (appendix A of its manual), Node's
 * system errors, and driver messages without a code.
 */
export function classifyDatabaseError(error: unknown): DatabaseFailure | undefined {
  const chain = listCauses(error)
  if (chain.some((cause) => fullCodes.has(readCode(cause)))) return 'full'
  return chain.some(isUnavailable) ? 'unavailable' : undefined
}

/** The database itself reported the error, so the connection works. */
export function isFromDatabase(error: unknown): boolean {
  return listCauses(error).some((cause) => /^[0-9A-Z]{5}$/.test(readCode(cause)) && 'severity' in cause)
}

/**
 * The database rejected a statement or a login and continues to serve others. False when it is
 * shutting down or not up yet (57P0x).
 */
export function isStatementRejected(error: unknown): boolean {
  return isFromDatabase(error) && !findErrorCode(error).startsWith('57P0')
}

/** The first SQLSTATE or system code in an error and its causes, or ''. */
export function findErrorCode(error: unknown): string {
  return listCauses(error).map(readCode).find(Boolean) ?? ''
}

function isUnavailable(error: Error): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  const code = readCode(error)
  return unavailableSqlStates.test(code) || unavailableSystemCodes.has(code) || driverMessages.test(error.message)
}

/** Includes system codes, because our own files are on the same disk as the database. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/**
 * 08 connection; 28 and 3D000 login refused (password changed, database gone); 57 ended by an
 * operator, a limit or a crash; 53 out of memory or connections; 25006 and 25P0x a standby after a
 * failover and transactions that were idle too long; 55P03 lock not available; 40 serialization and
 * deadlocks; 58 the database's own disk.
 */
const unavailableSqlStates =
  /^(?:08\w{3}|28000|28P01|3D000|57P0[1-5]|57014|53000|53200|53300|25006|25P0[34]|55P03|40001|40P01|58000|58030)$/

const unavailableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
])

const driverMessages = new RegExp(
  [
    '^Connection terminated',
    '^timeout exceeded when trying to connect',
    '^timeout expired$',
    '^Query read timeout$',
    '^Client (?:has encountered a connection error|was closed) and is not queryable$',
    '^Postgres connection has been discarded$',
    '^The server does not support SSL connections$',
    '^There was an error establishing an SSL connection$',
  ].join('|'),
)

function readCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** An error and its first few causes. */
function listCauses(error: unknown): Error[] {
  const chain: Error[] = []
  for (let cause = error; cause instanceof Error && chain.length < 5; cause = cause.cause) chain.push(cause)
  return chain
}
