import { closeOutbox, openOutbox, type Outbox, rereadOutbox, subscribeOutbox } from '#mirror/outbox/open-outbox.ts'
import type { OutboxChange } from '#mirror/outbox/outbox-image.ts'
import { reportTracesRegularly } from '#mirror/outbox/sending/report-traces.ts'
import { buildLeaderLockName, catchUpWithOutbox, sendAsLeader } from '#mirror/outbox/sending/send-as-leader.ts'
import { fetchWithSession } from '#mirror/outbox/session.ts'
import { withConnection } from '#mirror/outbox/write-outbox.ts'
import { closePapers, openPapers } from '#mirror/papers/open-papers.ts'
import { openPaperCopies } from '#mirror/papers/paper-copies.ts'
import { type SendContext, sendFiles } from '#mirror/papers/send-files.ts'
import type { Channel } from '#mirror/runtime/runtime.ts'
import { callAfter } from '#mirror/runtime/timing.ts'
import { openMirror, type OpenMirror } from '#mirror/store/open-mirror.ts'
import { restoreChoice } from '#mirror/synced-books/sync-choice.ts'
import { changeVault, readVault } from '#mirror/vault/vault-database.ts'
import { submitViews } from '#mirror/view-log/submit-views.ts'
import { followChoice } from './apply-choice.ts'
import { type AnswerMessage, formatError, serveCalls } from './call-channel.ts'
import { createCallHandlers } from './call-handlers.ts'
import { type EngineState, notifyChanged, reportBug, requestCollection, setStatus, syncNow } from './engine-state.ts'
import { startLeadership } from './leadership.ts'
import { loadData, reloadMirror } from './load-mirror.ts'
import { confirmChanges, createMirroredData, overlayEntries } from './mirrored-data.ts'
import { pullAsLeader } from './pull-as-leader.ts'
import { buildMirrorChannelName, notifyTabs, type TabMessage, tabMessageSchema } from './tab-messages.ts'

type EngineOptions = Pick<EngineState, 'runtime' | 'userId'>

/**
 * Opens an engine that answers the page at the other end of the channel, takes its turn as leader,
 * and sends. Returns the stop function.
 */
export function serveEngine(workerChannel: Channel, options: EngineOptions): () => void {
  const stopped = new AbortController()
  const engine = openUntilDone(workerChannel, options, stopped.signal)
  const handlers = engine.then((state) => {
    startTasks(state)
    return createCallHandlers(state)
  })
  // Closed before it could open.
  handlers.catch(() => undefined)
  const stop = serveCalls(workerChannel, handlers)
  return () => {
    stop()
    stopped.abort()
    engine.then(closeEngine, () => undefined)
  }
}

const openPauseMs = 5_000

/**
 * Tries again while the device's storage doesn't open, so that a page needs no reload. Calls fail
 * at each failed attempt, and those that are still open are served after the one that succeeds.
 */
async function openUntilDone(
  workerChannel: Channel,
  options: EngineOptions,
  signal: AbortSignal,
): Promise<EngineState> {
  for (;;) {
    try {
      return await openEngine(options)
    } catch (error) {
      if (signal.aborted) throw error
      workerChannel.post({ failure: formatError(error) } satisfies AnswerMessage)
    }
    await options.runtime.wait(openPauseMs, signal)
  }
}

/**
 * Opens one user's offline copy without starting its work. Runs in a dedicated worker, and in the
 * same thread in tests. Reads from disk first and never waits for the network.
 */
export async function openEngine(options: EngineOptions): Promise<EngineState> {
  const { runtime, userId } = options
  const { outbox, papers, mirror, vault } = await openStores(options)
  const sendContext = { papers, copies: openPaperCopies(runtime, userId), outbox }
  const state = createState(options, sendContext, mirror)
  state.vault = vault
  subscribeOutbox(outbox, (change) => onOutboxChange(state, change))
  outbox.clearedListeners.add(() => {
    recoverCleared(state).catch((error: unknown) => reportBug(state, error))
  })
  state.channel.listen((message) => handleTabMessage(state, message))
  loadData(state).catch((error: unknown) => reportBug(state, error))
  notifyTabs(state, { type: 'hello' })
  return state
}

/** Opens all or none. */
async function openStores({ runtime, userId }: EngineOptions) {
  const openings = [
    openOutbox(runtime, userId),
    openPapers(runtime, userId),
    openMirror(runtime, userId),
    runtime.seals ? readVault(runtime, userId) : Promise.resolve(null),
  ] as const
  try {
    const [outbox, papers, mirror, vault] = await Promise.all(openings)
    return { outbox, papers, mirror, vault }
  } catch (error) {
    const [outbox, papers, mirror] = await Promise.allSettled(openings)
    if (outbox.status === 'fulfilled') closeOutbox(outbox.value)
    if (papers.status === 'fulfilled') closePapers(papers.value)
    if (mirror.status === 'fulfilled') mirror.value.database.close()
    throw error
  }
}

/**
 * Restores what can be restored after the browser cleared the storage. The next pull copies the
 * mirror again (pull-as-leader.ts).
 */
async function recoverCleared(state: EngineState): Promise<void> {
  const { runtime, userId, outbox, vault } = state
  if (vault) await changeVault(runtime, userId, (row) => (row ? undefined : vault))
  await restoreChoice(runtime, userId, state.syncChoice)
  await followChoice(state)
  // The handle that restored the entries knows them; this one may have lost its connection.
  await withConnection(outbox, () => rereadOutbox(outbox))
  state.loop?.wake()
}

export function closeEngine(state: EngineState): void {
  state.leadership?.stop()
  state.controller.abort()
  state.channel.close()
  state.mirror.database.close()
  closeOutbox(state.outbox)
  closePapers(state.sendContext.papers)
  state.sendContext.copies.close()
}

function createState({ runtime, userId }: EngineOptions, sendContext: SendContext, mirror: OpenMirror): EngineState {
  const { outbox } = sendContext
  return {
    runtime,
    userId,
    outbox,
    sendContext,
    channel: runtime.openChannel(buildMirrorChannelName(userId)),
    request: (path, init) => fetchWithSession(outbox, path, init),
    controller: new AbortController(),
    mirror,
    data: createMirroredData(outbox),
    cursor: null,
    status: {
      connection: 'checking',
      trouble: null,
      lastSyncAt: null,
      storeFailure: null,
      tasksToldAt: null,
      copying: {},
      stopped: [],
      syncedAreas: mirror.database.syncedBooks.areas,
    },
    storeErrors: 0,
    isMirrorStuck: false,
    loading: Promise.resolve(),
    reloading: Promise.resolve(),
    applyingChoice: Promise.resolve(),
    pull: null,
    vault: null,
    syncChoice: mirror.database.syncedBooks,
    isReading: true,
    loop: null,
    isVisible: true,
    requested: [],
    requestOrderListeners: new Set(),
    followers: new Set(),
    statusCalls: new Set(),
    leadership: null,
    isPullDue: false,
    vanished: new Map(),
    lastLossCheck: null,
    lastRequestAt: 0,
    lastBeatAt: runtime.now(),
  }
}

function startTasks(state: EngineState): void {
  const { runtime, userId, outbox, sendContext, channel } = state
  const leadership = startLeadership({
    runtime,
    lock: buildLeaderLockName(userId),
    channel,
    tasks: [
      (term) => sendAsLeader(outbox, { ...term, onResponse: () => noteResponse(state) }),
      ({ signal }) => sendFiles(sendContext, { signal, isOnce: false }),
      ({ signal }) => submitViews(outbox, { signal, isOnce: false }),
      ({ signal }) => pullAsLeader(state, signal),
    ],
    onBeat: () => onBeat(state),
    onBug: (error) => reportBug(state, error),
  })
  state.leadership = leadership
  void reportTracesRegularly(outbox, leadership.isLeader, state.controller.signal)
}

/** A longer gap between two beats means that the device slept or the page was frozen. */
const wakeGapMs = 30_000

async function onBeat(state: EngineState): Promise<void> {
  const now = state.runtime.now()
  const gapMs = Math.abs(now - state.lastBeatAt)
  state.lastBeatAt = now
  // Streams and responses of the time before may never end, and pauses began then.
  if (gapMs > wakeGapMs) syncNow(state)
  await catchUpWithOutbox(state.outbox)
}

/**
 * A response to an edit, even a conflict, proves that the server is reachable: clears a
 * reported connection failure and checks now instead of after the connection loop's backoff.
 */
function noteResponse(state: EngineState): void {
  const { trouble } = state.status
  if (!state.loop || trouble === null || trouble.kind === 'failed') return
  setStatus(state, { connection: 'checking', trouble: null })
  syncNow(state)
}

/** Shows the user's changes at once. Pulls after a new session or an acknowledged entry. */
function onOutboxChange(state: EngineState, change: OutboxChange): void {
  notifyChanged(state, overlayEntries(state.data, change.entityKeys))
  for (const follower of state.followers) follower.onOverlay?.(change.entityKeys)
  if (change.isSessionChanged) state.loop?.wake()
  // Checked last, because a replay changes the outbox a hundred times a second.
  if (state.isPullDue || !state.loop || !hasAcked(state.outbox)) return
  state.isPullDue = true
  // The server's event usually comes first; this covers blocked events. A replay of many entries
  // pulls once per pause, not per entry.
  callAfter(state.runtime, { ms: ackPauseMs, signal: state.controller.signal }, () => {
    state.isPullDue = false
    state.loop?.wake()
  })
}

const ackPauseMs = 1_000

function hasAcked({ image }: Outbox): boolean {
  for (const entry of image.entriesBySeq.values()) if (entry.state === 'acked') return true
  return false
}

/** Handles messages from the workers of the user's other tabs. */
function handleTabMessage(state: EngineState, raw: unknown): void {
  const parsed = tabMessageSchema.safeParse(raw)
  if (!parsed.success || state.controller.signal.aborted) return
  const message = parsed.data
  if (message.type === 'held') return void followChoice(state).catch((error: unknown) => reportBug(state, error))
  if (state.loop) return handleAsLeader(state, message)
  switch (message.type) {
    case 'applied':
      return void state.loading.catch(() => undefined).then(() => applyPage(state, message))
    case 'copied':
      // A tab that shows nothing of this collection reads it with the final reload.
      if (!state.requested.includes(message.collection)) return
      return void loadData(state).catch((error: unknown) => reportBug(state, error))
    case 'reload':
      return void reloadAll(state).catch((error: unknown) => reportBug(state, error))
    case 'status': {
      const { connection, trouble, lastSyncAt, storeFailure, tasksToldAt, copying } = message
      return setStatus(state, {
        connection,
        trouble,
        lastSyncAt,
        storeFailure,
        tasksToldAt,
        copying: withoutUndefined(copying),
      })
    }
    case 'asked':
    case 'beat':
    case 'hello':
    case 'wake':
      return
  }
}

function handleAsLeader(state: EngineState, message: TabMessage): void {
  if (message.type === 'asked') requestCollection(state, message.collection)
  if (message.type === 'wake') state.loop?.wake()
  if (message.type === 'hello') notifyTabs(state, { type: 'status', ...state.status })
}

/**
 * The leader removed outbox entries before announcing the copy, but outbox messages use another
 * channel that may be slower, so the outbox is read again.
 */
async function reloadAll(state: EngineState): Promise<void> {
  await rereadOutbox(state.outbox)
  await reloadMirror(state)
}

/**
 * Applies a page of changes the leader stored. If it doesn't follow the data in memory, something
 * was missed and everything is read again.
 */
function applyPage(state: EngineState, { before, page }: TabMessage & { type: 'applied' }): void {
  if (before !== state.cursor) return void loadData(state).catch((error: unknown) => reportBug(state, error))
  state.cursor = page.cursor
  if (page.stopped) setStatus(state, { stopped: page.stopped.records })
  notifyChanged(state, confirmChanges(state.data, page))
}

function withoutUndefined<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never
}
