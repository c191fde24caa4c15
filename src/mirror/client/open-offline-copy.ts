import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { SourceRow, ValueCount } from '#contract/row-source.ts'
import type { FigureName, FigureQuestion, FigureState } from '../figures/figures.ts'
import type { Edit, OfflineCopy, SyncStatus } from '../offline-copy.ts'
import { enqueueAll } from '../outbox/entries/enqueue.ts'
import { closeOutbox, openOutbox, subscribeOutbox, type Outbox } from '../outbox/open-outbox.ts'
import { outboxView } from '../outbox/outbox-view.ts'
import type { Runtime } from '../runtime.ts'
import type { Command, EngineStatus, Report } from '../worker/messages.ts'
import { linkInThread, linkToWorker, type EngineLink } from './engine-link.ts'
import { composeStatus, isSameStatus } from './sync-status.ts'
import { createWorkerRowSource, type WorkerRowSource } from './worker-row-source.ts'

export interface OfflineCopyOptions {
  readonly userId: string
  readonly runtime: Runtime
  /** Makes the dedicated worker of worker/worker.ts; null runs the engine in this thread. */
  readonly createWorker: (() => Worker) | null
}

/**
 * Opens the offline copy of one user for a page. Resolves as soon as the outbox can take edits; rows come when the worker has them.
 * @throws OutboxWriteError `blocked` when an old tab holds the outbox
 */
export async function openOfflineCopy({ userId, runtime, createWorker }: OfflineCopyOptions): Promise<OfflineCopy> {
  const link = createWorker ? linkToWorker(createWorker(), userId) : linkInThread(runtime, userId)
  const outbox = await openOutbox(runtime, userId).catch((error: unknown) => {
    link.close()
    throw error
  })
  const page = createPage(runtime, outbox, link)
  link.listen((report) => take(page, report))
  subscribeOutbox(outbox, () => updateStatus(page))
  keepStatusFresh(page).catch(() => undefined)
  return {
    userId,
    enqueue: (edit) => keep(page, edit),
    enqueueAll: async (edits) => void (await keepAll(page, edits)),
    openRows: (collection, query) => openRows(page, { collection, query }),
    getRow: (collection, id) => getRow(page, collection, id),
    watchAll: (collection, listener) => watchAll(page, collection, listener),
    readAll: (collection, query, onChunk) => readAll(page, { collection, query }, onChunk),
    watchFigure: (name, question, listener) => watchFigure(page, { name, question }, listener),
    outbox: outboxView(outbox),
    getStatus: () => page.status,
    subscribeStatus(listener) {
      page.statusListeners.add(listener)
      return () => page.statusListeners.delete(listener)
    },
    syncNow: () => link.post({ type: 'sync_now' }),
    setVisible: (isVisible) => link.post({ type: 'visible', isVisible }),
    close: () => close(page),
  }
}

interface Page {
  readonly runtime: Runtime
  readonly outbox: Outbox
  readonly link: EngineLink
  readonly over: AbortController
  readonly sources: Map<number, WorkerRowSource>
  readonly watches: Map<number, (rows: readonly AnyRecord[]) => void>
  readonly gets: Map<number, (row: SourceRow | null) => void>
  readonly reads: Map<number, (chunk: Chunk) => void>
  readonly counts: Map<number, (values: readonly ValueCount[]) => void>
  readonly figures: Map<number, (state: FigureState) => void>
  readonly statusListeners: Set<() => void>
  engine: EngineStatus
  status: SyncStatus
  lastId: number
}

type Chunk = Report & { type: 'chunk' }

function createPage(runtime: Runtime, outbox: Outbox, link: EngineLink): Page {
  const engine: EngineStatus = { connection: 'checking', lastSyncAt: null, lacksRoom: false, copying: {} }
  return {
    runtime,
    outbox,
    link,
    over: new AbortController(),
    sources: new Map(),
    watches: new Map(),
    gets: new Map(),
    reads: new Map(),
    counts: new Map(),
    figures: new Map(),
    statusListeners: new Set(),
    engine,
    status: composeStatus(outbox, engine, runtime.now()),
    lastId: 0,
  }
}

function nextId(page: Page): number {
  page.lastId += 1
  return page.lastId
}

async function keep(page: Page, edit: Edit): Promise<{ opId: string }> {
  const [opId = ''] = await keepAll(page, [edit])
  return { opId }
}

/** Durable first, then shown; the worker hears of it from the outbox itself. */
async function keepAll(page: Page, edits: readonly Edit[]): Promise<readonly string[]> {
  const opIds = await enqueueAll(page.outbox, edits)
  const { stamp } = page.outbox.image
  for (const source of page.sources.values()) {
    for (const [index, edit] of edits.entries()) {
      if (source.collection !== edit.collection) continue
      source.showEdit({ id: edit.id, opId: opIds[index] ?? '', stamp, edit })
    }
  }
  return opIds
}

function openRows(
  page: Page,
  asked: Pick<Parameters<typeof createWorkerRowSource>[0], 'collection' | 'query'>,
): WorkerRowSource {
  const id = nextId(page)
  const source = createWorkerRowSource({
    ...asked,
    id,
    post: (command) => page.link.post(command),
    count: (query, field, limit) => countValues(page, { collection: asked.collection, query, field, limit }),
    onClose: () => page.sources.delete(id),
  })
  page.sources.set(id, source)
  return source
}

function getRow(page: Page, collection: CollectionName, id: string): Promise<SourceRow | null> {
  const request = nextId(page)
  return new Promise((resolve) => {
    page.gets.set(request, resolve)
    page.link.post({ type: 'get', request, collection, id, stamp: page.outbox.image.stamp })
  })
}

function countValues(
  page: Page,
  asked: Omit<Command & { type: 'count' }, 'type' | 'request'>,
): Promise<readonly ValueCount[]> {
  const request = nextId(page)
  return new Promise((resolve) => {
    page.counts.set(request, resolve)
    page.link.post({ type: 'count', request, ...asked })
  })
}

function watchAll(page: Page, collection: CollectionName, listener: (rows: readonly AnyRecord[]) => void): () => void {
  const watch = nextId(page)
  page.watches.set(watch, listener)
  page.link.post({ type: 'watch', watch, collection })
  return () => {
    page.watches.delete(watch)
    page.link.post({ type: 'unwatch', watch })
  }
}

function watchFigure<Name extends FigureName>(
  page: Page,
  asked: { name: Name; question: FigureQuestion<Name> },
  listener: (state: FigureState<Name>) => void,
): () => void {
  const figure = nextId(page)
  page.figures.set(figure, listener)
  page.link.post({ type: 'figure', figure, ...asked })
  return () => {
    page.figures.delete(figure)
    page.link.post({ type: 'figure_end', figure })
  }
}

async function readAll(
  page: Page,
  asked: Parameters<typeof openRows>[1],
  onChunk: Parameters<OfflineCopy['readAll']>[2],
): Promise<void> {
  const request = nextId(page)
  let chunk = await nextChunk(page, request, { type: 'read', request, ...asked })
  try {
    for (;;) {
      await onChunk(chunk.rows, chunk.done, chunk.total)
      if (chunk.done >= chunk.total) return
      chunk = await nextChunk(page, request, { type: 'read_next', request })
    }
  } finally {
    page.reads.delete(request)
    page.link.post({ type: 'read_end', request })
  }
}

function nextChunk(page: Page, request: number, command: Parameters<EngineLink['post']>[0]): Promise<Chunk> {
  return new Promise((resolve) => {
    page.reads.set(request, resolve)
    page.link.post(command)
  })
}

function take(page: Page, report: Report): void {
  switch (report.type) {
    case 'result':
    case 'rows':
    case 'changed':
    case 'located':
      return page.sources.get(report.result)?.take(report)
    case 'got':
      page.gets.get(report.request)?.(report.row)
      return void page.gets.delete(report.request)
    case 'watched':
      return page.watches.get(report.watch)?.(report.rows)
    case 'chunk':
      return page.reads.get(report.request)?.(report)
    case 'counted':
      page.counts.get(report.request)?.(report.values)
      return void page.counts.delete(report.request)
    case 'figure':
      return page.figures.get(report.figure)?.(report.state)
    case 'status':
      page.engine = report.status
      return updateStatus(page)
    case 'failed':
      for (const source of page.sources.values())
        source.fail(`기기에 보관된 자료를 읽지 못했습니다. (${report.message})`)
  }
}

function updateStatus(page: Page): void {
  const status = composeStatus(page.outbox, page.engine, page.runtime.now())
  if (isSameStatus(status, page.status)) return
  page.status = status
  for (const listener of [...page.statusListeners]) listener()
}

const statusRoundMs = 10_000

/** "In sync" and "stuck" change by the clock alone. */
async function keepStatusFresh(page: Page): Promise<void> {
  while (!page.over.signal.aborted) {
    await page.runtime.wait(statusRoundMs, page.over.signal)
    updateStatus(page)
  }
}

function close(page: Page): void {
  page.over.abort()
  for (const source of page.sources.values()) source.close()
  page.link.close()
  closeOutbox(page.outbox)
}
