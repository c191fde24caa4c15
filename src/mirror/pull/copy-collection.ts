import { rowsPageSchema, type RowsPage } from '#contract/sync.ts'
import type { CollectionName } from '#contract/records/collections.ts'
import type { CopyProgress, MirrorDatabase } from '../store/mirror-database.ts'
import { readState } from '../store/read-mirror.ts'
import type { RecordBlock } from '../store/record-block.ts'
import { writeCopyPage } from '../store/write-copy-page.ts'
import { askServer, type Answer, type Request } from './ask-server.ts'

export interface Copying {
  readonly request: Request
  readonly database: MirrorDatabase
  readonly collection: CollectionName
  readonly signal: AbortSignal
  onPage(block: RecordBlock | null, progress: CopyProgress): void
}

export type CopyOutcome = 'done' | 'unreachable' | 'refused' | 'stopped' | 'epoch_changed'

/** One page becomes one block and one transaction. */
const rowsPerPage = 1_000

/**
 * Copies a collection page by page, from where an earlier attempt stopped. The next page is on its way while the last one is packed and written. Deletes
 * that happen meanwhile come with the changes after the copy's first cursor, whatever page their records were on.
 */
export async function copyCollection(copying: Copying): Promise<CopyOutcome> {
  const { database, collection, signal } = copying
  const progress = await database.progress.get(collection)
  if (progress?.isDone) return 'done'
  let epoch = (await readState(database))?.epoch ?? null
  let coming: Promise<Answer<RowsPage>> | null = askForPage(copying, progress?.after ?? null)
  while (coming) {
    const answer: Answer<RowsPage> = await coming
    if (signal.aborted) return 'stopped'
    if (answer.kind !== 'ok') return answer.kind
    const page: RowsPage = answer.value
    epoch ??= page.epoch
    // Rows of two epochs in one copy would be rows of two databases.
    if (page.epoch !== epoch) return 'epoch_changed'
    coming = page.next === null ? null : askForPage(copying, page.next)
    const block = await writeCopyPage(database, collection, page)
    const written = await database.progress.get(collection)
    if (written) copying.onPage(block, written)
  }
  return 'done'
}

function askForPage({ request, collection }: Copying, after: string | null): Promise<Answer<RowsPage>> {
  const from = after === null ? '' : `after=${after}&`
  return askServer(request, `/api/sync/${collection}/rows?${from}limit=${rowsPerPage}`, rowsPageSchema)
}
