import type { ServerTrouble } from '#contract/admin/server-trouble.ts'
import { rowsPageSchema, type RowsPage } from '#contract/sync/sync.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Runtime } from '../runtime.ts'
import { timeoutSignal } from '../outbox/session/fetch-with-session.ts'
import type { CopyProgress, MirrorDatabase } from '../store/mirror-database.ts'
import { readProgress, readState } from '../store/read-mirror.ts'
import type { RecordBlock } from '../store/record-block.ts'
import { packPage, writeCopyPage } from '../store/write-mirror.ts'
import { askServer, type Answer, type Request } from './ask-server.ts'

export interface CopyTarget {
  readonly runtime: Runtime
  readonly request: Request
  /** Called with the reason when the server refused or did not answer. */
  onTrouble(trouble: ServerTrouble | null): void
  /** Awaited before each step that blocks the thread for milliseconds. */
  readonly yieldThread: () => Promise<void>
}

export interface CopyJob {
  readonly database: MirrorDatabase
  readonly collection: CollectionName
  readonly signal: AbortSignal
  /**
   * Aborted when another collection is needed first, so that a page on a slow line doesn't delay
   * it.
   */
  readonly turnSignal: AbortSignal
  onPage(block: RecordBlock | null, progress: CopyProgress): void
}

export type CopyOutcome = 'done' | 'unreachable' | 'refused' | 'stopped' | 'overtaken' | 'epoch_changed'

/** One page becomes one block and one transaction. */
const rowsPerPage = 1_000

/**
 * Copies a collection page by page, resuming where an earlier attempt stopped. While one page is
 * written, the next is packed and the one after it is fetched; a write only begins when the
 * previous one is committed. Deletions made meanwhile arrive with the changes after the copy's
 * first cursor. `overtaken`: what came so far is kept and the rest is copied later.
 */
export async function copyCollection(target: CopyTarget, job: CopyJob): Promise<CopyOutcome> {
  const { database, collection, signal } = job
  let progress = (await readProgress(database, collection)) ?? startOf(collection)
  if (progress.isDone) return 'done'
  let epoch = (await readState(database))?.epoch ?? null
  let writing: Promise<void> = Promise.resolve()
  let nextPage: Promise<Answer<RowsPage>> | null = askForPage(target, job, progress.after)
  while (nextPage) {
    const answer: Answer<RowsPage> = await nextPage
    if (signal.aborted || job.turnSignal.aborted || answer.kind !== 'ok') {
      await writing
      if (job.turnSignal.aborted && !signal.aborted) return 'overtaken'
      if (signal.aborted || answer.kind === 'ok') return 'stopped'
      target.onTrouble(answer.trouble)
      return answer.kind
    }
    const page: RowsPage = answer.value
    epoch ??= page.epoch
    // A copy must not mix rows of two epochs, because they come from two databases.
    if (page.epoch !== epoch) return writing.then(() => 'epoch_changed')
    nextPage = page.next === null ? null : askForPage(target, job, page.next)
    await target.yieldThread()
    const block = packPage(collection, page)
    progress = advanceProgress(progress, page)
    await writing
    writing = writeAndReport(job, block, { page, progress })
    // Awaited in the next round; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  await writing
  return 'done'
}

async function writeAndReport(
  job: CopyJob,
  block: RecordBlock | null,
  copied: { page: RowsPage; progress: CopyProgress },
): Promise<void> {
  await writeCopyPage(job.database, block, copied)
  job.onPage(block, copied.progress)
}

function startOf(collection: CollectionName): CopyProgress {
  return { collection, after: null, received: 0, total: 0, isDone: false }
}

function advanceProgress(progress: CopyProgress, page: RowsPage): CopyProgress {
  const received = progress.received + page.rows.length
  return {
    collection: progress.collection,
    after: page.next ?? page.rows.at(-1)?.id ?? progress.after,
    received,
    total: Math.max(page.total, received),
    isDone: page.next === null,
  }
}

function askForPage(target: CopyTarget, job: CopyJob, after: string | null): Promise<Answer<RowsPage>> {
  const { request, runtime, yieldThread } = target
  const { collection, turnSignal } = job
  const from = after === null ? '' : `after=${after}&`
  const path = `/api/sync/${collection}/rows?${from}limit=${rowsPerPage}`
  const signal = AbortSignal.any([turnSignal, job.signal, timeoutSignal(runtime)])
  return askServer(request, path, {
    schema: rowsPageSchema,
    yieldThread,
    signal,
    hasNetwork: () => runtime.hasNetwork(),
  })
}
