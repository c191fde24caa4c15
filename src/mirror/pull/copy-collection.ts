import type { ServerTrouble } from '#contract/admin/server-trouble.ts'
import { rowsPageSchema, type RowsPage } from '#contract/sync/sync.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Runtime } from '../runtime.ts'
import { patience } from '../outbox/session/fetch-with-session.ts'
import type { CopyProgress, MirrorDatabase } from '../store/mirror-database.ts'
import { readProgress, readState } from '../store/read-mirror.ts'
import type { RecordBlock } from '../store/record-block.ts'
import { packPage, writeCopyPage } from '../store/write-mirror.ts'
import { askServer, type Answer, type Request } from './ask-server.ts'

export interface CopyTarget {
  readonly runtime: Runtime
  readonly request: Request
  /** Told why the server gave nothing of what a pull needs. */
  onTrouble(trouble: ServerTrouble | null): void
  /** Waited for before each piece of work that holds the thread for milliseconds. */
  readonly yieldThread: () => Promise<void>
}

export interface Copying {
  readonly database: MirrorDatabase
  readonly collection: CollectionName
  readonly signal: AbortSignal
  /** Aborted when another collection is wanted first: a page that is on its way on a slow line holds nobody up. */
  readonly turn: AbortSignal
  onPage(block: RecordBlock | null, progress: CopyProgress): void
}

export type CopyOutcome = 'done' | 'unreachable' | 'refused' | 'stopped' | 'overtaken' | 'epoch_changed'

/** One page becomes one block and one transaction. */
const rowsPerPage = 1_000

/**
 * Copies a collection page by page, from where an earlier attempt stopped. While a page is written, the next is packed and the one after it is on its way;
 * but a page is only ever begun to be written when the one before is committed. Deletes that happen meanwhile come with the changes after the copy's
 * first cursor, whatever page their records were on. `overtaken`: what came so far is kept, the rest waits for another turn.
 */
export async function copyCollection(target: CopyTarget, copying: Copying): Promise<CopyOutcome> {
  const { database, collection, signal } = copying
  let progress = (await readProgress(database, collection)) ?? startOf(collection)
  if (progress.isDone) return 'done'
  let epoch = (await readState(database))?.epoch ?? null
  let writing: Promise<void> = Promise.resolve()
  let coming: Promise<Answer<RowsPage>> | null = askForPage(target, copying, progress.after)
  while (coming) {
    const answer: Answer<RowsPage> = await coming
    if (signal.aborted || copying.turn.aborted || answer.kind !== 'ok') {
      await writing
      if (copying.turn.aborted && !signal.aborted) return 'overtaken'
      if (signal.aborted || answer.kind === 'ok') return 'stopped'
      target.onTrouble(answer.trouble)
      return answer.kind
    }
    const page: RowsPage = answer.value
    epoch ??= page.epoch
    // Rows of two epochs in one copy would be rows of two databases.
    if (page.epoch !== epoch) return writing.then(() => 'epoch_changed')
    coming = page.next === null ? null : askForPage(target, copying, page.next)
    await target.yieldThread()
    const block = packPage(collection, page)
    progress = advanceProgress(progress, page)
    await writing
    writing = writeAndTell(copying, block, { page, progress })
    // Awaited one round later; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  await writing
  return 'done'
}

async function writeAndTell(
  copying: Copying,
  block: RecordBlock | null,
  written: { page: RowsPage; progress: CopyProgress },
): Promise<void> {
  await writeCopyPage(copying.database, block, written)
  copying.onPage(block, written.progress)
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

function askForPage(target: CopyTarget, copying: Copying, after: string | null): Promise<Answer<RowsPage>> {
  const { request, runtime, yieldThread } = target
  const { collection, turn } = copying
  const from = after === null ? '' : `after=${after}&`
  const path = `/api/sync/${collection}/rows?${from}limit=${rowsPerPage}`
  const signal = AbortSignal.any([turn, copying.signal, patience(runtime)])
  return askServer(request, path, {
    schema: rowsPageSchema,
    yieldThread,
    signal,
    hasNetwork: () => runtime.hasNetwork(),
  })
}
