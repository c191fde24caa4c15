import type { FastifyError, FastifyRequest } from 'fastify'
import { problem, problemSchema } from '#contract/problem.ts'
import { type BatchEntry, batchAnswerSchema, batchPath, batchSchema, batchVersion } from '#contract/sync/sync-batch.ts'
import { syncHeaders } from '#contract/sync/sync.ts'
import type { BatchContext, WriteAnswer } from '../db/writable-collection.ts'
import type { App } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import { toProblem } from '../plugins/error-answers.ts'
import { Refusal } from '../http/refusal.ts'
import { batchCallName, type BatchCalls } from '../books/batch-calls.ts'
import { answerBatch } from './answer-batch.ts'

/**
 * Unfinished entries are answered 503 after this; devices time out after 30 s and would lose all
 * answers.
 */
const patienceMs = 10_000

/** Calls of the general rate limit that one batch counts as. */
const callsPerBatch = 10

/**
 * `POST /api/sync/batch` (contract/sync/sync-batch.ts). Each entry is answered by the route of its
 * plain call, under that route's policy, independently of the others. HAZARD: the routes' own hooks
 * (rate limit, preHandler) do not run here.
 */
export function registerBatch(
  app: App,
  { config, batchCalls: calls }: Pick<ServerDeps, 'config' | 'batchCalls'>,
): void {
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
        // A disconnected client reads no answer, and its address is no longer available for the
        // audit trail.
        isHungUp: () => request.socket.destroyed,
      })
      request.hasRefusedPart = answers.some(({ status }) => status === 403)
      return { v: batchVersion, answers }
    },
  })
}

async function answerAsCall(
  calls: BatchCalls,
  request: FastifyRequest,
  { entry, context }: { entry: BatchEntry; context: BatchContext },
): Promise<WriteAnswer> {
  const answerWrite = calls.get(batchCallName(entry.method, entry.path))
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
