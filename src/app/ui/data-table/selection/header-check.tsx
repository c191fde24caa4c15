import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { RowCheck } from './row-check.tsx'
import { noRows, selectionUnder, tickOfAll } from './row-checks.ts'
import { screenRows } from './tick-rows.ts'

/** The tick over all rows of this screen: on, off, or some. */
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
