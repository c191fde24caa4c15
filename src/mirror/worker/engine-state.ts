import { isSameTrouble } from '#contract/admin/server-trouble.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { ChangeSeq } from '#contract/sync/sync.ts'
import type { Outbox } from '../outbox/open-outbox.ts'
import type { OutboxChange } from '../outbox/outbox-image.ts'
import { wakeSending } from '../outbox/send-as-leader.ts'
import type { Request } from '../pull/ask-server.ts'
import type { ConnectionLoop } from '../pull/connection-loop.ts'
import type { ContentLane } from '../papers/send-content.ts'
import type { Channel, Runtime } from '../runtime.ts'
import type { OpenMirror } from '../store/open-mirror.ts'
import type { VaultRow } from '../vault/vault-database.ts'
import { textOfError, type Call } from './call-channel.ts'
import type { EngineCalls, EngineStatus } from './calls.ts'
import type { Leadership } from './leadership.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'
import type { TabMessage } from './tab-messages.ts'

/** Everything one engine holds; handed to the functions of this folder. */
export interface EngineState {
  readonly runtime: Runtime
  readonly userId: string
  readonly outbox: Outbox
  /** Photographs and papers that wait to be sent. */
  readonly lane: ContentLane
  readonly channel: Channel
  /** Asks the server with the session beside the outbox. */
  readonly request: Request
  readonly over: AbortController
  mirror: OpenMirror
  data: MirroredData
  /** Where the data in memory stands in the log of changes; null while nothing was copied. */
  cursor: ChangeSeq | null
  status: EngineStatus
  /** The running reading of the mirror into memory. */
  loading: Promise<void>
  isReading: boolean
  /** The running look for the generation that answers. */
  reloading: Promise<void>
  /** Following what was chosen to be held; one after another (choose-held.ts). */
  choosing: Promise<void>
  /** The running pull: `turn` ends it when the device is to hold something else. */
  pull: { readonly turn: AbortController; readonly ended: Promise<void> } | null
  /** What closes the keys of a sealed copy, as it last was: put back where the browser cleared it, so that the PIN still opens what was put back with it. Null: not sealed. */
  vault: VaultRow | null
  /** Set while this engine leads. */
  loop: ConnectionLoop | null
  isVisible: boolean
  /** What screens ask for and a first copy has yet to bring (of other tabs' screens only while this one leads); the last asked stands first. */
  asked: readonly CollectionName[]
  readonly askedListeners: Set<() => void>
  /** What this page follows. */
  readonly followers: Set<Follower>
  /** Who is told how the engine stands. */
  readonly watchers: Set<Call<EngineCalls['engine']>>
  leadership: Leadership | null
  /** A pull because of acknowledged entries is coming. */
  isPullDue: boolean
  /** Records that edits were sent of and that the last copy of everything no longer holds, by `<collection>/<id>`, as they stood before. */
  vanished: ReadonlyMap<string, AnyRecord>
  /** When the server was last asked which edits it still knows, and after which copy. */
  askedFor: { readonly mark: number | string; readonly at: number } | null
  /** When the page last asked for something, by the runtime's clock; folding waits for calm. */
  lastAskedAt: number
}

/** Something of the page that stays open and is told what concerns it. */
export interface Follower {
  changed?(changes: ChangedSlots): void
  /** The collection has come as a whole; `all`: everything in memory is another. */
  arrived?(collection: CollectionName | 'all'): void
  /** Whether more can come, or how far it is, may be otherwise. `isBack`: the server has just been found. */
  outlookChanged?(outlook: { isBack: boolean }): void
  /** Entries of these records came, changed or went: rows that are not in memory yet are told with them. */
  overlaid?(entityKeys: OutboxChange['entityKeys']): void
  /** The collection is complete but not yet told to be: what a person may start with is to be kept first. */
  keepFirstPage?(collection: CollectionName): Promise<void>
  /** The row as it is shown, while its collection is not in memory. */
  shownRow?(collection: CollectionName, id: string): SourceRow | null
}

/** Until the page has enough. */
export function addFollower(state: EngineState, signal: AbortSignal, follower: Follower): void {
  if (signal.aborted) return
  state.followers.add(follower)
  signal.addEventListener('abort', () => state.followers.delete(follower), { once: true })
}

export function notifyTabs(state: EngineState, message: TabMessage): void {
  if (!state.over.signal.aborted) state.channel.post(message)
}

/** Asks for a drain and a pull at once, whatever pauses are under way. */
export function syncNow(state: EngineState): void {
  wakeSending(state.outbox).catch(() => undefined)
  if (state.loop) state.loop.wake()
  else notifyTabs(state, { type: 'wake' })
}

/** Tells the page, and as the leader all other tabs, too. */
export function setStatus(state: EngineState, change: Partial<EngineStatus>): void {
  const before = state.status
  state.status = { ...state.status, ...change }
  for (const watcher of state.watchers) watcher.answer({ type: 'status', status: state.status })
  if (state.loop) notifyTabs(state, { type: 'status', ...state.status })
  const isTroubleOther = !isSameTrouble(before.trouble, state.status.trouble)
  if (!change.copying && !change.connection && change.held === undefined && !isTroubleOther) return
  notifyOutlook(state, { isBack: canAsk(state.status) && !canAsk(before) })
}

/** Lets everything that is followed know of changed records. */
export function notifyChanged(state: EngineState, changes: ChangedSlots): void {
  if (changes.size === 0) return
  for (const follower of state.followers) follower.changed?.(changes)
}

export function notifyArrived(state: EngineState, collection: CollectionName | 'all'): void {
  for (const follower of state.followers) follower.arrived?.(collection)
}

export function notifyOutlook(state: EngineState, outlook: { isBack: boolean }): void {
  for (const follower of state.followers) follower.outlookChanged?.(outlook)
}

/** True while there is hope that rows will come: the disk is being read, or the server can be asked. */
export function isCopyExpected({ isReading, status }: EngineState): boolean {
  return isReading || (status.connection !== 'offline' && status.trouble === null)
}

function canAsk({ connection, trouble }: EngineStatus): boolean {
  return connection === 'online' && trouble === null
}

/** Whether this device is to hold the collection. */
export function holds({ mirror }: Pick<EngineState, 'mirror'>, collection: CollectionName): boolean {
  return mirror.database.held.collections.has(collection)
}

/** A first copy is about to bring the collection. */
export function isComing(state: EngineState, collection: CollectionName): boolean {
  const isMissing = !state.mirror.isComplete && !state.data.loaded.has(collection)
  return isMissing && isCopyExpected(state) && holds(state, collection)
}

export function reportBug(state: EngineState, error: unknown): void {
  if (state.over.signal.aborted) return
  for (const watcher of state.watchers) watcher.answer({ type: 'failed', message: textOfError(error) })
}
