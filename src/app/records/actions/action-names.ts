import type { ActionEdit } from '#app/action-history/perform-action.ts'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import { mixedText } from './outcome-words.ts'

export const actionNames: Record<EditAction['kind'], string> = {
  cell: '셀 수정',
  clear: '셀 지우기',
  paste: '붙여넣기',
  fill: '채우기',
  bulk: '일괄 수정',
}

/** `셀 수정 (김가온)`, `붙여넣기 (12건)`, `붙여넣기 (3건 추가, 2건 수정)`: so an undo says what it took back. */
export function actionLabel(name: string, edits: readonly ActionEdit[]): string {
  if (edits.length === 1) return `${name} (${edits[0]?.caption ?? ''})`
  return `${name} (${mixedText(edits.map(({ edit }) => edit.kind)) ?? countText(edits)})`
}

/** A paste of nothing but new rows adds. */
function countText(edits: readonly ActionEdit[]): string {
  return `${edits.length.toLocaleString('ko-KR')}건${kindOf(edits) === 'create' ? ' 추가' : ''}`
}

/** What is said of cells that were written: rows beyond the last one were made, not changed. */
export function kindOf(edits: readonly ActionEdit[]): 'create' | 'update' {
  return edits.length > 0 && edits.every(({ edit }) => edit.kind === 'create') ? 'create' : 'update'
}
