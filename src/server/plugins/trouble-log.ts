import type { FastifyBaseLogger } from 'fastify'
import { isSpoken, troubleCode, troubleOf } from '../db/database-trouble.ts'

/**
 * For what failed because of the database: an outage is told once, when it begins and when it ends (commands/start-server.ts), not by everybody it strikes. What the
 * database itself says (a limit, a lock, a full disk) is told at most once a minute and kind.
 */
export function logTrouble(log: FastifyBaseLogger, error: unknown): void {
  const code = troubleCode(error)
  const now = performance.now()
  const isNews = isSpoken(error) && now - (toldAt.get(code) ?? -quietMs) >= quietMs
  if (!isNews) return log.debug({ err: error }, 'the database does not serve')
  toldAt.set(code, now)
  log.warn({ err: error }, 'the database does not serve')
}

/** For work in the background, which tries again by itself: trouble with the database is told as above, anything else as it is. */
export function logFailure(log: FastifyBaseLogger, error: unknown, sentence: string): void {
  if (troubleOf(error) === undefined) log.warn({ err: error }, sentence)
  else logTrouble(log, error)
}

const quietMs = 60_000
/** By SQLSTATE, of which there are few. */
const toldAt = new Map<string, number>()
