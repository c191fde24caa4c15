import { josa } from 'es-hangul'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import type { ConfirmQuestion } from '#app/ui/overlays/confirm.tsx'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { listBlockingReferences, listIncomingPartReferences } from '#contract/books/references.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { bookRules } from '#domain/books/books.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { getRecordBook, getRowCaption, type RecordBook } from '../record-book.ts'
import { buildDelete } from '../record-edits.ts'

/** Records of one book that refer to a record. */
interface ReferringRecords {
  /** Name of such a record: 부서. */
  readonly label: string
  readonly names: readonly string[]
}

/**
 * Records on this device that refer to the record. While there are any, it can't be deleted. The
 * server decides; this is what the device already knows.
 */
export async function readReferringRecords(
  copy: Pick<OfflineCopy, 'readAll'>,
  collection: CollectionName,
  id: string,
): Promise<readonly ReferringRecords[]> {
  const references: ReferringRecords[] = []
  for (const { from, key } of listBlockingReferences(collection)) {
    const names: string[] = []
    const query = { filters: [{ op: 'equals' as const, field: key, value: id }], search: '', sort: byName }
    await copy.readAll(from, query, (rows) => {
      const existing = rows.filter(({ state }) => state !== 'deleted')
      names.push(...existing.map(({ record, joined }) => bookRules[from].captionOf(record, joined)))
    })
    if (names.length > 0) references.push({ label: getBook(from).label, names })
  }
  return references
}

const byName = [{ field: 'name', direction: 'asc' as const }]

/** Replaces the delete question when the record is still in use. */
export function buildReferencedNotice(
  noun: string,
  name: string,
  references: readonly ReferringRecords[],
): ConfirmQuestion {
  return {
    title: `'${name}' ${josa(noun, '을/를')} 삭제할 수 없습니다`,
    message: (
      <>
        <p>{`${formatReferences(references)}에서 사용하고 있습니다.`}</p>
        <p className="mt-2">{`먼저 그 자료를 삭제하거나 다른 ${josa(noun, '으로/로')} 옮겨 주세요.`}</p>
      </>
    ),
    cancelLabel: '확인',
  }
}

/** `부서 3건(총무부, 보상부, 용지부), 관리자 12건(김가온, 나누리, 도래솔 외 9건)`. */
export function formatReferences(references: readonly ReferringRecords[]): string {
  return references
    .map(({ label, names }) => {
      const more = names.length - maxNamesPerBook
      const moreText = more > 0 ? ` 외 ${formatNumber(more)}건` : ''
      return `${label} ${formatNumber(names.length)}건(${names.slice(0, maxNamesPerBook).join(', ')}${moreText})`
    })
    .join(', ')
}

const maxNamesPerBook = 3

/**
 * Deletes of all parts of these records that this device knows. They belong to the same action and
 * precede the records' own deletes, so that an undo restores everything. That includes resident
 * numbers, which the server keeps for some days. A record that something else refers to won't be
 * deleted, so its parts stay.
 */
export async function listPartDeletes(
  copy: Pick<OfflineCopy, 'readAll'>,
  collection: CollectionName,
  ids: readonly string[],
): Promise<readonly ActionEdit[]> {
  const parts = listIncomingPartReferences(collection)
  if (parts.length === 0) return []
  const referenced = new Set<unknown>()
  for (const { from, key } of listBlockingReferences(collection)) {
    for (const { record } of await readReferringRows(copy, { from, key }, ids)) referenced.add(record[key])
  }
  const deletable = ids.filter((id) => !referenced.has(id))
  const deletes: ActionEdit[] = []
  for (const part of parts) {
    const book = getRecordBook(part.from)
    for (const row of await readReferringRows(copy, part, deletable)) {
      deletes.push({ edit: buildDelete(book, row), record: row.record, caption: getRowCaption(book, row) })
    }
  }
  return deletes
}

async function readReferringRows(
  copy: Pick<OfflineCopy, 'readAll'>,
  { from, key }: { from: CollectionName; key: string },
  ids: readonly string[],
): Promise<readonly SourceRow[]> {
  const rows: SourceRow[] = []
  const query = { filters: [{ op: 'one_of' as const, field: key, values: [...ids] }], search: '', sort: [] }
  if (ids.length > 0) await copy.readAll(from, query, (chunk) => void rows.push(...chunk))
  return rows.filter(({ state }) => state !== 'deleted')
}

/** `토지 2건, 소유자 1건도 함께 삭제됩니다.`; null when nothing else is deleted. */
export function formatPartsNotice(deletes: readonly Pick<ActionEdit, 'edit'>[]): string | null {
  if (deletes.length === 0) return null
  const byBook = Map.groupBy(deletes, ({ edit }) => edit.collection)
  const counts = [...byBook].map(([name, all]) => `${getBook(name).noun} ${formatNumber(all.length)}건`)
  return `${counts.join(', ')}도 함께 삭제됩니다.`
}

/** `최민준, 김가온 외 3건`: names of the records to delete; null for none. */
export function formatNamesNotice(book: RecordBook, rows: readonly SourceRow[]): string | null {
  if (rows.length === 0) return null
  const names = rows.slice(0, maxNamesToDelete).map((row) => getRowCaption(book, row))
  const more = rows.length - names.length
  return names.join(', ') + (more > 0 ? ` 외 ${formatNumber(more)}건` : '')
}

const maxNamesToDelete = 5
