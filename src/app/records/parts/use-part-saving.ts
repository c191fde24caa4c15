import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { bookToast, formatDone, formatFailed } from '../actions/outcome-texts.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { getRecordBook } from '../record-book.ts'
import { buildPartEdits, type WantedPart } from './part-draft.ts'

export interface PartsSaved {
  /** `unchanged`: no difference. `stored`: stored. `refused`: shown in a toast. */
  readonly outcome: 'unchanged' | 'stored' | 'refused'
  /** Rows that the next change is based on. */
  readonly baseRows: readonly SourceRow[]
}

/**
 * What the parts belong to, and the screen they are edited on (`historyId` or `tableId` of its
 * state).
 */
export interface PartsTarget {
  readonly parentId: string
  readonly historyId: string
}

/**
 * Saves the parts of a record as one action of their screen: stored in the outbox, undone by the
 * toast or the screen's 실행 취소.
 */
export function usePartSaving(collection: CollectionName, { parentId, historyId }: PartsTarget) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, historyId)
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection, toast })
  const { wordings } = getRecordBook(collection)
  return async (rows: readonly SourceRow[], wantedParts: readonly WantedPart[]): Promise<PartsSaved> => {
    const result = buildPartEdits(collection, parentId, { rows, wantedParts })
    if ('refusal' in result) {
      toast.error(result.refusal, bookToast)
      return { outcome: 'refused', baseRows: rows }
    }
    const { edits } = result
    const [first] = edits
    if (!first) return { outcome: 'unchanged', baseRows: rows }
    const kind = edits.find(({ edit }) => edit.kind !== 'update')?.edit.kind ?? 'update'
    const label = edits.length === 1 ? `${wordings[kind].step} (${first.caption})` : wordings[kind].step
    const { actionId, failure } = await performAction({ copy, history }, { label, edits })
    if (failure !== null) {
      toast.error(formatFailed(wordings, kind, failure), bookToast)
      return { outcome: 'refused', baseRows: rows }
    }
    const isOnline = copy.getStatus().connection === 'online'
    toast.success(formatDone(wordings, kind, { subject: first.caption, isOnline }), {
      action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) },
    })
    return { outcome: 'stored', baseRows: await rowsAfterSave(copy, collection, wantedParts) }
  }
}

/**
 * The current records with the saved values on top, so that a colleague's changes to other fields
 * don't count as typed here.
 */
async function rowsAfterSave(
  copy: OfflineCopy,
  collection: CollectionName,
  wantedParts: readonly WantedPart[],
): Promise<readonly SourceRow[]> {
  const rows = await Promise.all(
    wantedParts.map(async ({ id, fields }) => {
      const row = await copy.getRow(collection, id)
      return row && { ...row, record: { ...row.record, ...fields } }
    }),
  )
  return rows.filter((row) => row !== null)
}
