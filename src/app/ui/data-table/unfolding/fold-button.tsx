import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import type { Table } from '../table.ts'
import { setAllUnfolded, setUnfolded } from './unfold-rows.ts'

/** No tab stop: the keyboard folds with Alt+Shift+←/→ from any cell of the row. */
export function FoldButton({ table, row, isUnfolded }: { table: Table; row: number; isUnfolded: boolean }) {
  const label = `${row + 1}행 ${isUnfolded ? '접기' : '펼치기'}`
  const Icon = isUnfolded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      data-handle
      aria-expanded={isUnfolded}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setUnfolded(table, row, !isUnfolded)}
      className={place}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
    </button>
  )
}

/** In the header: 모두 펼치기 or 모두 접기. */
export function FoldAllButton({ table, isAll }: { table: Table; isAll: boolean }) {
  const label = isAll ? '모두 접기' : '모두 펼치기'
  const Icon = isAll ? ChevronsDownUp : ChevronsUpDown
  return (
    <button
      type="button"
      tabIndex={-1}
      data-handle
      aria-expanded={isAll}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setAllUnfolded(table, !isAll)}
      className={place}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
    </button>
  )
}

const place =
  'absolute inset-y-0 left-(--check) flex w-7 items-center justify-center text-ink-3 hover:text-ink coarse:w-11'
