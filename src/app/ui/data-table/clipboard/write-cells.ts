import type { EditAction } from '../editing/edit-action.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { isRowLocked } from '../rows/row-lock.ts'
import type { Table } from '../table.ts'
import { currentValue } from './cell-values.ts'
import { actionOf, needsPreview, planWrites } from './plan-writes.ts'
import type { PlanOptions, Write, WritePlan } from './plan-writes.ts'

/** Maximum cells written by one action; larger changes are for import and bulk edit. */
export const maxWrittenCells = 200_000

export function announceTooMany(table: Table): void {
  const limit = maxWrittenCells.toLocaleString('ko-KR')
  table.props.onMessage({ type: 'warning', text: `한 번에 셀 ${limit}개까지 바꿀 수 있습니다. 범위를 나누어 주세요.` })
}

/** Plans the writes and applies them as one action, after a preview if the plan needs one. */
export function writeCells(
  table: Table,
  writes: readonly Write[],
  options: { kind: EditAction['kind']; beyondColumns?: number; after?: () => void },
): void {
  const plan = planWrites(writes, planOptions(table, options))
  if (needsPreview(plan)) {
    table.prompt = { type: 'preview', plan, ...(options.after ? { after: options.after } : {}) }
    table.signals.emit('ask')
    return
  }
  applyPlan(table, plan)
  options.after?.()
  if (plan.kind === 'clear' && plan.rejected.length > 0) {
    const count = plan.rejected.length.toLocaleString('ko-KR')
    table.props.onMessage({ type: 'warning', text: `비워 둘 수 없는 셀 ${count}개는 그대로 두었습니다.` })
  }
}

/** Sends the plan as one action. */
export function applyPlan(table: Table, plan: WritePlan): void {
  const action = actionOf(plan)
  const { onEdit } = table.props
  if (onEdit && (action.changes.length > 0 || action.newRows !== undefined))
    void table.pending.sendAction(action, onEdit)
}

/** Closes the preview or menu and returns the focus to the table. */
export function closePrompt(table: Table): void {
  table.prompt = null
  table.signals.emit('ask')
  focusCellInput(table)
}

/**
 * Whether the table's end is the result's end. Below a page that isn't the last, records already
 * exist, so a paste beyond its end must not create others.
 */
function isAtEnd({ props }: Table): boolean {
  const page = props.paging?.mode === 'paged' ? props.paging.getWindow?.() : undefined
  return page === undefined || page.page === page.pages
}

function planOptions(table: Table, options: { kind: EditAction['kind']; beyondColumns?: number }): PlanOptions {
  const { props } = table
  return {
    kind: options.kind,
    today: props.today(),
    canAddRows: props.canAddRows === true && isAtEnd(table),
    columns: [...props.columns, ...(props.hiddenColumns ?? [])],
    isEditable: (row, column) => column.isEditable && !isRowLocked(row) && props.onEdit !== undefined,
    currentOf: (row, column) => currentValue(table, row, column),
    beyondColumns: options.beyondColumns ?? 0,
  }
}
