import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { healthSchema, type Readiness, readinessSchema } from '#contract/health.ts'
import { retryAfterSeconds } from '#contract/problem.ts'
import type { App, Deps } from '../deps.ts'

/** `GET /api/health`: does this process live? `GET /api/health/ready`: should requests be sent to it? For supervisors and load balancers; a word each, nothing more. */
export function registerHealth(app: App, deps: Deps): void {
  app.get(
    '/api/health',
    { schema: { tags: ['서버'], summary: '서버가 살아 있는지', response: { 200: healthSchema } } },
    () => ({ status: 'ok' as const }),
  )
  const isDatabaseUp = sharedAnswer(() => answers(deps))
  app.get(
    '/api/health/ready',
    {
      schema: {
        tags: ['서버'],
        summary: '요청을 받을 준비가 되었는지',
        response: { 200: readinessSchema, 503: readinessSchema },
      },
    },
    async (_request, reply) => {
      const readiness = await judge(deps, isDatabaseUp)
      const isServing = readiness.status === 'ready' || readiness.status === 'storage_full'
      if (!isServing) void reply.header('retry-after', retryAfterSeconds.unavailable)
      return reply.code(isServing ? 200 : 503).send(readiness)
    },
  )
}

async function judge({ drain, storage }: Deps, isDatabaseUp: () => Promise<boolean>): Promise<Readiness> {
  if (drain.aborted) return { status: 'draining' }
  if (!(await isDatabaseUp())) return { status: 'unavailable' }
  return { status: storage.isFull() ? 'storage_full' : 'ready' }
}

/** Longer than this a database that is there does not take for one row. */
const patienceMs = 3000

async function answers({ db }: Deps): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const tooLate = new AbortController()
  const isUp = await Promise.race([answered, delay(patienceMs, false, { ref: false, signal: tooLate.signal })])
  tooLate.abort()
  return isUp
}

/** However many ask at the same time, one question goes to the database. */
function sharedAnswer(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  return () =>
    (asked ??= ask().finally(() => {
      asked = undefined
    }))
}
