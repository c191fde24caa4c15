import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { listOwnerReferences } from '#contract/books/references.ts'
import { everyRecord } from '#contract/records/query.ts'
import { type Edit, type OfflineCopy, OutboxWriteError, type SyncStatus } from '#mirror/offline-copy.ts'
import { enqueueEdits } from '#mirror/outbox/entries/enqueue-edits.ts'
import { closeOutbox, openOutbox, type Outbox, rereadOutbox, subscribeOutbox } from '#mirror/outbox/open-outbox.ts'
import { createOutboxView } from '#mirror/outbox/outbox-view.ts'
import { catchUpWithOutbox } from '#mirror/outbox/sending/send-as-leader.ts'
import { withConnection } from '#mirror/outbox/write-outbox.ts'
import { closePapers, openPapers, type Papers, rereadPapers, withDatabase } from '#mirror/papers/open-papers.ts'
import { openPaperCopies } from '#mirror/papers/paper-copies.ts'
import { createPapersStatus } from '#mirror/papers/papers-api.ts'
import { createPapersView } from '#mirror/papers/store-file.ts'
import type { FigureName, FigureParams, FigureState } from '#mirror/query/figures.ts'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import { readChoice } from '#mirror/synced-books/sync-choice.ts'
import type { VaultKeys } from '#mirror/vault/vault-keys.ts'
import { createViewLog, type ViewLog } from '#mirror/view-log/view-log.ts'
import { type AnswerMessage, type Caller, openCaller, type Subscription } from '#mirror/worker/call-channel.ts'
import type { Chunk, CollectionQuery, EngineCalls, EngineStatus } from '#mirror/worker/calls.ts'
import { serveEngine } from '#mirror/worker/engine.ts'
import { composeStatus, isSameStatus } from './sync-status.ts'
import { createWorkerRowSource, type WorkerRowSource } from './worker-row-source.ts'

/**
 * An action on more records than this counts as an action on a list, not as views of single
 * records.
 */
const maxRecords = 20

/** Records a view of every changed record, even if the change is undone before it is sent. */
function logEdits(viewLog: Pick<ViewLog, 'logView'>, edits: readonly Edit[]): void {
  const changed = edits.filter(({ kind }) => kind !== 'create')
  if (changed.length > maxRecords) return
  for (const { collection, id } of changed)
    viewLog.logView({ act: 'read', collection, recordId: id, about: { place: 'edit' } })
}

interface OfflineCopyOptions {
  readonly userId: string
  readonly runtime: Runtime
  /** Creates the dedicated worker (worker/worker.ts); null runs the engine in this thread. */
  readonly createWorker: (() => Worker) | null
  /** Keys of a sealed copy, the same as in `runtime`: the worker encrypts and decrypts too. */
  readonly keys?: VaultKeys | null
}

/**
 * Opens one user's offline copy for a page. Resolves as soon as the outbox can take edits; rows
 * follow when the worker has them.
 * @throws OutboxWriteError when the device's storage doesn't open
 */
export async function openOfflineCopy(options: OfflineCopyOptions): Promise<OfflineCopy> {
  const { userId, runtime, createWorker, keys = null } = options
  const channel = createWorker
    ? openWorkerChannel(createWorker(), { userId, keys })
    : openThreadChannel(runtime, userId)
  const { outbox, papers, syncedAreas } = await openStores(runtime, userId).catch((error: unknown) => {
    channel.close()
    throw error
  })
  const copies = openPaperCopies(runtime, userId)
  const page = createPage(runtime, { outbox, papers, syncedAreas }, openCaller(channel, runtime))
  const { calls, statusListeners } = page
  const viewLog = createViewLog(runtime, userId, () => isOffline(page.status))
  const engine = watchEngine(page)
  watchStores(page)
  refreshStatusRegularly(page).catch(() => undefined)
  return {
    userId,
    seals: runtime.seals,
    /** Stored first, then shown; the worker learns of it through the outbox. */
    async enqueue(...edits) {
      if (edits.some((edit) => isLocked(page, edit))) throw new OutboxWriteError('stopped')
      const opIds = await enqueueEdits(outbox, edits)
      logEdits(viewLog, edits)
      const { stamp } = outbox.image
      for (const [index, edit] of edits.entries()) {
        const localEdit = { opId: opIds[index] ?? '', stamp, edit }
        for (const source of page.sources) if (source.collection === edit.collection) source.showEdit(localEdit)
      }
      return opIds
    },
    openRows: (collection, query) => openRows(page, { collection, query }),
    countValues: (params) => calls.request('counts', { ...params, query: everyRecord }, { ms: null }),
    getRow: (collection, id) =>
      calls.request('row', { collection, id, stamp: outbox.image.stamp }, { ms: rowTimeoutMs }),
    watchAll: (collection, listener) => watchAll(page, collection, listener),
    readAll: (collection, query, onChunk) => readAll(page, { collection, query }, onChunk),
    watchFigure: (name, params, listener) => watchFigure(page, { name, params }, listener),
    watchGroups: (collection, params, listener) =>
      page.calls.subscribe('groups', { collection, ...params }, { ...ignoreFailure, onAnswer: listener }).close,
    watchGlobalSearch: (params, listener) =>
      page.calls.subscribe('everything', params, { ...ignoreFailure, onAnswer: listener }).close,
    async chooseAreas(areas) {
      await calls.request('chooseAreas', { areas }, { ms: null })
    },
    measureStorage: () => calls.request('room', null, { ms: rowTimeoutMs }),
    outbox: createOutboxView(outbox),
    papers: createPapersView(papers, copies, outbox),
    viewLog,
    getStatus: () => page.status,
    subscribeStatus(listener) {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    syncNow() {
      engine.send({ type: 'sync_now' })
      catchUpWithOutbox(outbox).catch(() => undefined)
    },
    setVisible: (isVisible) => engine.send({ type: 'visible', isVisible }),
    close() {
      viewLog.close()
      closePage(page)
      copies.close()
    },
  }
}

/**
 * Whether the server would refuse this edit because its record's processing is stopped. Checked
 * here because a refusal could come hours later when offline. Superusers may edit.
 */
function isLocked({ status, outbox }: Page, edit: Edit): boolean {
  if (outbox.image.session?.userInfo.is_superuser === true) return false
  const ownerKeys = listOwnerReferences(edit.collection).map(({ key, to }) => `${to}/${String(getNewValue(edit, key))}`)
  return [`${edit.collection}/${edit.id}`, ...ownerKeys].some((key) => status.stopped.includes(key))
}

function getNewValue(edit: Edit, key: string): FieldValue | undefined {
  if (edit.kind === 'create') return edit.fields[key]
  return edit.kind === 'update' ? edit.changes[key]?.new : undefined
}

function closePage({ controller, sources, calls, outbox, papers }: Page): void {
  controller.abort()
  for (const source of sources) source.close()
  calls.close()
  closeOutbox(outbox)
  closePapers(papers)
}

/** Null while the connection is still unknown. */
function isOffline({ connection }: SyncStatus): boolean | null {
  return connection === 'checking' ? null : connection === 'offline'
}

/** A row is available once the mirror is read; an engine that takes longer is stuck. */
const rowTimeoutMs = 60_000

interface Page {
  readonly runtime: Runtime
  readonly outbox: Outbox
  readonly papers: Papers
  readonly papersStatus: ReturnType<typeof createPapersStatus>
  readonly calls: Caller<EngineCalls>
  readonly controller: AbortController
  readonly sources: Set<WorkerRowSource>
  readonly statusListeners: Set<() => void>
  engine: EngineStatus
  cleared: SyncStatus['storageCleared']
  status: SyncStatus
}

/** The stores that must not be lost: waiting edits and papers. */
interface Stores {
  readonly outbox: Outbox
  readonly papers: Papers
}

/**
 * The engine reports `held` too; reading it here means that missing books are never shown, not even
 * at first.
 */
interface OpenedCopy extends Stores {
  readonly syncedAreas: SyncStatus['syncedAreas']
}

/** Opens the stores in parallel, because nothing is rendered before all are open. */
async function openStores(runtime: Runtime, userId: string): Promise<OpenedCopy> {
  const [outbox, papers, choice] = await Promise.allSettled([
    openOutbox(runtime, userId),
    openPapers(runtime, userId),
    readChoice(runtime, userId),
  ])
  if (outbox.status === 'rejected') {
    if (papers.status === 'fulfilled') closePapers(papers.value)
    throw outbox.reason
  }
  if (papers.status === 'rejected') {
    closeOutbox(outbox.value)
    throw papers.reason
  }
  const syncedAreas = choice.status === 'fulfilled' ? choice.value.areas : null
  return { outbox: outbox.value, papers: papers.value, syncedAreas }
}

function createPage(
  runtime: Runtime,
  { outbox, papers, syncedAreas }: Stores & { syncedAreas: SyncStatus['syncedAreas'] },
  calls: Caller<EngineCalls>,
): Page {
  const engine: EngineStatus = {
    connection: 'checking',
    trouble: null,
    lastSyncAt: null,
    storeFailure: null,
    tasksToldAt: null,
    copying: {},
    stopped: [],
    syncedAreas,
  }
  const papersStatus = createPapersStatus()
  const status = composeStatus(outbox, { engine, files: papers.waiting, papersStatus, cleared: null }, runtime.now())
  const controller = new AbortController()
  const stores = { outbox, papers, papersStatus }
  return {
    runtime,
    ...stores,
    calls,
    controller,
    sources: new Set(),
    statusListeners: new Set(),
    engine,
    cleared: null,
    status,
  }
}

function watchEngine(page: Page): Subscription<EngineCalls['engine']['command']> {
  const onFailure = (message: string) => {
    for (const source of page.sources) source.showFailure(message)
  }
  return page.calls.subscribe('engine', null, {
    onFailure(message) {
      // The engine could not open, or its worker failed. The next status clears it.
      page.engine = { ...page.engine, storeFailure: 'failing' }
      updateStatus(page)
      onFailure(message)
    },
    onAnswer(update) {
      if (update.type === 'failed') return onFailure(update.message)
      page.engine = update.status
      updateStatus(page)
    },
  })
}

function openRows(page: Page, target: CollectionQuery): WorkerRowSource {
  const source = createWorkerRowSource({
    ...target,
    calls: page.calls,
    onClose: () => page.sources.delete(source),
  })
  page.sources.add(source)
  return source
}

/** A list or sum that fails keeps its last state. */
const ignoreFailure = { onFailure: () => undefined }

function watchAll(page: Page, collection: CollectionName, listener: (rows: readonly AnyRecord[]) => void): () => void {
  return page.calls.subscribe('list', { collection }, { ...ignoreFailure, onAnswer: listener }).close
}

function watchFigure<Name extends FigureName>(
  page: Page,
  target: { name: Name; params: FigureParams<Name> },
  listener: (state: FigureState<Name>) => void,
): () => void {
  return page.calls.subscribe('figure', target, { ...ignoreFailure, onAnswer: listener }).close
}

async function readAll(
  page: Page,
  target: CollectionQuery,
  onChunk: Parameters<OfflineCopy['readAll']>[2],
): Promise<void> {
  let nextChunk = Promise.withResolvers<Chunk>()
  const reading = page.calls.subscribe('chunks', target, {
    onAnswer: (chunk) => nextChunk.resolve(chunk),
    onFailure: (message) => nextChunk.reject(new Error(message)),
  })
  try {
    for (;;) {
      const { rows, done, total } = await nextChunk.promise
      await onChunk(rows, done, total)
      if (done >= total) return
      nextChunk = Promise.withResolvers()
      reading.send('next')
    }
  } finally {
    reading.close()
  }
}

function updateStatus(page: Page): void {
  const { outbox, engine, runtime, cleared, papersStatus } = page
  const files = page.papers.waiting
  const status = composeStatus(outbox, { engine, files, papersStatus, cleared }, runtime.now())
  if (isSameStatus(status, page.status)) return
  page.status = status
  for (const listener of [...page.statusListeners]) listener()
}

function watchStores(page: Page): void {
  const { outbox, papers } = page
  subscribeOutbox(outbox, () => updateStatus(page))
  papers.listeners.add(() => updateStatus(page))
  outbox.clearedListeners.add((saved) => void onCleared(page, saved))
}

/**
 * The browser cleared the storage under this page. The first tab that noticed put waiting edits
 * back; papers existed only on disk.
 */
async function onCleared(page: Page, saved: number): Promise<void> {
  const { outbox, papers, runtime } = page
  const waiting = papers.waiting.length
  await withDatabase(papers, () => rereadPapers(papers)).catch(() => undefined)
  // The handle that restored the entries knows them; this one may have lost its connection.
  await withConnection(outbox, () => rereadOutbox(outbox)).catch(() => undefined)
  page.cleared = { at: runtime.now(), saved, papersLost: Math.max(0, waiting - papers.waiting.length) }
  updateStatus(page)
}

const statusRoundMs = 10_000

/**
 * Because "in sync" and "stuck" also change as time passes, and messages of other tabs may be
 * missed while the page is frozen.
 */
async function refreshStatusRegularly(page: Page): Promise<void> {
  while (!page.controller.signal.aborted) {
    await page.runtime.wait(statusRoundMs, page.controller.signal)
    // A storage failure surfaces at the next edit.
    await catchUpWithOutbox(page.outbox).catch(() => undefined)
    updateStatus(page)
  }
}

/**
 * A channel to an engine in a dedicated worker, so that neither searches nor a first copy delay key
 * strokes.
 */
function openWorkerChannel(worker: Worker, start: { userId: string; keys: VaultKeys | null }): Channel {
  worker.postMessage({ type: 'start', ...start })
  return {
    post: (message) => worker.postMessage(message),
    listen(listener) {
      const controller = new AbortController()
      const { signal } = controller
      worker.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data), { signal })
      const fail = ({ message }: ErrorEvent) => listener({ failure: message } satisfies AnswerMessage)
      worker.addEventListener('error', fail, { signal })
      return () => controller.abort()
    },
    close: () => worker.terminate(),
  }
}

/**
 * A channel to an engine in the same thread. Messages are copied and delivered later, as from a
 * worker.
 */
function openThreadChannel(runtime: Runtime, userId: string): Channel {
  const [page, engine] = openChannelPair()
  const stop = serveEngine(engine, { runtime, userId })
  return {
    ...page,
    close() {
      page.close()
      stop()
    },
  }
}

/** The two ends of a channel within one thread. */
export function openChannelPair(): [Channel, Channel] {
  const ends = [new Set<Listener>(), new Set<Listener>()] as const
  return [openChannelEnd(ends[0], ends[1]), openChannelEnd(ends[1], ends[0])]
}

type Listener = (message: unknown) => void

function openChannelEnd(ownListeners: Set<Listener>, otherListeners: Set<Listener>): Channel {
  return {
    post(message) {
      const copy: unknown = structuredClone(message)
      queueMicrotask(() => otherListeners.forEach((listener) => listener(copy)))
    },
    listen(listener) {
      ownListeners.add(listener)
      return () => ownListeners.delete(listener)
    },
    close() {
      ownListeners.clear()
      otherListeners.clear()
    },
  }
}
