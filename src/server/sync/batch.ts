import type { FastifyError, FastifyRequest } from 'fastify'
import { problem, problemSchema } from '#contract/problem.ts'
import { type BatchEntry, batchAnswerSchema, batchPath, batchSchema, batchVersion } from '#contract/sync/sync-batch.ts'
import { syncHeaders } from '#contract/sync/sync.ts'
import type { BatchContext, WriteAnswer } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import { toProblem } from '../plugins/error-answers.ts'
import { Refusal } from '../plugins/refusal.ts'
import type { AnswerWrite } from '../books/write-routes.ts'
import { answerBatch } from './answer-batch.ts'

/** Who has no answer by then is told so; a device gives up after 30 s and would hear of none of them. */
const patienceMs = 10_000

/** A batch counts as this many calls of the general limit. */
const callsPerBatch = 10

/**
 * `POST /api/sync/batch` (sync/sync-batch.ts). It decides nothing: every entry is answered by the very route its plain call has, with that route's policy,
 * and has an outcome of its own. HAZARD: call it before the routes it shall know of are registered; hooks of theirs (a limit, a preHandler) do not run here.
 */
export function registerBatch(app: App, { config }: Pick<Deps, 'config'>): void {
  const calls = new Map<string, AnswerWrite>()
  app.addHook('onRoute', ({ method, url, config: own }) => {
    // A record named in the path has another call, which names it in the body.
    if (own?.answerWrite && !url.includes(':')) calls.set(callName(String(method), url), own.answerWrite)
  })
  app.route({
    method: 'POST',
    url: batchPath,
    schema: { tags: ['동기화'], body: batchSchema, response: { 200: batchAnswerSchema, '4xx': problemSchema } },
    serializerCompiler: () => (data) => JSON.stringify(data),
    config: {
      rateLimit: {
        max: Math.max(60, Math.ceil(config.rateLimitPerMinute / callsPerBatch)),
        timeWindow: '1 minute',
      },
    },
    onRequest: [refuseOutdatedClient, async (request) => void requireStaff(request)],
    handler: async (request) => {
      const answers = await answerBatch(request.body.entries, {
        patienceMs,
        write: (entry, context) => answerAsCall(calls, request, { entry, context }),
        toProblem: (error) => toProblem(error as FastifyError, request),
        // Who has hung up reads no answer, and their address is gone from the trail.
        isHungUp: () => request.socket.destroyed,
      })
      request.hasRefusedPart = answers.some(({ status }) => status === 403)
      return { v: batchVersion, answers }
    },
  })
}

async function answerAsCall(
  calls: ReadonlyMap<string, AnswerWrite>,
  request: FastifyRequest,
  { entry, context }: { entry: BatchEntry; context: BatchContext },
): Promise<WriteAnswer> {
  const answerWrite = calls.get(callName(entry.method, entry.path))
  if (!answerWrite) throw new Refusal(problem('not_found'))
  return await answerWrite(request, {
    headers: headersOf(entry),
    params: {},
    body: entry.body,
    form: null,
    batch: context,
  })
}

function headersOf({ op_id: opId, base_version: version }: BatchEntry) {
  return { [syncHeaders.opId]: opId, ...(version !== null && { [syncHeaders.baseVersion]: `"${version}"` }) }
}

function callName(method: string, url: string): string {
  return `${method} ${url.replace(/\/$/, '')}`
}
