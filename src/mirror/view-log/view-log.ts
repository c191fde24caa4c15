import type { CollectionName } from '#contract/books/collections.ts'
import { formatInstant } from '#contract/records/values.ts'
import { type ViewAct, type ViewDetails, viewDetailsSchema, type ViewEvent } from '#contract/sync/view-reports.ts'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import { callAfter } from '#mirror/runtime/timing.ts'
import {
  buildViewDatabaseName,
  condense,
  countViews,
  createViewDatabase,
  storeViews,
  type ViewDatabase,
} from './view-database.ts'

/** Something a screen has shown, or exported from what it shows. */
export interface LoggedView {
  /** Defaults to a new id. Given when the server may already know this view. */
  readonly id?: string
  readonly act: ViewAct
  /** Absent: all collections. */
  readonly collection?: CollectionName
  readonly recordId?: string
  readonly about?: ViewDetails
}

/** Records what screens show on this device, for the trail (접속기록). */
export interface ViewLog {
  /** Records a view without blocking the caller. The same view within five minutes counts once. */
  logView(view: LoggedView): void
  /** Stores what is still in memory, because the page is about to close. Never rejects. */
  flush(): Promise<void>
  /**
   * Before sign-out: submits everything and waits at most `ms`. The rest stays for the next
   * sign-in. Never rejects.
   */
  submit(ms: number): Promise<void>
  /** Stores what is in memory, then closes. */
  close(): void
}

/**
 * Reopening a record within this time is the same view. Some acts, and records opened for a reason,
 * always count.
 */
const sameViewMs = 5 * 60_000

const separateActs: ReadonlySet<ViewAct> = new Set(['print', 'export', 'unlock'])

/**
 * Long enough for a burst of views to share a transaction. Short enough that a killed browser loses
 * only what nobody had time to read.
 */
const gatherMs = 250

/**
 * A new page soon knows whether it is online. After this many ms without a response it counts as
 * offline.
 */
const connectionTimeoutMs = 2_000

/** Pause before a failed write is tried again. */
const retryMs = 30_000

/** Maximum rows in memory while the device has no room; beyond it they are condensed. */
const maxInMemory = 2_000

const pollMs = 100

interface LogState {
  readonly runtime: Runtime
  readonly db: ViewDatabase
  readonly channel: Channel
  /** Null: not known yet. */
  readonly isOffline: () => boolean | null
  readonly controller: AbortController
  /** When each view was last recorded. */
  readonly lastLoggedAt: Map<string, number>
  waiting: UnwrittenView[]
  isDue: boolean
  writing: Promise<void>
}

/**
 * `offline` is null while a new page does not know it; `notedAt` in milliseconds of the runtime's
 * clock.
 */
type UnwrittenView = Omit<ViewEvent, 'offline'> & { readonly offline: boolean | null; readonly notedAt: number }

/** The log of one page. `isOffline` is called for every view. */
export function createViewLog(runtime: Runtime, userId: string, isOffline: () => boolean | null): ViewLog {
  const log: LogState = {
    runtime,
    isOffline,
    db: createViewDatabase(runtime, userId),
    channel: runtime.openChannel(buildViewDatabaseName(userId)),
    controller: new AbortController(),
    lastLoggedAt: new Map(),
    waiting: [],
    isDue: false,
    writing: Promise.resolve(),
  }
  return {
    logView: (view) => logView(log, view),
    flush: () => writeAll(log, 0),
    submit: (ms) => submit(log, ms).catch(() => undefined),
    close() {
      log.controller.abort()
      void writeAll(log, 0).then(() => {
        log.channel.close()
        log.db.close()
      })
    },
  }
}

function logView(log: LogState, { id, act, collection, recordId, about = {} }: LoggedView): void {
  const { runtime, lastLoggedAt, controller } = log
  if (controller.signal.aborted) return
  const now = runtime.now()
  const key = JSON.stringify([act, collection, recordId, recordId ? null : about])
  const before = lastLoggedAt.get(key)
  const isSeparate = separateActs.has(act) || typeof about.reason === 'string'
  // A clock that was set back starts a new view.
  if (!isSeparate && before !== undefined && now >= before && now - before < sameViewMs) return
  lastLoggedAt.set(key, now)
  if (lastLoggedAt.size > maxInMemory) forgetOldest(lastLoggedAt)
  log.waiting.push({
    id: id ?? runtime.newId(),
    act,
    at: formatInstant(now),
    offline: log.isOffline(),
    notedAt: now,
    ...(collection && { collection }),
    ...(recordId && { record_id: recordId }),
    about: viewDetailsSchema.parse(about),
  })
  scheduleWrite(log, gatherMs)
}

function forgetOldest(lastLoggedAt: Map<string, number>): void {
  const [oldest] = lastLoggedAt.keys()
  if (oldest !== undefined) lastLoggedAt.delete(oldest)
}

function scheduleWrite(log: LogState, ms: number): void {
  if (log.isDue) return
  log.isDue = true
  callAfter(log.runtime, { ms, signal: log.controller.signal }, () => {
    log.isDue = false
    void writeAll(log, connectionTimeoutMs)
  })
}

/**
 * Writes run one after another, so that rows of a failed write stay in front. `timeoutMs`: how long
 * a row may wait until the connection state is known.
 */
function writeAll(log: LogState, timeoutMs: number): Promise<void> {
  log.writing = log.writing.then(() => writeWaiting(log, timeoutMs))
  return log.writing
}

async function writeWaiting(log: LogState, timeoutMs: number): Promise<void> {
  const { runtime, db, channel } = log
  if (log.waiting.length === 0) return
  if (isConnectionAwaited(log, timeoutMs)) {
    scheduleWrite(log, gatherMs)
    return
  }
  const rows = log.waiting.map((row) => withConnection(log, row))
  log.waiting = []
  try {
    await storeViews(db, rows, runtime.newId)
    channel.post({ type: 'kept' })
  } catch {
    const all = [...rows, ...log.waiting.map((row) => withConnection(log, row))]
    const limited = all.length > maxInMemory ? condense(all, runtime.newId) : all
    log.waiting = limited.map((row) => ({ ...row, notedAt: runtime.now() }))
    scheduleWrite(log, retryMs)
  }
}

function isConnectionAwaited({ runtime, waiting, isOffline }: LogState, timeoutMs: number): boolean {
  const [oldest] = waiting.filter(({ offline }) => offline === null)
  if (oldest === undefined || isOffline() !== null) return false
  const waitedMs = runtime.now() - oldest.notedAt
  return waitedMs >= 0 && waitedMs < timeoutMs
}

function withConnection({ isOffline }: LogState, { notedAt: _notedAt, ...row }: UnwrittenView): ViewEvent {
  return { ...row, offline: row.offline ?? isOffline() ?? true }
}

async function submit(log: LogState, ms: number): Promise<void> {
  await writeAll(log, 0)
  if (log.isOffline() !== false) return
  log.channel.post({ type: 'now' })
  const end = log.runtime.now() + ms
  while (log.runtime.now() < end && (await countViews(log.db)) > 0) await log.runtime.wait(pollMs)
}
