import { bookOf, pointersAt, type CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { captionOfRow, recordBook } from '../record-book.ts'
import { recordDelete } from '../record-edits.ts'

/** Deletes of all that these records consist of (`isPart`), as far as this device knows it. They go in the same act and before the records, so that an undo brings all of it back. */
export async function deletesOfParts(
  copy: Pick<OfflineCopy, 'readAll'>,
  collection: CollectionName,
  ids: readonly string[],
): Promise<readonly ActionEdit[]> {
  const deletes: ActionEdit[] = []
  for (const { from, key } of pointersAt(collection)) {
    if (!bookOf(from).isPart || ids.length === 0) continue
    const book = recordBook(from)
    const query = { filters: [{ op: 'one_of' as const, field: key, values: [...ids] }], search: '', sort: [] }
    const rows: SourceRow[] = []
    await copy.readAll(from, query, (chunk) => void rows.push(...chunk))
    for (const row of rows.filter(({ state }) => state !== 'deleted')) {
      deletes.push({ edit: recordDelete(book, row), record: row.record, caption: captionOfRow(book, row) })
    }
  }
  return deletes
}

/** `토지 2건, 소유자 1건도 함께 삭제됩니다.`; null where nothing goes along. */
export function partsNotice(deletes: readonly Pick<ActionEdit, 'edit'>[]): string | null {
  if (deletes.length === 0) return null
  const byBook = Map.groupBy(deletes, ({ edit }) => edit.collection)
  const counts = [...byBook].map(([name, all]) => `${bookOf(name).noun} ${all.length.toLocaleString('ko-KR')}건`)
  const holdsSecrets = [...byBook.keys()].some((name) => bookOf(name).fields.some(({ kind }) => kind === 'secret'))
  const lost = holdsSecrets ? ' 주민등록번호는 되돌려도 되살아나지 않습니다.' : ''
  return `${counts.join(', ')}도 함께 삭제됩니다.${lost}`
}
