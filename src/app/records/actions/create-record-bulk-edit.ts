import type { ActionHistory } from '#app/action-history/action-history.ts'
import { type ActionEdit, performAction } from '#app/action-history/perform-action.ts'
import type { ApplyWatch, BulkOutcome, ChosenRows, RowChange } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import type { Column, RowSelection } from '#app/ui/data-table/data-table-props.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { getRowCaption, type RecordBook } from '../record-book.ts'
import { buildUpdate } from '../record-edits.ts'
import { trackSending } from './track-sending.ts'

/** Records per call to the worker. */
const idsPerChunk = 200

/** The selected records, read when needed: by id, or those that match the search at that time. */
export function createSelectionReader(
  { copy, collection }: BulkTarget,
  { selection, query }: { selection: RowSelection; query: Query },
): ChosenRows {
  const target = { copy, collection }
  return {
    read: (onChunk, signal) =>
      selection.kind === 'ids'
        ? readIds(target, [...selection.ids], { onChunk, signal })
        : readMatching(target, { query, except: selection.excluded }, { onChunk, signal }),
  }
}

interface BulkTarget {
  copy: OfflineCopy
  collection: CollectionName
}

interface ReadProgress {
  onChunk: Parameters<ChosenRows['read']>[0]
  signal: AbortSignal
}

async function readIds(
  { copy, collection }: BulkTarget,
  ids: readonly string[],
  { onChunk, signal }: ReadProgress,
): Promise<void> {
  for (let from = 0; from < ids.length && !signal.aborted; from += idsPerChunk) {
    const chunkIds = ids.slice(from, from + idsPerChunk)
    const rows = await Promise.all(chunkIds.map((id) => copy.getRow(collection, id)))
    onChunk(
      rows.filter((row) => row !== null),
      from + chunkIds.length,
      ids.length,
    )
  }
}

async function readMatching(
  { copy, collection }: BulkTarget,
  { query, except }: { query: Query; except: ReadonlySet<string> },
  { onChunk, signal }: ReadProgress,
): Promise<void> {
  // Reading one record waits for all earlier edits; the search that follows then includes them.
  await copy.getRow(collection, '')
  const stopped = new Error('the reading was stopped')
  try {
    await copy.readAll(collection, query, (rows, doneCount, total) => {
      if (signal.aborted) throw stopped
      const includedRows = rows.filter(({ id }) => !except.has(id))
      onChunk(includedRows, doneCount, total)
    })
  } catch (error) {
    if (error !== stopped) throw error
  }
}

/** Korean reason why a record can't be changed at all. */
export function createBulkEditCheck(book: RecordBook): (row: SourceRow, changes: Changes) => string | null {
  return (row, changes) => {
    const update = buildUpdate(book, row, { ...changes })
    return 'refusal' in update ? update.refusal : null
  }
}

type Changes = Readonly<Record<string, FieldValue>>

interface BulkDeps {
  book: RecordBook
  copy: OfflineCopy
  history: ActionHistory
  columns: readonly Column[]
  /** Undoes the action whose toast offered 되돌리기. */
  undoIfNewest(actionId: string): void
}

/** Runs a bulk edit of the book as one action, in transactions of 200 edits. */
export function createRecordBulkEdit(
  deps: BulkDeps,
): (changes: readonly RowChange[], watch: ApplyWatch) => Promise<BulkOutcome> {
  const savedIds = new Map<string, ReadonlySet<string>>()
  return async (changes, { signal, onSaved, resumeFrom }) => {
    const edits = changes.flatMap((change) => toActionEdits(deps.book, change))
    const action = { label: labelAction(deps.columns, changes), edits }
    const performed = await performAction(
      deps,
      resumeFrom ? { ...action, continuedActionId: resumeFrom.actionId } : action,
      {
        signal,
        onSaved: onSaved,
      },
    )
    const { actionId, savedCount: newlySavedCount, failure } = performed
    const before = savedIds.get(actionId) ?? new Set<string>()
    const ids = new Set([...before, ...edits.slice(0, newlySavedCount).map(({ edit }) => edit.id)])
    savedIds.set(actionId, ids)
    return {
      actionId,
      savedCount: ids.size,
      failure,
      undo: () => deps.undoIfNewest(actionId),
      sending: trackSending(deps.copy, deps.book.collection, ids),
    }
  }
}

/**
 * `createBulkEditCheck` has already checked the change while planning. A record that fails the
 * check since then is skipped.
 */
function toActionEdits(book: RecordBook, { row, changes }: RowChange): ActionEdit[] {
  const update = buildUpdate(book, row, Object.fromEntries(changes.map(({ key, new: value }) => [key, value])))
  return 'refusal' in update ? [] : [{ edit: update.edit, record: row.record, caption: getRowCaption(book, row) }]
}

/** `일괄 수정 (보수료·등기목적)`. Without a count, which is unknown until the edit is done. */
function labelAction(columns: readonly Column[], changes: readonly RowChange[]): string {
  const keys = new Set(changes.flatMap((change) => change.changes.map(({ key }) => key)))
  const labels = columns.filter(({ key }) => keys.has(key)).map(({ label }) => label)
  const [first = '', second] = labels
  const named =
    labels.length > 2 ? `${first} 외 ${labels.length - 1}개 항목` : [first, second].filter(Boolean).join('·')
  return `일괄 수정 (${named})`
}
