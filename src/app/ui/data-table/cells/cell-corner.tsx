import type { FieldValue } from '#contract/books/field.ts'
import type { CellMark, SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table-props.ts'
import type { PendingCell, PendingRow } from '../pending/pending-cells-types.ts'
import { formatCellValue } from './cell-text.ts'
import type { Conflict } from './conflict-card.tsx'

/**
 * `unsaved` waits for 저장 and isn't in the outbox. `storing` is being written to the outbox and
 * would be lost if the machine failed.
 */
export type ShownMark = CellMark['state'] | 'unsaved' | 'storing'

/** The colored corner mark of a value, with its meaning as text for screen readers. */
export function CellCorner({ mark }: { mark: ShownMark }) {
  return (
    <>
      <CornerMark mark={mark} />
      <span className="sr-only">, {markLabels[mark]}</span>
    </>
  )
}

/** Only the mark, for places that show the text themselves. */
export function CornerMark({ mark }: { mark: ShownMark }) {
  return (
    <span
      aria-hidden
      data-mark={mark}
      className={`absolute top-0 right-0 size-0 border-t-8 border-l-8 border-l-transparent ${chooseBorderClass(mark)}`}
    />
  )
}

function chooseBorderClass(mark: ShownMark): string {
  if (mark === 'refused' || mark === 'conflict') return 'border-t-danger'
  return mark === 'storing' ? 'border-t-ink-3' : 'border-t-primary'
}

export const markLabels: Readonly<Record<ShownMark, string>> = {
  unsaved: '저장 전',
  storing: '저장 중',
  queued: '전송 대기',
  sending: '전송 중',
  held: '전송 보류',
  refused: '확인 필요',
  conflict: '다른 사람의 수정과 겹침',
}

/** Why the server hasn't stored a value that was sent; null when there is nothing to explain. */
export function describeMark(mark: CellMark | undefined): string | null {
  if (mark?.state === 'refused') return mark.message ?? '저장이 거절되었습니다. 값을 확인해 주세요.'
  if (mark?.state === 'held') return '전송이 보류되었습니다. 아래 상태 표시줄에서 이유를 확인할 수 있습니다.'
  return null
}

/**
 * Why this device hasn't stored a value: an error, or that it takes long. Null when there is
 * nothing to explain.
 */
export function describePendingCell(cell: PendingCell | undefined): string | null {
  return cell?.error ?? (cell?.isLate ? '아직 이 기기에 저장하는 중입니다.' : null)
}

/**
 * Both values of a field that someone else changed meanwhile; null while a newer value of ours is
 * being sent.
 */
export function findConflict(column: Column, row: SourceRow, pending: PendingRow): Conflict | null {
  const mark = row.marks[column.key]
  if (mark?.state !== 'conflict' || pending[column.key]) return null
  const { together } = mark
  // Fields of one conflict share a kind, so this column can format all of them.
  const formatTogether = (values: readonly FieldValue[]) =>
    together
      ?.map(({ label }, index) => `${label} ${formatCellValue(column, values[index] ?? null) || '(비어 있음)'}`)
      .join(' · ')
  return {
    opId: mark.opId,
    mine:
      formatTogether(together?.map(({ key }) => row.record[key] ?? null) ?? []) ??
      formatCellValue(column, row.record[column.key] ?? null, row),
    theirs: formatTogether(together?.map(({ theirs }) => theirs) ?? []) ?? formatCellValue(column, mark.theirs ?? null),
    by: mark.changedBy ?? '다른 사용자',
    at: mark.changedAt ?? null,
  }
}
