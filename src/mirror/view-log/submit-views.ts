import { z } from 'zod'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import { type ViewEvent, viewReportResponseSchema, viewsPath } from '#contract/sync/view-reports.ts'
import { type Outbox, subscribeOutbox } from '#mirror/outbox/open-outbox.ts'
import { fetchWithSession, findValidSession } from '#mirror/outbox/session.ts'
import { computeBackoffMs, createWakeSignal, type WakeSignal, withDeadline } from '#mirror/runtime/timing.ts'
import {
  buildViewDatabaseName,
  createViewDatabase,
  deleteViews,
  readOldestViews,
  type StoredView,
  type ViewDatabase,
} from './view-database.ts'

interface SubmitRun {
  readonly signal: AbortSignal
  /** True: return when nothing can be submitted now; false: continue until aborted. */
  readonly isOnce: boolean
}

/** Views in quick succession are submitted together. */
const gatherMs = 3_000
/** Rows are checked at least this often, even without a signal. */
const maxSleepMs = 60_000
/** Response timeout in ms. */
const timeoutMs = 30_000

/**
 * The leader's task of submitting views (contract/sync/view-reports.ts). A row leaves the device
 * only when our server's response names it; on 401, 403, 5xx or without a network it waits. Uses
 * its own requests, so it delays neither edits nor pulls.
 */
export async function submitViews(outbox: Outbox, { signal, isOnce }: SubmitRun): Promise<void> {
  const { runtime, userId } = outbox
  const db = createViewDatabase(runtime, userId)
  const channel = runtime.openChannel(buildViewDatabaseName(userId))
  const [wake, urgent] = [createWakeSignal(runtime), createWakeSignal(runtime)]
  const submitNow = () => {
    urgent.notify()
    wake.notify()
  }
  channel.listen((message) => {
    const signalType = signalSchema.safeParse(message).data?.type
    if (signalType === 'now') submitNow()
    else if (signalType === 'kept') wake.notify()
  })
  // The server is reachable again, or sign-out requests that everything be sent.
  outbox.wakeListeners.add(submitNow)
  const unsubscribe = subscribeOutbox(outbox, (change) => change.isSessionChanged && submitNow())
  try {
    await submitUntil({ outbox, db, wake, urgent }, { signal, isOnce })
  } finally {
    outbox.wakeListeners.delete(submitNow)
    unsubscribe()
    channel.close()
    db.close()
  }
}

const signalSchema = z.object({ type: z.enum(['kept', 'now']) })

interface SubmitContext {
  readonly outbox: Outbox
  readonly db: ViewDatabase
  readonly wake: WakeSignal
  readonly urgent: WakeSignal
}

async function submitUntil(context: SubmitContext, { signal, isOnce }: SubmitRun): Promise<void> {
  const { outbox, wake, urgent } = context
  let failures = 0
  while (!signal.aborted) {
    wake.clear()
    urgent.clear()
    const isDone = await submitAll(context, signal)
    if (isOnce || signal.aborted) return
    failures = isDone ? 0 : failures + 1
    if (failures > 0) {
      await urgent.wait({ ms: computeBackoffMs(failures, outbox.runtime.random(), { minMs: gatherMs }), signal })
      continue
    }
    if (await wake.wait({ ms: maxSleepMs, signal })) await urgent.wait({ ms: gatherMs, signal })
  }
}

/** Whether nothing waits any more. A storage failure is retried like a network failure. */
async function submitAll({ outbox, db }: SubmitContext, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      if (signal.aborted || !findValidSession(outbox)) return false
      const rows = await readOldestViews(db)
      if (rows.length === 0) return true
      const acceptedIds = await reportToServer(outbox, rows, signal)
      if (acceptedIds.size === 0) return false
      await deleteViews(
        db,
        rows.filter(({ id }) => acceptedIds.has(id)).map(({ seq }) => seq),
      )
    }
  } catch {
    return false
  }
}

/** Ids that are certainly in the trail now; empty when our server did not respond. */
async function reportToServer(
  outbox: Outbox,
  rows: readonly StoredView[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const views = rows.map(({ seq: _seq, ...row }): ViewEvent => row)
  const reporting = withDeadline(outbox.runtime, { ms: timeoutMs, signal }, async (deadline) => {
    const response = await fetchWithSession(outbox, viewsPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [syncHeaders.clientVersion]: String(clientVersion) },
      body: JSON.stringify({ seen: views }),
      signal: deadline,
      cache: 'no-store',
      redirect: 'error',
    })
    // Read the body in any case: an unread one would hold its connection.
    const body: unknown = await response.json()
    return new Set(response.ok ? viewReportResponseSchema.safeParse(body).data?.taken : [])
  })
  return reporting.catch(() => new Set())
}
