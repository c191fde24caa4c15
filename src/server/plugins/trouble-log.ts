import type { FastifyBaseLogger } from 'fastify'
import { isSpoken, troubleCode, troubleOf } from '../db/database-trouble.ts'

/**
 * Logs failures caused by the database. An outage is logged once when it begins and once when it
 * ends (commands/start-server.ts), not for every failed request. Errors reported by the database (a
 * limit, a lock, a full disk) are logged at most once a minute and kind.
 */
export function logTrouble(log: FastifyBaseLogger, error: unknown): void {
  const code = troubleCode(error)
  const now = performance.now()
  const isNews = isSpoken(error) && now - (toldAt.get(code) ?? -quietMs) >= quietMs
  if (!isNews) return log.debug({ err: error }, 'the database does not serve')
  toldAt.set(code, now)
  log.warn({ err: error }, 'the database does not serve')
}

/**
 * For background work that retries by itself: logs database trouble as above, and other errors as
 * they are.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, sentence: string): void {
  if (troubleOf(error) === undefined) log.warn({ err: error }, sentence)
  else logTrouble(log, error)
}

const quietMs = 60_000
/** By SQLSTATE, of which there are few. */
const toldAt = new Map<string, number>()
