import type { SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { isUnsaved } from '../data-table/pending/cell-map.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-types.ts'
import { changeTexts } from './field-look.ts'
import { TextButton } from './text-button.tsx'

interface UnsavedChangeListProps {
  id: string
  columns: readonly Column[]
  row: SourceRow
  pending: PendingRow
  onGoTo: (key: string) => void
  onRevert: (key: string) => void
}

/** Every change waiting for 저장, from any tab or the table, each with a button to revert it. */
export function UnsavedChangeList({ id, columns, row, pending, onGoTo, onRevert }: UnsavedChangeListProps) {
  return (
    <ul id={id} aria-label="저장하지 않은 변경" className="max-h-48 overflow-y-auto border-b bg-paper-sunk px-3 py-2">
      {listChangedColumns(columns, pending).map((column) => {
        const { old, next } = changeTexts(column, row, pending)
        const isRefused = pending[column.key]?.error != null
        return (
          <li key={column.key} className="flex items-baseline gap-2 py-1 text-label">
            <TextButton label={`${column.label} 항목으로 이동`} onPress={() => onGoTo(column.key)}>
              {column.label}
            </TextButton>
            <span className="tabular min-w-0 flex-1 break-words">
              <span className="text-ink-3">{old || '(비어 있음)'}</span>
              <span aria-hidden className="px-1 text-ink-3">
                →
              </span>
              <span className="sr-only">에서 </span>
              <span className={`font-semibold ${isRefused ? 'text-danger' : ''}`}>{next || '(비어 있음)'}</span>
              <span className="sr-only">(으)로</span>
            </span>
            <TextButton label={`${column.label} 변경 되돌리기`} onPress={() => onRevert(column.key)}>
              되돌리기
            </TextButton>
          </li>
        )
      })}
    </ul>
  )
}

export function listChangedColumns(columns: readonly Column[], pending: PendingRow): readonly Column[] {
  return columns.filter((column) => isUnsaved(pending[column.key]))
}
