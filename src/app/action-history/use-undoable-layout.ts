import { useEffect } from 'react'
import { useColumnLayout, type ColumnLayoutState } from '../ui/column-layout/use-column-layout.ts'
import type { Column } from '../ui/data-table/data-table-props.ts'
import type { ActionHistory } from './action-history.ts'
import { noteLayout } from './perform-action.ts'

/** A table's column layout whose every change is an action of the history: Ctrl+Z puts the columns back as it does values. */
export function useUndoableLayout(given: {
  tableId: string
  /** Keep the array stable between renders. */
  columns: readonly Column[]
  history: ActionHistory
}): ColumnLayoutState {
  const { tableId, columns, history } = given
  const state = useColumnLayout(tableId, columns, ({ before, after }) =>
    noteLayout(history, { label: '컬럼 설정 변경', tableId, before, after }),
  )
  const { setLayout } = state
  useEffect(() => history.attachLayout(tableId, setLayout), [history, tableId, setLayout])
  return state
}
