import type { Sort } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatCellValue } from '../cells/cell-text.ts'
import { describeSort } from '../commands/sort-by.ts'
import type { Column } from '../data-table-props.ts'
import type { EditAction, EditOutcome } from '../editing/edit-action.ts'
import type { Table } from '../table.ts'

/**
 * Announces the outcome of every action in the table, because the focus has left the cell and its
 * notice by then.
 */
export function announceOutcomes(table: Table): () => void {
  return table.pending.subscribeOutcomes((action, outcome) => {
    if (outcome && action.isRetry) return
    announceToScreenReader(table, describeAction(table.props.columns, action, outcome))
  })
}

/**
 * Announces the result of a new query: its order, page or number of records. The paging bar
 * announces the number where there is one.
 */
export function announceResult(table: Table, before: readonly Sort[]): void {
  const { sort, columns, source, paging } = table.props
  // While loading, 0 rows isn't a result.
  if (source.getState().total === 0 && source.getState().status === 'loading') return
  const count = `${formatNumber(source.getState().total)}건`
  const [sortText, previousSortText] = [describeSort(sort, columns), describeSort(before, columns)]
  if (sortText !== previousSortText) {
    announceToScreenReader(
      table,
      sortText === '' ? `기본 순서로 되돌렸습니다. ${count}` : `${sortText}으로 정렬했습니다. ${count}`,
    )
    return
  }
  const page = paging?.mode === 'paged' ? paging.getWindow?.().page : undefined
  if (page !== undefined) announceToScreenReader(table, `${formatNumber(page)}페이지, ${count}`)
  else if (!paging) announceToScreenReader(table, `결과 ${count}`)
}

/**
 * The announcement of an action: the value of one cell, the number of several, or why it was not
 * stored.
 */
function describeAction(columns: readonly Column[], action: EditAction, outcome: EditOutcome): string {
  const [change] = action.changes
  const column = columns.find((candidate) => candidate.key === change?.key)
  if (outcome) return `저장하지 못했습니다. ${outcome.message}`
  const rows = action.newRows?.length ?? 0
  const newRowsText = rows > 0 ? `새 기록 ${formatNumber(rows)}건을 만들었습니다.` : ''
  if (!change || !column) return newRowsText
  if (action.changes.length > 1)
    return `${formatNumber(action.changes.length)}개 셀을 바꿨습니다. ${newRowsText}`.trim()
  const text = formatCellValue(column, change.new)
  return text === '' ? `${column.label}: 비웠습니다.` : `${column.label}: ${text}, 입력했습니다.`
}

/**
 * Announces a short text politely to screen readers (data-table.tsx). It isn't visible, so it must
 * repeat something shown elsewhere.
 */
export function announceToScreenReader(table: Table, text: string): void {
  table.announcement = { text, number: table.announcement.number + 1 }
  table.signals.emit('announcement')
}
