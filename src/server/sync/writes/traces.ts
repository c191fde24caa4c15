import type { FastifyRequest } from 'fastify'
import { type TraceReport, traceReportResponseSchema, traceReportSchema } from '#contract/sync/op-trace.ts'
import type { App, Deps } from '#server/deps.ts'
import { refuseOutdatedClient } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'

/**
 * Stores what devices report about their edits. Per user, opId and kind the first report counts;
 * repeats change nothing.
 */
export function registerTraces(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: '/api/sync/traces',
    schema: { tags: ['동기화'], body: traceReportSchema, response: { 200: traceReportResponseSchema } },
    // A whole office behind one address reports once a minute per device.
    config: { rateLimit: { max: 120, timeWindow: '1 minute' } },
    onRequest: [refuseOutdatedClient, async (request: FastifyRequest) => void requireStaff(request)],
    handler: async (request) => {
      const { id } = requireStaff(request)
      await recordDevice(deps, { user_id: id, device_id: request.body.device_id, session_id: request.sessionId })
      return { kept: await insertTraces(deps, id, request.body) }
    },
  })
}

/**
 * Links the device to the session, for the list of a person's devices
 * (admin/people/person-sessions.ts).
 */
async function recordDevice(
  { db, now }: Deps,
  { session_id, ...device }: { user_id: string; device_id: string; session_id: string | null },
): Promise<void> {
  if (session_id === null) return
  const contact = { session_id, heard_at: now().toISOString() }
  await db
    .insertInto('device_report')
    .values({ ...device, ...contact })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet(contact))
    .execute()
}

async function insertTraces(deps: Deps, userId: string, report: TraceReport): Promise<number> {
  const receivedAt = deps.now().toISOString()
  const rows = report.traces.map((trace) => ({
    user_id: userId,
    op_id: trace.op_id,
    what: trace.what,
    into_op_id: trace.into ?? null,
    device_id: report.device_id,
    at: trace.at,
    received_at: receivedAt,
  }))
  const inserted = await deps.db
    .insertInto('op_trace')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'op_id', 'what']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0)
}
