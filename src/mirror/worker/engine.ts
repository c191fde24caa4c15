import { closeOutbox, openOutbox, subscribeOutbox, type Outbox } from '../outbox/open-outbox.ts'
import type { OutboxChange } from '../outbox/outbox-image.ts'
import { reportTracesRegularly } from '../outbox/sending/report-traces.ts'
import { startDrainer, wakeDrainer } from '../outbox/start-drainer.ts'
import type { PullOutcome } from '../pull/pull.ts'
import type { Runtime } from '../runtime.ts'
import { openMirror, type OpenMirror } from '../store/open-mirror.ts'
import { readFirstPage } from '../store/read-mirror.ts'
import { writeFirstPage } from '../store/write-mirror.ts'
import { heedCommand, noteAsked } from './asked-collections.ts'
import { createFigureWatches } from './figure-watches.ts'
import { reportBug, setStatus, tellChanged, tellTabs, type EngineState } from './engine-state.ts'
import { checkAgainstServer, lead, pullAndSettle } from './lead.ts'
import { startLeadership } from './leadership.ts'
import { loadData, reloadMirror } from './load-data.ts'
import type { Command, Report } from './messages.ts'
import { createMirroredData } from './mirrored-data.ts'
import { createReadings } from './readings.ts'
import { createResults } from './results.ts'
import { serverPage } from './server-page.ts'
import { mirrorChannelName, tabMessageSchema, type TabMessage } from './tab-messages.ts'

export interface Engine {
  handle(command: Command): void
  /** Resolves when what was on the device is in memory. */
  loaded(): Promise<void>
  /** Pulls once, now, as the leader does. For the service worker and for tests, where no loop runs. */
  pullOnce(): Promise<PullOutcome>
  /** Compares the mirror with the server record by record, and copies it anew when they differ. */
  check(): ReturnType<typeof checkAgainstServer>
  close(): void
}

export interface EngineOptions {
  readonly runtime: Runtime
  readonly userId: string
  report(report: Report): void
  /** False: neither leads nor sends by itself. */
  readonly isActive?: boolean
}

/**
 * The offline copy of one user at work: mirror, queries, pulling and sending. Runs in a dedicated worker, and in the same thread in tests and in the
 * service worker. Reads the device first and never waits for the network to answer.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { runtime, userId } = options
  const [outbox, mirror] = await Promise.all([openOutbox(runtime, userId), openMirror(runtime, userId)])
  const state = createState(options, outbox, mirror)
  subscribeOutbox(outbox, (change) => hearOutbox(state, change))
  state.channel.listen((message) => hear(state, message))
  loadData(state).catch((error: unknown) => reportBug(state, error))
  if (options.isActive !== false) activate(state)
  tellTabs(state, { type: 'hello' })
  return {
    handle(command) {
      state.lastCommandAt = runtime.now()
      handle(state, command)
    },
    loaded: () => state.loading,
    async pullOnce() {
      await state.loading
      return pullAndSettle(state, state.over.signal)
    },
    async check() {
      await state.loading
      return checkAgainstServer(state, state.over.signal)
    },
    close() {
      state.leadership?.stop()
      state.drainer?.stop()
      state.over.abort()
      state.channel.close()
      state.mirror.database.close()
      closeOutbox(outbox)
    },
  }
}

function createState({ runtime, userId, report }: EngineOptions, outbox: Outbox, mirror: OpenMirror): EngineState {
  const data = () => state.data
  const mayCome = () => state.isReading || state.status.connection !== 'offline'
  const results = createResults({
    data,
    report,
    stamp: () => outbox.image.stamp,
    mayCome,
    readFirstPage: (collection, query) => readFirstPage(state.mirror.database, collection, query),
    serverPage: (collection, query) => serverPage(state, collection, query),
    copying: (collection) => (state.mirror.isComplete ? null : (state.status.copying[collection] ?? notBegun)),
    async keepFirstPage(page) {
      if (state.leadership?.isLeader()) await writeFirstPage(state.mirror.database, page).catch(() => undefined)
    },
  })
  const state: EngineState = {
    runtime,
    userId,
    outbox,
    channel: runtime.openChannel(mirrorChannelName(userId)),
    report,
    over: new AbortController(),
    mirror,
    data: createMirroredData(outbox),
    cursor: null,
    status: { connection: 'checking', lastSyncAt: null, lacksRoom: false, copying: {} },
    loading: Promise.resolve(),
    isReading: true,
    loop: null,
    isVisible: true,
    asked: [],
    askedListeners: new Set(),
    results,
    readings: createReadings({
      data,
      report,
      isComing: (collection) => !state.mirror.isComplete && mayCome() && !state.data.isLoaded(collection),
      shownRow: (collection, id) => results.shownRow(collection, id),
    }),
    figures: createFigureWatches({ data, report, mayCome, wait: (ms) => runtime.wait(ms, state.over.signal) }),
    leadership: null,
    drainer: null,
    isPullDue: false,
    vanished: new Map(),
    askedFor: null,
    lastCommandAt: 0,
  }
  return state
}

const notBegun = { received: 0, total: 0 }

function activate(state: EngineState): void {
  state.leadership = startLeadership({
    runtime: state.runtime,
    lock: mirrorChannelName(state.userId),
    channel: state.channel,
    lead: (signal) => lead(state, signal),
    onBug: (error) => reportBug(state, error),
  })
  state.drainer = startDrainer(state.outbox, {
    isVisible: state.isVisible,
    onBug: (error) => reportBug(state, error),
  })
  void reportTracesRegularly(state.outbox, state.drainer, state.over.signal)
}

function handle(state: EngineState, command: Command): void {
  const { results, readings, figures } = state
  heedCommand(state, command)
  switch (command.type) {
    case 'query':
      return results.query(command)
    case 'range':
      return results.range(command)
    case 'locate':
      return results.locate(command)
    case 'close':
      return results.close(command.result)
    case 'get':
      return afterLoading(state, () => afterStamp(state, command.stamp, () => readings.get(command)))
    case 'watch':
      return readings.watch(command)
    case 'unwatch':
      return readings.unwatch(command.watch)
    case 'read':
      return afterLoading(state, () => readings.read(command))
    case 'read_next':
      return readings.readNext(command.request)
    case 'read_end':
      return readings.readEnd(command.request)
    case 'count':
      return afterLoading(state, () => readings.count(command))
    case 'figure':
      return figures.watch(command)
    case 'figure_end':
      return figures.unwatch(command.figure)
    case 'sync_now':
      return syncNow(state)
    case 'visible':
      return setVisible(state, command.isVisible)
  }
}

/** Own changes are shown at once; a new session or an acknowledged entry is a reason to pull. */
function hearOutbox(state: EngineState, change: OutboxChange): void {
  tellChanged(state, state.data.overlay(change.entityKeys))
  state.results.overlaid(change.entityKeys)
  if (change.isSessionChanged) state.loop?.wake()
  // Looked for only when it matters: a replay changes the outbox a hundred times a second.
  if (state.isPullDue || !state.loop || !hasAcked(state.outbox)) return
  state.isPullDue = true
  // The server's own event usually comes first; this is for when events do not get through. A replay of many entries asks once per pause, not per entry.
  state.runtime.wait(ackPauseMs, state.over.signal).then(
    () => {
      state.isPullDue = false
      state.loop?.wake()
    },
    () => undefined,
  )
}

const ackPauseMs = 1_000

function hasAcked({ image }: Outbox): boolean {
  for (const op of image.opsBySeq.values()) if (op.state === 'acked') return true
  return false
}

function afterLoading(state: EngineState, work: () => void): void {
  state.loading.then(work, work)
}

/** What a page has just kept may still be on its way here; whoever reads it back must find it. */
function afterStamp(state: EngineState, stamp: number, work: () => void): void {
  if (state.outbox.image.stamp >= stamp) return work()
  const stop = subscribeOutbox(state.outbox, () => {
    if (state.outbox.image.stamp < stamp) return
    stop()
    work()
  })
}

function syncNow(state: EngineState): void {
  wakeDrainer(state.outbox).catch(() => undefined)
  if (state.loop) state.loop.wake()
  else tellTabs(state, { type: 'wake' })
}

function setVisible(state: EngineState, isVisible: boolean): void {
  state.isVisible = isVisible
  state.loop?.setVisible(isVisible)
  state.leadership?.setVisible(isVisible)
  state.drainer?.setVisible(isVisible)
  if (isVisible) syncNow(state)
}

function hear(state: EngineState, raw: unknown): void {
  const parsed = tabMessageSchema.safeParse(raw)
  if (!parsed.success || state.over.signal.aborted) return
  const message = parsed.data
  if (state.loop) return hearAsLeader(state, message)
  switch (message.type) {
    case 'applied':
      return afterLoading(state, () => follow(state, message))
    case 'copied':
      // Who shows nothing of it hears of it with all the others.
      if (!state.asked.includes(message.collection)) return
      return void loadData(state).catch((error: unknown) => reportBug(state, error))
    case 'reload':
      return void reloadMirror(state).catch((error: unknown) => reportBug(state, error))
    case 'status': {
      const { connection, lastSyncAt, lacksRoom, copying } = message
      return setStatus(state, { connection, lastSyncAt, lacksRoom, copying: withoutUndefined(copying) })
    }
    case 'asked':
    case 'beat':
    case 'hello':
    case 'wake':
      return
  }
}

function hearAsLeader(state: EngineState, message: TabMessage): void {
  if (message.type === 'asked') noteAsked(state, message.collection)
  if (message.type === 'wake') state.loop?.wake()
  if (message.type === 'hello') tellTabs(state, { type: 'status', ...state.status })
}

/** Takes over what the leader wrote; a page that does not follow on what is in memory means that something was missed. */
function follow(state: EngineState, { before, page }: TabMessage & { type: 'applied' }): void {
  if (before !== state.cursor) return void loadData(state).catch((error: unknown) => reportBug(state, error))
  state.cursor = page.cursor
  tellChanged(state, state.data.confirm(page))
}

function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
