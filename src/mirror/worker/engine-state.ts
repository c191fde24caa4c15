import { isSameFailure } from '#contract/admin/server-failure.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { ChangeSeq } from '#contract/sync/sync.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import type { OutboxChange } from '#mirror/outbox/outbox-image.ts'
import { wakeSending } from '#mirror/outbox/sending/send-as-leader.ts'
import type { SendContext } from '#mirror/papers/send-files.ts'
import type { ConnectionLoop } from '#mirror/pull/connection-loop.ts'
import type { SendRequest } from '#mirror/pull/fetch-from-server.ts'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import type { OpenMirror } from '#mirror/store/open-mirror.ts'
import type { SyncChoice } from '#mirror/synced-books/sync-choice.ts'
import type { VaultRow } from '#mirror/vault/vault-database.ts'
import { type Call, formatError } from './call-channel.ts'
import type { EngineCalls, EngineStatus } from './calls.ts'
import type { Leadership } from './leadership.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'
import { notifyTabs } from './tab-messages.ts'

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
  /** Consecutive pulls that failed on a storage error other than a full disk. */
  storeErrors: number
  /** After several such errors the browser still doesn't answer, or has lost the database. */
  isMirrorStuck: boolean
  /** The running read of the mirror into memory. */
  loading: Promise<void>
  isReading: boolean
  /** The running reload of the current generation. */
  reloading: Promise<void>
  /** Applications of held choices, one after another (apply-choice.ts). */
  applyingChoice: Promise<void>
  /** The running pull; aborting `controller` ends it when the sync choice changes. */
  pull: { readonly controller: AbortController; readonly ended: Promise<void> } | null
  /**
   * The last known vault row, restored when the browser cleared it so that the PIN still opens
   * restored data. Null: not sealed.
   */
  vault: VaultRow | null
  /** The last choice made on this device, restored likewise. */
  syncChoice: SyncChoice
  /** Set while this engine leads. */
  loop: ConnectionLoop | null
  isVisible: boolean
  /**
   * Missing collections that screens request, the latest first. Includes other tabs' screens while
   * this engine leads.
   */
  requested: readonly CollectionName[]
  readonly requestOrderListeners: Set<() => void>
  /** The calls this page follows. */
  readonly followers: Set<Follower>
  /** Calls that receive the engine's status. */
  readonly statusCalls: Set<Call<EngineCalls['engine']>>
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
  /** When the engine last noticed that time passes (runtime clock). */
  lastBeatAt: number
}

/** A followed call and the events it receives. */
interface Follower {
  onChange?(changes: ChangedSlots): void
  /** The collection arrived completely; `all`: all data in memory was replaced. */
  onArrival?(collection: CollectionName | 'all'): void
  /**
   * The copy's progress or reachability may have changed. `isServerBack`: the server has
   * just become reachable again.
   */
  onReachabilityChange?(reachability: { isServerBack: boolean }): void
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
  for (const watcher of state.statusCalls) watcher.answer({ type: 'status', status: state.status })
  if (state.loop) notifyTabs(state, { type: 'status', ...state.status })
  const hasFailureChanged =
    !isSameFailure(before.trouble, state.status.trouble) || before.storeFailure !== state.status.storeFailure
  if (!change.copying && !change.connection && change.syncedAreas === undefined && !hasFailureChanged) return
  notifyReachability(state, { isServerBack: isServerReachable(state.status) && !isServerReachable(before) })
}

/** Reports changed records to all followers. */
export function notifyChanged(state: EngineState, changes: ChangedSlots): void {
  if (changes.size === 0) return
  for (const follower of state.followers) follower.onChange?.(changes)
}

export function notifyArrived(state: EngineState, collection: CollectionName | 'all'): void {
  for (const follower of state.followers) follower.onArrival?.(collection)
}

export function notifyReachability(state: EngineState, reachability: { isServerBack: boolean }): void {
  for (const follower of state.followers) follower.onReachabilityChange?.(reachability)
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
export function isCollectionSynced({ mirror }: Pick<EngineState, 'mirror'>, collection: CollectionName): boolean {
  return mirror.database.syncedBooks.collections.has(collection)
}

/** Whether a first copy will bring the collection. */
export function willArrive(state: EngineState, collection: CollectionName): boolean {
  const isMissing = !state.mirror.isComplete && !state.data.loaded.has(collection)
  return isMissing && isCopyExpected(state) && isCollectionSynced(state, collection)
}

export function reportBug(state: EngineState, error: unknown): void {
  if (state.controller.signal.aborted) return
  for (const watcher of state.statusCalls) watcher.answer({ type: 'failed', message: formatError(error) })
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
  for (const listener of state.requestOrderListeners) listener()
}
