import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ReportPeriod } from './period-fields.tsx'

/** How a book notes on its cases that their costs were claimed. */
export interface ClaimDay {
  readonly collection: CollectionName
  /** The day of the claim, and the project of a case. */
  readonly field: string
  readonly projectField: string
}

/**
 * Ids of the cases in a claim whose day is empty. Leaves out cases the server doesn't have yet,
 * because they aren't in its file.
 */
export async function readUnclaimedIds(
  copy: Pick<OfflineCopy, 'readAll'>,
  { collection, field, projectField }: ClaimDay,
  { project, period: { date_field, start, end } }: { project: string; period: ReportPeriod },
): Promise<string[]> {
  const filters: Filter[] = [
    { op: 'equals', field: projectField, value: project },
    { op: 'equals', field, value: null },
    ...(start + end === ''
      ? []
      : [{ op: 'between' as const, field: date_field, from: start || null, to: end || null }]),
  ]
  const ids: string[] = []
  await copy.readAll(collection, { filters, search: '', sort: [] }, (rows) => {
    for (const { id, state, stopped } of rows) if (state === 'plain' && stopped !== 'locked') ids.push(id)
  })
  return ids
}

/** Sets the day of the claim on cases that still have none. */
export async function buildClaimDayEdits(
  copy: Pick<OfflineCopy, 'getRow'>,
  { collection, field }: ClaimDay,
  { ids, day }: { ids: readonly string[]; day: string },
): Promise<readonly ActionEdit[]> {
  const book = getRecordBook(collection)
  const rows = await Promise.all(ids.map((id) => copy.getRow(collection, id)))
  return rows.flatMap((row) => {
    if (row === null || row.state === 'deleted' || row.record[field] !== null) return []
    const update = buildUpdate(book, row, { [field]: day })
    return 'refusal' in update ? [] : [{ edit: update.edit, record: row.record, caption: getRowCaption(book, row) }]
  })
}
