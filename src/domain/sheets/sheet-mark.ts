import type { RecordBase } from '#contract/books/field.ts'
import { rowHash } from '../devices/row-hash.ts'
import type { SourcedColumn } from './record-sheet.ts'

/** Titles of the two hidden columns, as the import looks for them. */
export const markTitles = { id: '번호', base: '내보낸 기준' } as const

type Marked = Pick<RecordBase, 'id' | 'version'>

/**
 * The last two columns of every sheet that can be brought in again, hidden: which record a row is, and which version of it was taken out. By them a sheet that
 * comes back changes records and makes none twice, and what somebody else wrote meanwhile is seen.
 */
export function markColumns<Source>(recordOf: (source: Source) => Marked): readonly SourcedColumn<Source>[] {
  return [
    { header: markTitles.id, kind: 'text', width: 38, hidden: true, cell: (source) => recordOf(source).id },
    { header: markTitles.base, kind: 'text', width: 16, hidden: true, cell: (source) => baseText(recordOf(source)) },
  ]
}

/** The version that the text beside an id speaks of; null when the two do not belong together: one of them was changed by hand, or stands in another row. */
export function readSheetMark(id: string, base: string): number | null {
  const version = Number(/^(\d{1,9})-/.exec(base)?.[1] ?? 0)
  return version > 0 && baseText({ id, version }) === base ? version : null
}

/** A record that waits unsent has no version yet: its first is what it will be. */
function baseText({ id, version }: Marked): string {
  const known = Math.max(version, 1)
  return `${known}-${rowHash(id, known).toString(36)}`
}
