import { formatNumber } from '#contract/text/format-number.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import { getCurrentValue } from '../cells/current-value.ts'
import { isRowLocked } from '../rows/row-state.ts'
import type { Table } from '../table.ts'
import {
  type MissingName,
  needsPreview,
  type PlannedWrite,
  type PlanOptions,
  type PlanSource,
  planWrites,
  toEditAction,
  type WritePlan,
} from './plan-writes.ts'

/** Maximum cells written by one action; larger changes are for import and bulk edit. */
export const maxWrittenCells = 200_000

export function announceTooMany(table: Table): void {
  const limit = formatNumber(maxWrittenCells)
  table.props.onMessage({ type: 'warning', text: `한 번에 셀 ${limit}개까지 바꿀 수 있습니다. 범위를 나누어 주세요.` })
}

type WriteOptions = Omit<PlanSource, 'writes'>

/** Plans the writes and applies them as one action, after a preview if the plan needs one. */
export function writeCells(table: Table, writes: readonly PlannedWrite[], options: WriteOptions): void {
  const plan = planWrites(writes, buildPlanOptions(table, options))
  if (needsPreview(plan)) {
    table.prompt = { type: 'preview', plan, source: { ...options, writes } }
    table.signals.emit('ask')
    return
  }
  applyPlan(table, plan)
  options.after?.()
  if (plan.kind === 'clear' && plan.refused.length > 0) {
    const count = formatNumber(plan.refused.length)
    table.props.onMessage({ type: 'warning', text: `비워 둘 수 없는 셀 ${count}개는 그대로 두었습니다.` })
  }
}

/**
 * Creates the record of a missing name in its form, and plans the write again with it. The form may
 * have changed the name.
 */
export async function createMissingRecord(table: Table, { column, name }: MissingName): Promise<void> {
  const option = await column.optionCreator?.make(name)
  const { prompt } = table
  if (!option || prompt?.type !== 'preview') return
  const isNamed = ({ column: { key }, cell }: PlannedWrite) =>
    key === column.key && normalizeName(cell.text) === normalizeName(name)
  const writes = prompt.source.writes.map((write) =>
    isNamed(write) ? { ...write, cell: { text: option.label } } : write,
  )
  const source = { ...prompt.source, writes }
  table.prompt = { type: 'preview', plan: planWrites(writes, buildPlanOptions(table, source)), source }
  table.signals.emit('ask')
}

/** Sends the plan as one action. */
export function applyPlan(table: Table, plan: WritePlan): void {
  const action = toEditAction(plan)
  const { onEdit } = table.props
  if (onEdit && (action.changes.length > 0 || action.newRows !== undefined))
    void table.pending.sendAction(action, onEdit)
}

/**
 * Whether the table's end is the result's end. Below a page that isn't the last, records already
 * exist, so a paste beyond its end must not create others.
 */
function isAtEnd({ props }: Table): boolean {
  const page = props.paging?.mode === 'paged' ? props.paging.getWindow?.() : undefined
  return page === undefined || page.page === page.pages
}

function buildPlanOptions(table: Table, options: WriteOptions): PlanOptions {
  const { props } = table
  const { entryLine } = options
  return {
    kind: options.kind,
    today: props.today(),
    canAddRows: props.canAddRows === true && (entryLine !== undefined || isAtEnd(table)),
    columns: [...props.columns, ...(props.hiddenColumns ?? [])],
    isEditable: (row, column) => column.isEditable && !isRowLocked(row) && props.onEdit !== undefined,
    getCurrent: (row, column) => getCurrentValue(table, row, column),
    beyondColumns: options.beyondColumns ?? 0,
    ...(entryLine && { entryLine }),
  }
}
