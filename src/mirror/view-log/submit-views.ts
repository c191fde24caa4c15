import { z } from 'zod'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import { seenResponseSchema, seenPath, type ViewEvent } from '#contract/sync/views.ts'
import { subscribeOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import { fetchWithSession } from '#mirror/outbox/session.ts'
import { backoffMs, withDeadline, createWakeSignal, type WakeSignal } from '#mirror/timing.ts'
import { deleteSeen, nextSeen, seenDatabase, seenName, type StoredSeen, type SeenDatabase } from './view-database.ts'

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
 * The leader's duty to submit views (contract/sync/views.ts). A row leaves the device only when our
 * server's response names it; on 401, 403, 5xx or without a network it waits. Uses its own
 * requests, so it delays neither edits nor pulls.
 */
export async function submitSeen(outbox: Outbox, { signal, isOnce }: SubmitRun): Promise<void> {
  const { runtime, userId } = outbox
  const db = seenDatabase(runtime, userId)
  const channel = runtime.openChannel(seenName(userId))
  const [wake, urgent] = [createWakeSignal(runtime), createWakeSignal(runtime)]
  const now = () => {
    urgent.notify()
    wake.notify()
  }
  channel.listen((message) => {
    const signalType = signalSchema.safeParse(message).data?.type
    if (signalType === 'now') now()
    else if (signalType === 'kept') wake.notify()
  })
  // The server is reachable again, or sign-out requests that everything be sent.
  outbox.wakeListeners.add(now)
  const unsubscribe = subscribeOutbox(outbox, (change) => change.isSessionChanged && now())
  try {
    await submitUntil({ outbox, db, wake, urgent }, { signal, isOnce })
  } finally {
    outbox.wakeListeners.delete(now)
    unsubscribe()
    channel.close()
    db.close()
  }
}

const signalSchema = z.object({ type: z.enum(['kept', 'now']) })

interface SubmitContext {
  readonly outbox: Outbox
  readonly db: SeenDatabase
  readonly wake: WakeSignal
  readonly urgent: WakeSignal
}

async function submitUntil(lane: SubmitContext, { signal, isOnce }: SubmitRun): Promise<void> {
  const { outbox, wake, urgent } = lane
  let failures = 0
  while (!signal.aborted) {
    wake.clear()
    urgent.clear()
    const isDone = await submitAll(lane, signal)
    if (isOnce || signal.aborted) return
    failures = isDone ? 0 : failures + 1
    if (failures > 0) {
      await urgent.wait({ ms: backoffMs(failures, outbox.runtime.random(), { minMs: gatherMs }), signal })
      continue
    }
    if (await wake.wait({ ms: maxSleepMs, signal })) await urgent.wait({ ms: gatherMs, signal })
  }
}

/** Whether nothing waits any more. A storage failure is retried like a network failure. */
async function submitAll({ outbox, db }: SubmitContext, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      if (signal.aborted || !isSignedIn(outbox)) return false
      const rows = await nextSeen(db)
      if (rows.length === 0) return true
      const acceptedIds = await reportToServer(outbox, rows, signal)
      if (acceptedIds.size === 0) return false
      await deleteSeen(
        db,
        rows.filter(({ id }) => acceptedIds.has(id)).map(({ seq }) => seq),
      )
    }
  } catch {
    return false
  }
}

function isSignedIn({ image, userId }: Outbox): boolean {
  return image.session !== null && !image.session.isRefused && image.session.userInfo.id === userId
}

/** Ids that are certainly in the trail now; empty when our server did not respond. */
async function reportToServer(
  outbox: Outbox,
  rows: readonly StoredSeen[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const views = rows.map(({ seq: _seq, ...row }): ViewEvent => row)
  const reporting = withDeadline(outbox.runtime, { ms: timeoutMs, signal }, async (deadline) => {
    const response = await fetchWithSession(outbox, seenPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [syncHeaders.clientVersion]: String(clientVersion) },
      body: JSON.stringify({ seen: views }),
      signal: deadline,
      cache: 'no-store',
      redirect: 'error',
    })
    // Read the body in any case: an unread one would hold its connection.
    const body: unknown = await response.json()
    return new Set(response.ok ? seenResponseSchema.safeParse(body).data?.taken : [])
  })
  return reporting.catch(() => new Set())
}
