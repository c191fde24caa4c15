import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { ActionPart } from '#app/action-history/action.ts'
import { pickWritableFields } from '#app/action-history/plan-part.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { newId } from '#mirror/new-id.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

const pollMs = 500
const timeoutMs = 120_000

/**
 * Records an import as one step of the history. The server made the changes, so new records aren't
 * on this device until the next pull. The step has the ids at once, so that it can be undone at
 * once, and the values as soon as they arrive. Returns the action's id.
 */
export function recordImport(
  { copy, history, collection }: { copy: OfflineCopy; history: ActionHistory; collection: CollectionName },
  report: ImportReport,
): string {
  const actId = report.act_id ?? newId()
  // Undo runs in reverse order and removes records created along with the rows last, when nothing
  // refers to them any more.
  const created = [...report.made, ...report.ids.map((id) => ({ collection, id }))]
  const parts = created.map((record): ImportPart => ({ kind: 'create', ...record, caption: '', fields: null }))
  const captions = new Map(report.differences.map(({ id, caption }) => [id, caption]))
  const updates = report.changes.map(({ id, version, fields }): ActionPart => {
    const caption = captions.get(id) ?? ''
    return { kind: 'update', collection, id, caption, version, changes: fields }
  })
  const label = `엑셀 가져오기 (${formatNumber(report.imported + updates.length)}건)`
  const imported = { created: report.imported, changed: updates.length, shownBy: buildImportFilter(report) }
  void history.recordAction({ id: actId, label, imported }, Promise.resolve([...parts, ...updates]))
  void waitForParts(copy, parts).then((known) => known && history.completeParts(actId, known))
  return actId
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

type ImportPart = ActionPart & { kind: 'create' }

async function waitForParts(copy: OfflineCopy, parts: readonly ImportPart[]): Promise<readonly ImportPart[] | null> {
  const last = parts.at(-1)
  if (!last) return null
  for (let waited = 0; (await copy.getRow(last.collection, last.id)) === null; waited += pollMs) {
    if (waited >= timeoutMs) return null
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return Promise.all(parts.map((part) => withValues(copy, part)))
}

/** Only version 1 is what the import wrote; a later one has been changed by someone. */
async function withValues(copy: OfflineCopy, part: ImportPart): Promise<ImportPart> {
  const row = await copy.getRow(part.collection, part.id)
  const isUntouched = row?.record.version === 1 && row.state === 'plain' && Object.keys(row.marks).length === 0
  return row && isUntouched ? { ...part, fields: pickWritableFields(part.collection, row.record) } : part
}
