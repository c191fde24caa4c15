import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseOptions } from '#server/db/client.ts'

export interface Outages {
  /** Absent until the app is built; no request is served before. */
  log?: FastifyBaseLogger
  readonly handlers: Required<Pick<DatabaseOptions, 'onAway' | 'onBack'>>
  readonly storage: { onFull(): void; onRoom(): void }
  readonly postgres: { onLost(reason: string): void; onRevived(): void }
}

/**
 * Logs one line when an outage begins and one when it ends, however many requests fail in between.
 */
export function reportOutages({ onProblem }: { onProblem?: (line: string) => void }): Outages {
  const outages: Outages = {
    handlers: {
      onAway: (error) => outages.log?.error({ err: error }, 'the database does not answer'),
      onBack: (seconds) => outages.log?.warn({ seconds: Math.round(seconds) }, 'the database answers again'),
    },
    storage: {
      onFull: () => outages.log?.error('the disk is full: reads continue, writes are refused'),
      onRoom: () => outages.log?.warn('the disk has free space again'),
    },
    postgres: {
      onLost: (reason) => onProblem?.(`내장 PostgreSQL이 예기치 않게 종료되었습니다(${reason}). 다시 시작합니다.`),
      onRevived: () => onProblem?.('내장 PostgreSQL이 다시 시작되었습니다. 저장된 자료는 그대로입니다.'),
    },
  }
  return outages
}
