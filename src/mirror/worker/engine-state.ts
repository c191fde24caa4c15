import { z } from 'zod'
import { isSameFailure, serverFailureSchema } from '#contract/admin/server-failure.ts'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { type ChangeSeq, changeSeqSchema, changesPageSchema } from '#contract/sync/sync.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import type { OutboxChange } from '#mirror/outbox/outbox-image.ts'
import { wakeSending } from '#mirror/outbox/sending/drain-once.ts'
import type { SendContext } from '#mirror/papers/send-content.ts'
import type { ConnectionLoop } from '#mirror/pull/connection-loop.ts'
import type { SendRequest } from '#mirror/pull/fetch-from-server.ts'
import type { Channel, Runtime } from '#mirror/runtime.ts'
import { readState } from '#mirror/store/mirror-database.ts'
import { type OpenMirror, openMirror } from '#mirror/store/open-mirror.ts'
import type { VaultRow } from '#mirror/vault/vault-database.ts'
import { type Call, formatError } from './call-channel.ts'
import type { EngineCalls, EngineStatus } from './calls.ts'
import type { Leadership } from './leadership.ts'
import {
  type ChangedSlots,
  createMirroredData,
  markLoaded,
  type MirroredData,
  overlayEntries,
  readMirror,
} from './mirrored-data.ts'

/** The state of one engine, passed to the functions of this folder. */
export interface EngineState {
  readonly runtime: Runtime
  readonly userId: string
  readonly outbox: Outbox
  /** Photographs and papers that wait to be sent. */
  readonly sendContext: SendContext
  readonly channel: Channel
  /** Calls the server with the session stored next to the outbox. */
  readonly request: SendRequest
  readonly controller: AbortController
  mirror: OpenMirror
  data: MirroredData
  /** Position in the change log of the data in memory; null before the first copy. */
  cursor: ChangeSeq | null
  status: EngineStatus
  /** Pulls in a row that failed because of this device's storage, other than a full one. */
  storeErrors: number
  /** The running read of the mirror into memory. */
  loading: Promise<void>
  isReading: boolean
  /** The running reload of the current generation. */
  reloading: Promise<void>
  /** Applications of held choices, one after another (apply-choice.ts). */
  applyingChoice: Promise<void>
  /** The running pull; aborting `controller` ends it when the held choice changes. */
  pull: { readonly controller: AbortController; readonly ended: Promise<void> } | null
  /**
   * The last known vault row, restored when the browser cleared it so that the PIN still opens
   * restored data. Null: not sealed.
   */
  vault: VaultRow | null
  /** Set while this engine leads. */
  loop: ConnectionLoop | null
  isVisible: boolean
  /**
   * Missing collections that screens request, the latest first. Includes other tabs' screens while
   * this engine leads.
   */
  requested: readonly CollectionName[]
  readonly requestListeners: Set<() => void>
  /** The calls this page follows. */
  readonly followers: Set<Follower>
  /** Calls that receive the engine's status. */
  readonly watchers: Set<Call<EngineCalls['engine']>>
  leadership: Leadership | null
  /** A pull for acknowledged entries is scheduled. */
  isPullDue: boolean
  /**
   * Last values of records with sent edits that the latest full copy no longer contains, by
   * `<collection>/<id>`.
   */
  vanished: ReadonlyMap<string, AnyRecord>
  /** When the server last reported which edits it knows, and the mark of that full copy. */
  lastLossCheck: { readonly mark: number | string; readonly at: number } | null
  /** When the page last sent a request (runtime clock). Folding waits until the page is idle. */
  lastRequestAt: number
}

/** A followed call and the events it receives. */
interface Follower {
  onChange?(changes: ChangedSlots): void
  /** The collection arrived completely; `all`: all data in memory was replaced. */
  onArrival?(collection: CollectionName | 'all'): void
  /**
   * The copy's progress or reachability may have changed. `isBack`: the server has just become
   * reachable again.
   */
  onOutlookChange?(outlook: { isBack: boolean }): void
  /**
   * Entries of these records were added, changed or removed, also for rows that are not in memory
   * yet.
   */
  onOverlay?(entityKeys: OutboxChange['entityKeys']): void
  /** The collection is complete but not yet announced; stores the first page for the next start. */
  storeFirstPage?(collection: CollectionName): Promise<void>
  /** The row as shown while its collection is not in memory. */
  findShownRow?(collection: CollectionName, id: string): SourceRow | null
}

/** Registers a follower until `signal` aborts. */
export function addFollower(state: EngineState, signal: AbortSignal, follower: Follower): void {
  if (signal.aborted) return
  state.followers.add(follower)
  signal.addEventListener('abort', () => state.followers.delete(follower), { once: true })
}

export function notifyTabs(state: EngineState, message: TabMessage): void {
  if (!state.controller.signal.aborted) state.channel.post(message)
}

/** Requests a drain and a pull at once, ignoring any backoff. */
export function syncNow(state: EngineState): void {
  wakeSending(state.outbox).catch(() => undefined)
  if (state.loop) state.loop.wake()
  else notifyTabs(state, { type: 'wake' })
}

/** Reports the status to the page, and as leader to all other tabs. */
export function setStatus(state: EngineState, change: Partial<EngineStatus>): void {
  const before = state.status
  state.status = { ...state.status, ...change }
  for (const watcher of state.watchers) watcher.answer({ type: 'status', status: state.status })
  if (state.loop) notifyTabs(state, { type: 'status', ...state.status })
  const hasFailureChanged =
    !isSameFailure(before.trouble, state.status.trouble) || before.storeFailure !== state.status.storeFailure
  if (!change.copying && !change.connection && change.held === undefined && !hasFailureChanged) return
  notifyOutlook(state, { isBack: isServerReachable(state.status) && !isServerReachable(before) })
}

/** Reports changed records to all followers. */
export function notifyChanged(state: EngineState, changes: ChangedSlots): void {
  if (changes.size === 0) return
  for (const follower of state.followers) follower.onChange?.(changes)
}

function notifyArrived(state: EngineState, collection: CollectionName | 'all'): void {
  for (const follower of state.followers) follower.onArrival?.(collection)
}

function notifyOutlook(state: EngineState, outlook: { isBack: boolean }): void {
  for (const follower of state.followers) follower.onOutlookChange?.(outlook)
}

/**
 * True while rows may still arrive: the disk is being read, or the server can be reached and this
 * device can store them.
 */
export function isCopyExpected({ isReading, status }: EngineState): boolean {
  return isReading || (status.connection !== 'offline' && status.trouble === null && status.storeFailure === null)
}

function isServerReachable({ connection, trouble }: EngineStatus): boolean {
  return connection === 'online' && trouble === null
}

/** Whether this device holds the collection. */
export function isCollectionHeld({ mirror }: Pick<EngineState, 'mirror'>, collection: CollectionName): boolean {
  return mirror.database.held.collections.has(collection)
}

/** Whether a first copy will bring the collection. */
export function willArrive(state: EngineState, collection: CollectionName): boolean {
  const isMissing = !state.mirror.isComplete && !state.data.loaded.has(collection)
  return isMissing && isCopyExpected(state) && isCollectionHeld(state, collection)
}

export function reportBug(state: EngineState, error: unknown): void {
  if (state.controller.signal.aborted) return
  for (const watcher of state.watchers) watcher.answer({ type: 'failed', message: formatError(error) })
}

/** Messages between the workers of one user's tabs about the mirror, sent only after the commit. */
export const tabMessageSchema = z.discriminatedUnion('type', [
  /** Heartbeat of the leader. */
  z.object({ type: z.literal('beat') }),
  /** The leader stored a page of changes; `before` is the cursor it had until then. */
  z.object({ type: z.literal('applied'), before: changeSeqSchema.nullable(), page: changesPageSchema }),
  /** There is a new copy: read everything again. */
  z.object({ type: z.literal('reload') }),
  z.object({
    type: z.literal('status'),
    connection: z.enum(['online', 'offline', 'checking']),
    lastSyncAt: z.number().nullable(),
    // A tab of an earlier version doesn't send these three.
    trouble: serverFailureSchema.nullable().default(null),
    storeFailure: z.enum(['full', 'failing']).nullable().default(null),
    tasksToldAt: z.number().nullable().default(null),
    copying: z.partialRecord(z.enum(collectionNames), z.object({ received: z.number(), total: z.number() })),
  }),
  /** A screen needs a collection that a first copy has not brought yet. */
  z.object({ type: z.literal('asked'), collection: z.enum(collectionNames) }),
  /** A first copy has completed a collection. */
  z.object({ type: z.literal('copied'), collection: z.enum(collectionNames) }),
  /** The user's held choice changed; it is stored on disk. */
  z.object({ type: z.literal('held') }),
  /** A tab opened; the leader replies with its status. */
  z.object({ type: z.literal('hello') }),
  /** A tab requests a pull now. */
  z.object({ type: z.literal('wake') }),
])
export type TabMessage = z.infer<typeof tabMessageSchema>

export function buildMirrorChannelName(userId: string): string {
  return `mirror-${userId}`
}

/**
 * Records that a screen of this tab needs this collection. A first copy, in this tab or another,
 * copies it next.
 */
export function noteCollectionRequest(state: EngineState, collection: CollectionName): void {
  state.lastRequestAt = state.runtime.now()
  if (state.data.loaded.has(collection)) return
  requestCollection(state, collection)
  if (!state.loop) notifyTabs(state, { type: 'asked', collection })
}

/** Moves the collection to the front of the first copy's order. */
export function requestCollection(state: EngineState, collection: CollectionName): void {
  if (state.requested[0] === collection) return
  state.requested = [collection, ...state.requested.filter((other) => other !== collection)]
  for (const listener of state.requestListeners) listener()
}

/**
 * Reads the whole mirror into memory: at the start, after another tab finished a copy, and when
 * messages of other tabs were missed. The old data is served until then. Concurrent calls run one
 * after another.
 */
export function loadData(state: EngineState): Promise<void> {
  state.loading = state.loading.catch(() => undefined).then(() => readIntoMemory(state))
  return state.loading
}

async function readIntoMemory(state: EngineState): Promise<void> {
  if (state.controller.signal.aborted) return
  state.isReading = true
  try {
    const stored = await readState(state.mirror.database)
    const data = createMirroredData(state.outbox)
    data.syncPosition.cursor = stored?.cursor ?? null
    data.stopped = new Set(stored?.stopped?.records)
    const isFirst = state.data.loaded.size === 0
    if (isFirst) state.data = data
    await readMirror(data, state.mirror.database, (collection) => {
      if (isFirst && data.loaded.has(collection)) notifyArrived(state, collection)
    })
    state.data = data
    // Outbox changes during the read went to the old data.
    overlayEntries(data, 'all')
    state.cursor = stored?.cursor ?? null
    if (!isFirst) notifyArrived(state, 'all')
    setStatus(state, { lastSyncAt: stored?.lastPullAt ?? null, stopped: [...data.stopped] })
  } finally {
    state.isReading = false
    notifyOutlook(state, { isBack: false })
  }
}

/**
 * Opens the current generation and reads it. Calls run one after another, because each closes the
 * previous database.
 */
export function reloadMirror(state: EngineState): Promise<void> {
  state.reloading = state.reloading.catch(() => undefined).then(() => openCurrentMirror(state))
  return state.reloading
}

async function openCurrentMirror(state: EngineState): Promise<void> {
  const before = state.mirror
  const mirror = await openMirror(state.runtime, state.userId)
  state.mirror = mirror
  before.database.close()
  await loadData(state)
}

/**
 * Publishes a collection of a first copy that is complete in memory and on disk, while others are
 * still missing. Its first page is stored before it is announced, so that a window closed at that
 * moment has it at the next start.
 */
export async function publishCollection(state: EngineState, collection: CollectionName): Promise<void> {
  if (state.data.loaded.has(collection)) return
  for (const follower of state.followers) await follower.storeFirstPage?.(collection)
  markLoaded(state.data, collection)
  notifyArrived(state, collection)
  notifyTabs(state, { type: 'copied', collection })
}
