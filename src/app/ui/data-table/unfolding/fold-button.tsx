import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, type LucideIcon } from 'lucide-react'
import type { Table } from '../table.ts'
import { foldRow } from './fold-row.ts'
import { setAllUnfolded } from './unfold-rows.ts'

/** No tab stop: Alt+Shift+←/→ folds from any cell of the row. */
export function FoldButton({ table, row, isUnfolded }: { table: Table; row: number; isUnfolded: boolean }) {
  return (
    <Fold
      label={`${row + 1}행 ${isUnfolded ? '접기' : '펼치기'}`}
      icon={isUnfolded ? ChevronDown : ChevronRight}
      isUnfolded={isUnfolded}
      onToggle={() => foldRow(table, row, !isUnfolded)}
    />
  )
}

/** In the header: 모두 펼치기 or 모두 접기. */
export function FoldAllButton({ table, isAll }: { table: Table; isAll: boolean }) {
  return (
    <Fold
      label={isAll ? '모두 접기' : '모두 펼치기'}
      icon={isAll ? ChevronsDownUp : ChevronsUpDown}
      isUnfolded={isAll}
      onToggle={() => setAllUnfolded(table, !isAll)}
    />
  )
}

function Fold(props: { label: string; icon: LucideIcon; isUnfolded: boolean; onToggle(): void }) {
  const { label, icon: Icon, isUnfolded, onToggle } = props
  return (
    <button
      type="button"
      tabIndex={-1}
      data-handle
      aria-expanded={isUnfolded}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
      className="absolute inset-y-0 left-(--check) flex w-7 items-center justify-center text-ink-3 hover:text-ink coarse:w-11"
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
    </button>
  )
}
