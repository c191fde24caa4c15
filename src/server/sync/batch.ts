import type { FastifyError, FastifyRequest } from 'fastify'
import { problem, problemSchema, type Problem, problemStatus } from '#contract/problem.ts'
import {
  type BatchEntry,
  batchAnswerSchema,
  batchPath,
  batchSchema,
  batchVersion,
  syncHeaders,
  type BatchAnswerEntry,
} from '#contract/sync/sync.ts'
import type { BatchContext, WriteAnswer } from '../db/writable-collection.ts'
import type { App } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { refuseOutdatedClient, Refusal } from '../http/refusal.ts'
import { toProblem } from '../plugins/error-answers.ts'
import { batchCallName, type BatchCalls } from '../books/write-routes.ts'

/**
 * Unfinished entries are answered 503 after this; devices time out after 30 s and would lose all
 * answers.
 */
const patienceMs = 10_000

/** Calls of the general rate limit that one batch counts as. */
const callsPerBatch = 10

/**
 * `POST /api/sync/batch` (contract/sync/sync.ts). Each entry is answered by the route of its
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

/** The database is unreachable or full, so the remaining entries would fail too. */
const lostStatuses: ReadonlySet<number> = new Set([503, 507])

interface Batch {
  /**
   * Maximum time until the answer is sent: an entry waiting for a lock must not delay the finished
   * ones.
   */
  readonly patienceMs: number
  /** Writes one entry as its plain call would, with the same errors. */
  write(entry: BatchEntry, context: BatchContext): Promise<WriteAnswer>
  toProblem(error: unknown): Problem
  isHungUp(): boolean
}

/**
 * Returns one answer per entry, in order. An undecided entry (timeout, database lost, a bug) is
 * answered 5xx; the device resends it under its opId, even if its write completes later.
 * @throws Refusal when the database was lost before any entry was decided
 */
export async function answerBatch(entries: readonly BatchEntry[], batch: Batch): Promise<BatchAnswerEntry[]> {
  const answers = new Map<BatchEntry, BatchAnswerEntry>()
  const state: { isOver: boolean; lost: Problem | null } = { isOver: false, lost: null }
  const context = { mayBegin: () => !state.isOver && !state.lost && !batch.isHungUp() }
  const work = entries.map(async (entry) => {
    const { answer, lost } = await answerEntry(entry, context, batch)
    state.lost ??= lost
    answers.set(entry, answer)
  })
  await atMost(batch.patienceMs, Promise.all(work))
  state.isOver = true
  if (state.lost && ![...answers.values()].some(isDecided)) throw new Refusal(state.lost)
  const missing = state.lost ?? problem('unavailable')
  return entries.map((entry) => answers.get(entry) ?? refusalOf(entry, missing))
}

async function answerEntry(
  entry: BatchEntry,
  context: BatchContext,
  batch: Batch,
): Promise<{ answer: BatchAnswerEntry; lost: Problem | null }> {
  try {
    const answer = await batch.write(entry, context)
    return { answer: { op_id: entry.op_id, ...shorten(answer) }, lost: null }
  } catch (error) {
    const refusal = batch.toProblem(error)
    return { answer: refusalOf(entry, refusal), lost: lostStatuses.has(problemStatus[refusal.code]) ? refusal : null }
  }
}

/** Reduces a written row to id and version; clients that send batches pull the row anyway. */
function shorten({ status, headers, body }: WriteAnswer): Omit<BatchAnswerEntry, 'op_id'> {
  if (status >= 300) return { status, headers, body: { ...body } }
  const { id, version } = body as Record<string, unknown>
  return { status, headers, body: { id, version } }
}

function refusalOf({ op_id: opId }: BatchEntry, refusal: Problem): BatchAnswerEntry {
  return { op_id: opId, status: problemStatus[refusal.code], headers: {}, body: { ...refusal } }
}

function isDecided({ status }: BatchAnswerEntry): boolean {
  return status < 500
}

/** Resolves when the work is done, or after `ms` while it continues. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
