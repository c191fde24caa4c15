import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from './client.ts'
import { classifyDatabaseError, findErrorCode, isFromDatabase } from './database-failure.ts'
import {
  isNear,
  judgeReplica,
  measureLag,
  type PrimaryPosition,
  readPrimaryPosition,
  readReplicaPosition,
  type ReplicaState,
} from './replica-position.ts'
import { createSharedReads } from './shared-reads.ts'

/** The database for reads that may come from a streaming replica. */
export interface Replica {
  /**
   * Runs a read-only function on the replica, or on the primary when there is no replica or it
   * cannot be used now. The result misses nothing that anybody, through any process, was told is
   * saved before this call. `read` may run twice, so it must only read, and only from its argument.
   */
  read<Result>(read: (db: Database) => Promise<Result>): Promise<Result>
  /** Null without a replica. Throws when the primary does not respond. */
  readStatus(): Promise<ReplicaStatus | null>
  /** Reads that the replica served, and those that the primary served in its place. */
  readonly counts: { readonly replica: number; readonly primary: number }
  close(): Promise<void>
}

export interface ReplicaStatus {
  /** `away`: no connection, no timely response, or an error. */
  readonly state: ReplicaState | 'away'
  /** Null if unknown. */
  readonly lagSeconds: number | null
}

interface ReplicaOptions {
  primary: Database
  url: string
  maxConnections: number
  /** Once when the primary begins to serve reads of the replica, not for each read. */
  onTrouble: (reason: ReplicaStatus['state'], error: unknown) => void
  /** Once when the replica has served again for a while. */
  onRecovery: () => void
}

/**
 * Every read asks the primary for the position of its log, and then waits until the replica has
 * replayed that. So nothing depends on this process knowing of a write.
 *
 *   read ─▶ position of the primary ─▶ replayed by the replica? ─ yes ─▶ read there ─ fails ─┐
 *                                        │ no: ask again, for 100 ms at most                 ▼
 *                                        └────────────────────────────────────────▶ read the primary
 *
 * HAZARD: a first copy needs the same. A device continues after the cursor of its very first page,
 * so a later page of an older state would lack changes that never come again. The cursor itself is
 * the primary's: a replica can show a commit before the primary does (synchronous replication), and
 * a cursor past it would skip it in pages that the primary serves.
 *
 * HAZARD: a URL may lead to several replicas, so position and read share one connection.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { url, maxConnections } = options
  const state: State = {
    options,
    db: openDatabase({ url, maxConnections, maxStatementMs, isReadOnly: true }),
    positions: createSharedReads(),
    attempts: new Set(),
    counts: { replica: 0, primary: 0 },
    skipUntil: -Infinity,
    lastTroubleAt: undefined,
  }
  return {
    read: (read) => readSomewhere(state, read),
    readStatus: () => readStatus(state),
    counts: state.counts,
    close: async () => {
      // Attempts on a dead connection end by pool-watch.ts, which closes with the pool.
      await Promise.allSettled(state.attempts)
      await state.db.destroy()
    },
  }
}

/** All reads on the primary, for an office without a replica. */
export function withoutReplica(primary: Database): Replica {
  return {
    read: (read) => read(primary),
    readStatus: async () => null,
    counts: { replica: 0, primary: 0 },
    close: async () => undefined,
  }
}

/**
 * How long a read waits for a connection and the positions, in ms. Soon after, pool-watch.ts
 * notices that a replica is dead, and then reads don't wait at all.
 */
const answerMs = 500
const statusAnswerMs = 1000
/** How long it waits until the replica has caught up, in ms; part of `answerMs`. */
const catchUpMs = 100
const maxPauseMs = 16
/** Statement timeout at the replica, in ms; shorter than the server's, as the primary is next. */
const maxStatementMs = 10_000
/** Reads use the primary for this long after a trouble, so that not each of them waits in vain. */
const skipMs = 1000
/** The same after a statement took too long. */
const skipSlowMs = 30_000
/** Troubles closer to each other are reported as one. */
const calmMs = 60_000

interface State {
  readonly options: ReplicaOptions
  readonly db: Database
  readonly positions: ReturnType<typeof createSharedReads<PrimaryPosition>>
  /** Including those that nobody waits for any more. */
  readonly attempts: Set<Promise<unknown>>
  readonly counts: { replica: number; primary: number }
  /** Until when reads go to the primary; on the clock of `performance.now()`, as the next. */
  skipUntil: number
  lastTroubleAt: number | undefined
}

async function readSomewhere<Result>(state: State, read: (db: Database) => Promise<Result>): Promise<Result> {
  const attempt: Attempt<Result> = performance.now() < state.skipUntil ? {} : await tryReplica(state, read)
  if ('result' in attempt) {
    state.counts.replica += 1
    reportRecovery(state)
    return attempt.result
  }
  const result = await read(state.options.primary)
  state.counts.primary += 1
  // Only now: if both fail, the read is wrong and not the replica.
  if (attempt.trouble) reportTrouble(state, attempt.trouble, attempt.error)
  return result
}

/** Without `trouble` the replica is not the reason. */
type Attempt<Result> =
  | { readonly result: Result }
  | { readonly trouble?: ReplicaStatus['state']; readonly error?: unknown }

async function tryReplica<Result>(state: State, read: (db: Database) => Promise<Result>): Promise<Attempt<Result>> {
  const position = readPosition(state)
  // Awaited with the connection, which may fail first.
  position.catch(() => undefined)
  const attempt = await withConnection<Attempt<Result>>(state, answerMs, async (connection, deadline) => {
    const primary = await position
    // An unavailable primary reports itself when it serves the read.
    if (!primary) return {}
    const status = await catchUp(primary, connection)
    if (status.state !== 'ready' || !deadline.cancel()) return { trouble: status.state }
    return { result: await read(connection) }
  })
  if ('trouble' in attempt) {
    const isSlow = findErrorCode(attempt.error) === '57014'
    state.skipUntil = performance.now() + (isSlow ? skipSlowMs : skipMs)
  }
  return attempt
}

/** Undefined when the primary is unavailable. */
async function readPosition({ positions, options: { primary } }: State): Promise<PrimaryPosition | undefined> {
  try {
    return await positions.read('position', () => readPrimaryPosition(primary))
  } catch (error) {
    if (classifyDatabaseError(error) === undefined) throw error
    return undefined
  }
}

/** Waits a moment for a replica that is nearly there. */
async function catchUp(primary: PrimaryPosition, connection: Database): Promise<ReplicaStatus> {
  const until = performance.now() + catchUpMs
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const replica = await readReplicaPosition(connection)
    const state = judgeReplica(primary, replica)
    const isWorthWaiting = state === 'behind' && isNear(primary, replica) && performance.now() < until
    if (!isWorthWaiting) return { state, lagSeconds: measureLag(primary, replica) }
    await delay(pauseMs)
  }
}

interface Deadline {
  /** Ends the wait, so that `use` may take its time. False if it is over. */
  cancel(): boolean
}

/**
 * Runs `use` with a connection to the replica. Resolves with a trouble if that fails or is not done
 * when the deadline passes; `use` then ends by itself, and its connection returns to the pool.
 */
async function withConnection<Result>(
  state: State,
  maxMs: number,
  use: (connection: Database, deadline: Deadline) => Promise<Result>,
): Promise<Result | { readonly trouble: 'away'; readonly error?: unknown }> {
  const late = Promise.withResolvers<{ trouble: 'away' }>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    late.resolve({ trouble: 'away' })
  }, maxMs)
  const cancel = () => {
    clearTimeout(timer)
    return !isOver
  }
  const attempt = state.db
    .connection()
    .execute((connection) => use(connection, { cancel }))
    .catch((error: unknown) => {
      if (isFaultOfRead(error)) throw error
      return { trouble: 'away' as const, error }
    })
    .finally(() => {
      clearTimeout(timer)
      state.attempts.delete(attempt)
    })
  state.attempts.add(attempt)
  return await Promise.race([attempt, late.promise])
}

/** Not about the replica: the primary would fail too. A write is a bug, and must not run there. */
function isFaultOfRead(error: unknown): boolean {
  const isAboutDatabase = isFromDatabase(error) || classifyDatabaseError(error) !== undefined
  return !isAboutDatabase || findErrorCode(error) === '25006'
}

async function readStatus(state: State): Promise<ReplicaStatus> {
  const position = readPrimaryPosition(state.options.primary)
  if (await isRefused(position)) return { state: 'away', lagSeconds: null }
  const primary = await position
  const status = await withConnection(state, statusAnswerMs, (connection) => catchUp(primary, connection))
  return 'trouble' in status ? { state: status.trouble, lagSeconds: null } : status
}

/** The primary works but does not tell its position. */
async function isRefused(position: Promise<PrimaryPosition>): Promise<boolean> {
  return await position.then(
    () => false,
    (error: unknown) => isFromDatabase(error) && classifyDatabaseError(error) === undefined,
  )
}

function reportTrouble(state: State, reason: ReplicaStatus['state'], error: unknown): void {
  if (state.lastTroubleAt === undefined) state.options.onTrouble(reason, error)
  state.lastTroubleAt = performance.now()
}

function reportRecovery(state: State): void {
  if (state.lastTroubleAt === undefined || performance.now() - state.lastTroubleAt < calmMs) return
  state.lastTroubleAt = undefined
  state.options.onRecovery()
}
