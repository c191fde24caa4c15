import type { FastifyError, FastifyRequest } from 'fastify'
import { problem, type Problem, problemSchema, problemStatus } from '#contract/problem.ts'
import {
  type BatchEntry,
  batchPath,
  type BatchResponseEntry,
  batchResponseSchema,
  batchSchema,
  batchVersion,
  syncHeaders,
} from '#contract/sync/sync.ts'
import { batchCallName, type BatchCalls } from '#server/books/write-routes.ts'
import type { App } from '#server/deps.ts'
import { HttpProblem, refuseOutdatedClient } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { toProblem } from '#server/plugins/error-handlers.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { BatchContext, WriteResponse } from '#server/writes/write-request.ts'

/**
 * Unfinished entries get a 503 after this (ms); devices time out after 30 s and would lose all
 * responses.
 */
const timeoutMs = 10_000

/** Calls of the general rate limit that one batch counts as. */
const callsPerBatch = 10

/**
 * `POST /api/sync/batch` (contract/sync/sync.ts). Each entry is handled by the route of its plain
 * call, under that route's policy, independently of the others. HAZARD: the routes' own hooks (rate
 * limit, preHandler) do not run here.
 */
export function registerBatch(app: App, { config, batchCalls: calls }: Pick<RouteDeps, 'config' | 'batchCalls'>): void {
  app.route({
    method: 'POST',
    url: batchPath,
    schema: { tags: ['동기화'], body: batchSchema, response: { 200: batchResponseSchema, '4xx': problemSchema } },
    serializerCompiler: () => (data) => JSON.stringify(data),
    config: {
      rateLimit: {
        max: Math.max(60, Math.ceil(config.rateLimitPerMinute / callsPerBatch)),
        timeWindow: '1 minute',
      },
    },
    onRequest: [refuseOutdatedClient, async (request) => void requireStaff(request)],
    handler: async (request) => {
      const responses = await runBatch(request.body.entries, {
        timeoutMs,
        write: (entry, context) => runEntryAsCall(calls, request, { entry, context }),
        toProblem: (error) => toProblem(error as FastifyError, request),
        // A disconnected client reads no response, and its address is no longer available for the
        // trail.
        isDisconnected: () => request.socket.destroyed,
      })
      request.hasRefusedPart = responses.some(({ status }) => status === 403)
      return { v: batchVersion, answers: responses }
    },
  })
}

async function runEntryAsCall(
  calls: BatchCalls,
  request: FastifyRequest,
  { entry, context }: { entry: BatchEntry; context: BatchContext },
): Promise<WriteResponse> {
  const handleWrite = calls.get(batchCallName(entry.method, entry.path))
  if (!handleWrite) throw new HttpProblem(problem('not_found'))
  return await handleWrite(request, {
    headers: buildHeaders(entry),
    params: {},
    body: entry.body,
    form: null,
    batch: context,
  })
}

function buildHeaders({ op_id: opId, base_version: version }: BatchEntry) {
  return { [syncHeaders.opId]: opId, ...(version !== null && { [syncHeaders.baseVersion]: `"${version}"` }) }
}

/** The database is unreachable or full, so the remaining entries would fail too. */
const lostStatuses: ReadonlySet<number> = new Set([503, 507])

interface BatchOptions {
  /**
   * Maximum time until the response is sent: an entry waiting for a lock must not delay the
   * finished ones.
   */
  readonly timeoutMs: number
  /** Writes one entry as its plain call would, with the same errors. */
  write(entry: BatchEntry, context: BatchContext): Promise<WriteResponse>
  toProblem(error: unknown): Problem
  isDisconnected(): boolean
}

/**
 * Returns one response per entry, in order. An undecided entry (timeout, database lost, a bug) gets
 * a 5xx; the device resends it under its opId, even if its write completes later.
 * @throws HttpProblem when the database was lost before any entry was decided
 */
export async function runBatch(entries: readonly BatchEntry[], batch: BatchOptions): Promise<BatchResponseEntry[]> {
  const responses = new Map<BatchEntry, BatchResponseEntry>()
  const state: { isOver: boolean; fatalProblem: Problem | null } = { isOver: false, fatalProblem: null }
  const context = { canStart: () => !state.isOver && !state.fatalProblem && !batch.isDisconnected() }
  const work = entries.map(async (entry) => {
    const { response, fatalProblem } = await runEntry(entry, context, batch)
    state.fatalProblem ??= fatalProblem
    responses.set(entry, response)
  })
  await waitAtMost(batch.timeoutMs, Promise.all(work))
  state.isOver = true
  if (state.fatalProblem && ![...responses.values()].some(isDecided)) throw new HttpProblem(state.fatalProblem)
  const missing = state.fatalProblem ?? problem('unavailable')
  return entries.map((entry) => responses.get(entry) ?? toRefusedEntry(entry, missing))
}

async function runEntry(
  entry: BatchEntry,
  context: BatchContext,
  batch: BatchOptions,
): Promise<{ response: BatchResponseEntry; fatalProblem: Problem | null }> {
  try {
    const response = await batch.write(entry, context)
    return { response: { op_id: entry.op_id, ...toShortResponse(response) }, fatalProblem: null }
  } catch (error) {
    const refusal = batch.toProblem(error)
    return {
      response: toRefusedEntry(entry, refusal),
      fatalProblem: lostStatuses.has(problemStatus[refusal.code]) ? refusal : null,
    }
  }
}

/** Reduces a written row to id and version; clients that send batches pull the row anyway. */
function toShortResponse({ status, headers, body }: WriteResponse): Omit<BatchResponseEntry, 'op_id'> {
  if (status >= 300) return { status, headers, body: { ...body } }
  const { id, version } = body as Record<string, unknown>
  return { status, headers, body: { id, version } }
}

function toRefusedEntry({ op_id: opId }: BatchEntry, refusal: Problem): BatchResponseEntry {
  return { op_id: opId, status: problemStatus[refusal.code], headers: {}, body: { ...refusal } }
}

function isDecided({ status }: BatchResponseEntry): boolean {
  return status < 500
}

/** Resolves when the work is done, or after `ms` while it continues. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
