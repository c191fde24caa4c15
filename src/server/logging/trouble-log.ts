import type { FastifyBaseLogger } from 'fastify'
import { isFromDatabase, troubleCode, troubleOf } from '../db/database-trouble.ts'

/**
 * Logs failures caused by the database. An outage is logged once when it begins and once when it
 * ends (commands/start-server.ts), not for every failed request. Errors reported by the database (a
 * limit, a lock, a full disk) are logged at most once a minute and kind.
 */
export function logTrouble(log: FastifyBaseLogger, error: unknown): void {
  const code = troubleCode(error)
  const now = performance.now()
  const isNews = isFromDatabase(error) && now - (lastLoggedAt.get(code) ?? -minIntervalMs) >= minIntervalMs
  if (!isNews) return log.debug({ err: error }, 'the database does not serve')
  lastLoggedAt.set(code, now)
  log.warn({ err: error }, 'the database does not serve')
}

/**
 * For background work that retries by itself: logs database trouble as above, and other errors as
 * they are.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, message: string): void {
  if (troubleOf(error) === undefined) log.warn({ err: error }, message)
  else logTrouble(log, error)
}

const minIntervalMs = 60_000
/** By SQLSTATE, of which there are few. */
const lastLoggedAt = new Map<string, number>()
