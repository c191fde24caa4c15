import {
  maxTracesPerCall,
  type TraceKind,
  type TraceReport,
  traceReportResponseSchema,
} from '#contract/sync/op-trace.ts'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import { withDeadline } from '#mirror/runtime/timing.ts'
import { type Outbox, pruneLog } from '../open-outbox.ts'
import type { TraceRow } from '../outbox-database.ts'
import { fetchWithSession, findValidSession } from '../session.ts'

/** Often enough for a daily check, rare enough to cost nothing. */
const pauseMs = 60_000

/** Response timeout in ms. */
const timeoutMs = 30_000

/**
 * Maximum rows kept while the server is unreachable; traces that explain a missing edit are kept
 * beyond it.
 */
const maxRows = 10_000

/**
 * After one of these an opId never arrives; without the trace the server would report it missing
 * forever. (A merged edit was never reported as enqueued.)
 */
const explainingKinds: ReadonlySet<TraceKind> = new Set(['discarded', 'vanished', 'rebased'])

/**
 * Once a minute, on the leader and with nothing in transit, reports to the server what happened to
 * edits (contract/sync/op-trace.ts), so that it can detect edits that never arrive. Never delays an
 * edit: a failed report is repeated a minute later. Ends with the signal.
 */
export async function reportTracesRegularly(
  outbox: Outbox,
  isLeader: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const isOver = await outbox.runtime.wait(pauseMs, signal).then(
      () => false,
      () => true,
    )
    if (isOver || signal.aborted) return
    const canReport = () => !signal.aborted && !outbox.isClosed && isLeader() && isNothingInTransit(outbox)
    // Neither a lost connection nor a full disk may end the reporting; edits report those errors.
    await reportTraces(outbox, { canReport, signal }).catch(() => undefined)
    await pruneLog(outbox).catch(() => undefined)
  }
}

function isNothingInTransit({ image }: Outbox): boolean {
  return ![...image.entriesBySeq.values()].some((entry) => entry.state === 'sending')
}

/**
 * Reports unreported traces, oldest first, while allowed, and deletes them; returns the number of
 * reported rows.
 */
export async function reportTraces(
  outbox: Outbox,
  options: { canReport: () => boolean; signal: AbortSignal },
): Promise<number> {
  if (!options.canReport()) return 0
  await trimTraces(outbox, maxRows)
  let reported = 0
  while (options.canReport() && findValidSession(outbox)) {
    const batch = await readNextBatch(outbox)
    if (batch.length === 0) return reported
    const deviceId = await getDeviceId(outbox)
    const traces = batch.flatMap((row) => row.traces)
    for (let from = 0; from < traces.length; from += maxTracesPerCall) {
      const part = traces.slice(from, from + maxTracesPerCall)
      if (!(await reportToServer(outbox, { device_id: deviceId, traces: part }, options.signal))) return reported
    }
    await outbox.db.traces.bulkDelete(batch.map((row) => row.id))
    reported += batch.length
  }
  return reported
}

/** At least one row, and more while they fit one call; a single row may exceed a call. */
async function readNextBatch({ db }: Outbox): Promise<TraceRow[]> {
  const rows = await db.traces.orderBy('id').limit(maxTracesPerCall).toArray()
  let count = 0
  return rows.filter((row, index) => {
    count += row.traces.length
    return index === 0 || count <= maxTracesPerCall
  })
}

/**
 * Created on first use. Two tabs that create one at a time agree, because the second transaction
 * finds the first one's.
 */
async function getDeviceId({ db, runtime }: Outbox): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const device = await db.meta.get('device')
    if (device) return String(device.value)
    const value = runtime.newId()
    await db.meta.add({ key: 'device', value })
    return value
  })
}

/** True when the server certainly has them. */
async function reportToServer(outbox: Outbox, report: TraceReport, signal: AbortSignal): Promise<boolean> {
  const reporting = withDeadline(outbox.runtime, { ms: timeoutMs, signal }, async (deadline) => {
    const response = await fetchWithSession(outbox, '/api/sync/traces', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [syncHeaders.clientVersion]: String(clientVersion) },
      body: JSON.stringify(report),
      signal: deadline,
      cache: 'no-store',
      redirect: 'error',
    })
    // Read the body in any case: an unread one would hold its connection.
    const body: unknown = await response.json()
    return response.ok && traceReportResponseSchema.safeParse(body).success
  })
  return reporting.catch(() => false)
}

/** Keeps the newest rows; of older ones only what explains why an edit will never arrive. */
async function trimTraces({ db }: Outbox, limit: number): Promise<void> {
  const excess = (await db.traces.count()) - limit
  if (excess <= 0) return
  await db.transaction('rw', db.traces, async () => {
    const oldest = await db.traces.orderBy('id').limit(excess).toArray()
    const oldTraces = oldest
      .map((row) => ({ ...row, traces: row.traces.filter((trace) => explainingKinds.has(trace.what)) }))
      .filter((row) => row.traces.length > 0)
    await db.traces.bulkDelete(oldest.map((row) => row.id))
    await db.traces.bulkAdd(oldTraces)
  })
}
