import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { ChangeSeq } from '#contract/sync.ts'
import type { Outbox } from '../outbox/open-outbox.ts'
import type { Drainer } from '../outbox/start-drainer.ts'
import type { ConnectionLoop } from '../pull/connection-loop.ts'
import type { Channel, Runtime } from '../runtime.ts'
import type { OpenMirror } from '../store/open-mirror.ts'
import type { Leadership } from './leadership.ts'
import type { EngineStatus, Report } from './messages.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'
import type { FigureWatches } from './figure-watches.ts'
import type { Readings } from './readings.ts'
import type { Results } from './results.ts'
import type { TabMessage } from './tab-messages.ts'

/** Everything one engine holds; handed to the functions of this folder. */
export interface EngineState {
  readonly runtime: Runtime
  readonly userId: string
  readonly outbox: Outbox
  readonly channel: Channel
  readonly report: (report: Report) => void
  readonly over: AbortController
  mirror: OpenMirror
  data: MirroredData
  /** Where the data in memory stands in the log of changes; null while nothing was copied. */
  cursor: ChangeSeq | null
  status: EngineStatus
  /** The running reading of the mirror into memory. */
  loading: Promise<void>
  isReading: boolean
  /** Set while this engine leads. */
  loop: ConnectionLoop | null
  isVisible: boolean
  /** What screens ask for and a first copy has yet to bring (of other tabs' screens only while this one leads); the last asked stands first. */
  asked: readonly CollectionName[]
  readonly askedListeners: Set<() => void>
  results: Results
  readings: Readings
  figures: FigureWatches
  leadership: Leadership | null
  drainer: Drainer | null
  /** A pull because of acknowledged entries is coming. */
  isPullDue: boolean
  /** Records that edits were sent of and that the last copy of everything no longer holds, by `<collection>/<id>`, as they stood before. */
  vanished: ReadonlyMap<string, AnyRecord>
  /** When the server was last asked which edits it still knows, and after which copy. */
  askedFor: { readonly mark: number | string; readonly at: number } | null
  /** When a command last came in, by the runtime's clock; folding waits for calm. */
  lastCommandAt: number
}

export function tellTabs(state: EngineState, message: TabMessage): void {
  if (!state.over.signal.aborted) state.channel.post(message)
}

export function setStatus(state: EngineState, change: Partial<EngineStatus>): void {
  const wasOnline = state.status.connection === 'online'
  state.status = { ...state.status, ...change }
  state.report({ type: 'status', status: state.status })
  if (change.copying && !change.connection) return state.results.tellWaiting()
  if (!change.connection) return
  state.results.tellStates()
  state.figures.tellWaiting()
  state.readings.startWaiting()
  if (change.connection === 'online' && !wasOnline) state.results.askServerAgain()
}

/** Lets results and watches know of changed records. */
export function tellChanged(state: EngineState, changes: ChangedSlots): void {
  if (changes.size === 0) return
  state.results.changed(changes)
  state.readings.changed(changes)
  state.figures.changed(changes)
}

export function reportBug(state: EngineState, error: unknown): void {
  if (state.over.signal.aborted) return
  state.report({ type: 'failed', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
