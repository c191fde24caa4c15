import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { stoppedEditText } from '#domain/retention/stopped-texts.ts'
import { getCellValue } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { CellChange } from '../data-table/editing/edit-action.ts'
import type { RefusalCheck, RowChange } from './bulk-edit-props.ts'

/** The value to set in one field of every chosen record; null clears it. */
export interface FieldUpdate {
  readonly column: Column
  readonly value: FieldValue
}

/**
 * What happens to one record. A record that refuses one value is left out completely, so no edit is
 * applied in part.
 */
type RowPlan =
  | { readonly kind: 'change'; readonly row: SourceRow; readonly changes: readonly CellChange[] }
  | { readonly kind: 'same'; readonly row: SourceRow }
  | { readonly kind: 'refused'; readonly row: SourceRow; readonly reason: string }

export interface BulkPlan {
  /** Records read: changed, unchanged and refused ones together. */
  readonly total: number
  readonly changes: readonly RowChange[]
  /** Records that already hold every value. */
  readonly unchanged: number
  readonly refused: readonly { readonly row: SourceRow; readonly reason: string }[]
  /** Number of changed records per field key. */
  readonly changeCounts: ReadonlyMap<string, number>
}

/** Adds the values of fields derived from the checked ones. */
export function addDerivedUpdates(
  updates: readonly FieldUpdate[],
  { columns, follows }: { columns: readonly Column[]; follows: readonly DerivedField[] },
): readonly FieldUpdate[] {
  const derived = follows.flatMap(({ key, source: sourceKey, derive }) => {
    const source = updates.find((update) => update.column.key === sourceKey)
    const column = columns.find((candidate) => candidate.key === key)
    return source && column ? [{ column, value: derive(source.value) }] : []
  })
  const isDerived = (key: string) => derived.some((update) => update.column.key === key)
  return [...updates.filter(({ column }) => !isDerived(column.key)), ...derived]
}

export function planRow(row: SourceRow, updates: readonly FieldUpdate[], refusalOf?: RefusalCheck): RowPlan {
  if (row.state === 'deleted')
    return {
      kind: 'refused',
      row,
      reason: row.isGone ? '다른 사람이 삭제한 기록입니다.' : '삭제를 기다리는 기록입니다.',
    }
  if (row.stopped === 'locked') return { kind: 'refused', row, reason: stoppedEditText }
  const changes = updates.flatMap(({ column, value }): CellChange[] => {
    const old = getCellValue(column, row)
    return old === value ? [] : [{ row, key: column.key, old, new: value }]
  })
  if (changes.length === 0) return { kind: 'same', row }
  for (const { column, value } of updates) {
    const reason = column.check?.(value, row)
    if (reason != null) return { kind: 'refused', row, reason: `${column.label}: ${reason}` }
  }
  const refusal = refusalOf?.(row, Object.fromEntries(changes.map(({ key, new: value }) => [key, value])))
  return refusal == null ? { kind: 'change', row, changes } : { kind: 'refused', row, reason: refusal }
}

/** Plans records one by one as they are read. */
export function createPlanner(
  updates: readonly FieldUpdate[],
  refusalOf?: RefusalCheck,
): { add(row: SourceRow): void; plan(): BulkPlan } {
  const changes: RowChange[] = []
  const refused: BulkPlan['refused'][number][] = []
  const changeCounts = new Map<string, number>()
  let unchanged = 0
  return {
    add(row) {
      const rowPlan = planRow(row, updates, refusalOf)
      if (rowPlan.kind === 'same') unchanged += 1
      else if (rowPlan.kind === 'refused') refused.push({ row, reason: rowPlan.reason })
      else {
        changes.push({ row, changes: rowPlan.changes })
        for (const { key } of rowPlan.changes) changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1)
      }
    },
    plan: () => ({ total: changes.length + unchanged + refused.length, changes, unchanged, refused, changeCounts }),
  }
}
