import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { ActionChange } from '#app/action-history/action.ts'
import { pickWritableFields } from '#app/action-history/writable-fields.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'

const pollMs = 500
const timeoutMs = 120_000

/**
 * Adds an import to the history as one step. The server made the changes, so new records aren't
 * on this device until the next pull. The step has the ids at once, so that it can be undone at
 * once, and the values as soon as they arrive. Returns the action's id.
 */
export function addImportToHistory(
  { copy, history, collection }: { copy: OfflineCopy; history: ActionHistory; collection: CollectionName },
  report: ImportReport,
): string {
  const actionId = report.act_id ?? newId()
  // Undo runs in reverse order and removes records created along with the rows last, when nothing
  // refers to them any more.
  const created = [...report.made, ...report.ids.map((id) => ({ collection, id }))]
  const changes = created.map((record): ImportedChange => ({ kind: 'create', ...record, caption: '', fields: null }))
  const captions = new Map(report.differences.map(({ id, caption }) => [id, caption]))
  const updates = report.changes.map(({ id, version, fields }): ActionChange => {
    const caption = captions.get(id) ?? ''
    return { kind: 'update', collection, id, caption, version, changes: fields }
  })
  const label = `엑셀 가져오기 (${formatNumber(report.imported + updates.length)}건)`
  const imported = { created: report.imported, changed: updates.length, shownBy: buildImportFilter(report) }
  void history.addAction({ id: actionId, label, imported }, Promise.resolve([...changes, ...updates]))
  void waitForChanges(copy, changes).then(
    (recordChanges) => recordChanges && history.completeChanges(actionId, recordChanges),
  )
  return actionId
}

/** More ids than this don't fit into a URL. */
const maxListedIds = 100

/** The new ids of an import are contiguous; changed records are listed one by one. */
function buildImportFilter({ ids, changes }: ImportReport): Filter | null {
  const sorted = ids.toSorted()
  const [from = null, to = null] = [sorted.at(0), sorted.at(-1)]
  if (changes.length === 0) return { op: 'between', field: 'id', from, to }
  const all = [...ids, ...changes.map(({ id }) => id)]
  return all.length > maxListedIds ? null : { op: 'one_of', field: 'id', values: all }
}

type ImportedChange = ActionChange & { kind: 'create' }

async function waitForChanges(
  copy: OfflineCopy,
  changes: readonly ImportedChange[],
): Promise<readonly ImportedChange[] | null> {
  const last = changes.at(-1)
  if (!last) return null
  for (let waited = 0; (await copy.getRow(last.collection, last.id)) === null; waited += pollMs) {
    if (waited >= timeoutMs) return null
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return Promise.all(changes.map((change) => withValues(copy, change)))
}

/** Only version 1 is what the import wrote; a later one has been changed by someone. */
async function withValues(copy: OfflineCopy, change: ImportedChange): Promise<ImportedChange> {
  const row = await copy.getRow(change.collection, change.id)
  const isUntouched = row?.record.version === 1 && row.state === 'plain' && Object.keys(row.marks).length === 0
  return row && isUntouched ? { ...change, fields: pickWritableFields(change.collection, row.record) } : change
}
