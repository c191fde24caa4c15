import { Check, Minus } from 'lucide-react'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { noRows, selectionUnder, tickOfAll } from './row-checks.ts'
import { screenRows } from './tick-rows.ts'

interface RowCheckProps {
  isChecked: boolean | 'some'
  label: string
}

/**
 * The checkbox of a row, or of all rows in the header. It isn't a real input: the focus stays in
 * the table's input (Ctrl+Shift+Space ticks), and pointer-events.ts handles presses.
 */
export function RowCheck({ isChecked, label }: RowCheckProps) {
  const isOn = isChecked !== false
  return (
    <span
      role="checkbox"
      tabIndex={-1}
      aria-checked={isChecked === 'some' ? 'mixed' : isChecked}
      aria-label={label}
      data-check
      className="absolute inset-y-0 left-0 flex w-9 cursor-pointer items-center justify-center outline-none coarse:w-11"
    >
      <span
        aria-hidden
        className={`flex size-4 items-center justify-center rounded-[3px] border ${isOn ? 'border-primary bg-primary text-primary-ink' : 'border-rule-strong bg-paper-raised'}`}
      >
        {isChecked === true ? <Check size={12} strokeWidth={3} /> : null}
        {isChecked === 'some' ? <Minus size={12} strokeWidth={3} /> : null}
      </span>
    </span>
  )
}

/** The checkbox over all rows of this screen: on, off or partly. */
export function HeaderCheck({ table }: { table: Table }) {
  const tick = useSignal(table, 'checks', () => tickNow(table))
  // Another page has other rows.
  useSignal(table, 'scroll', () => tickNow(table))
  return <RowCheck isChecked={tick} label="이 화면의 행 모두 선택" />
}

function tickNow(table: Table): boolean | 'some' {
  const { rowSelection, queryKey, source } = table.props
  const { first, last } = screenRows(table)
  const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => source.rowAt(first + at)?.id ?? '')
  return tickOfAll(selectionUnder(rowSelection?.value ?? noRows, queryKey), ids)
}
