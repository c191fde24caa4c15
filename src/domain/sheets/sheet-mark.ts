import type { RecordBase } from '#contract/books/field.ts'
import { rowHash } from '../devices/row-hash.ts'
import type { SourcedColumn } from './record-sheet.ts'

/** Titles of the two hidden columns, as the import looks for them. */
export const markTitles = { id: '번호', base: '내보낸 기준' } as const

type Marked = Pick<RecordBase, 'id' | 'version'>

/**
 * The last two hidden columns of every sheet that can be imported again: the record's id and its
 * exported version. With them an imported sheet changes records instead of duplicating them, and
 * edits made meanwhile are detected.
 */
export function markColumns<Source>(recordOf: (source: Source) => Marked): readonly SourcedColumn<Source>[] {
  return [
    { header: markTitles.id, kind: 'text', width: 38, hidden: true, cell: (source) => recordOf(source).id },
    { header: markTitles.base, kind: 'text', width: 16, hidden: true, cell: (source) => baseText(recordOf(source)) },
  ]
}

/**
 * The exported version in the text next to an id; null when they don't belong together because one
 * was edited or is in another row.
 */
export function readSheetMark(id: string, base: string): number | null {
  const version = Number(/^(\d{1,9})-/.exec(base)?.[1] ?? 0)
  return version > 0 && baseText({ id, version }) === base ? version : null
}

/** An unsent record has no version yet and is exported as its first. */
function baseText({ id, version }: Marked): string {
  const known = Math.max(version, 1)
  return `${known}-${rowHash(id, known).toString(36)}`
}
