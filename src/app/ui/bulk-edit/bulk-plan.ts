import type { FieldValue } from '#contract/books/field.ts'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { valueOf } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { CellChange } from '../data-table/editing/edit-action.ts'
import type { FieldFollow } from '#domain/books/book-rules.ts'
import type { RefusalOf, RowChange } from './bulk-edit-props.ts'

/** The value to set in one field of every chosen record; null clears it. */
export interface Wish {
  readonly column: Column
  readonly value: FieldValue
}

/**
 * What happens to one record. A record that refuses one value is left out completely, so no edit is
 * applied by half.
 */
export type RowPlan =
  | { readonly kind: 'change'; readonly row: SourceRow; readonly changes: readonly CellChange[] }
  | { readonly kind: 'same'; readonly row: SourceRow }
  | { readonly kind: 'refused'; readonly row: SourceRow; readonly reason: string }

export interface BulkPlan {
  /** Records looked at; the sum of changing, same and refused. */
  readonly total: number
  readonly changing: readonly RowChange[]
  /** Records that already hold every value. */
  readonly same: number
  readonly refused: readonly { readonly row: SourceRow; readonly reason: string }[]
  /** Number of changed records per field key. */
  readonly changesOf: ReadonlyMap<string, number>
}

/** Adds the values of fields derived from the ticked ones. */
export function addFollowingWishes(
  wishes: readonly Wish[],
  { columns, follows }: { columns: readonly Column[]; follows: readonly FieldFollow[] },
): readonly Wish[] {
  const followed = follows.flatMap(({ key, of, derive }) => {
    const leader = wishes.find((wish) => wish.column.key === of)
    const column = columns.find((known) => known.key === key)
    return leader && column ? [{ column, value: derive(leader.value) }] : []
  })
  const isFollowing = (key: string) => followed.some((wish) => wish.column.key === key)
  return [...wishes.filter(({ column }) => !isFollowing(column.key)), ...followed]
}

export function planRow(row: SourceRow, wishes: readonly Wish[], refusalOf?: RefusalOf): RowPlan {
  if (row.state === 'deleted')
    return {
      kind: 'refused',
      row,
      reason: row.isGone ? '다른 사람이 삭제한 기록입니다.' : '삭제를 기다리는 기록입니다.',
    }
  if (row.stopped === 'locked') return { kind: 'refused', row, reason: stoppedEditText }
  const changes = wishes.flatMap(({ column, value }): CellChange[] => {
    const old = valueOf(column, row)
    return old === value ? [] : [{ row, key: column.key, old, new: value }]
  })
  if (changes.length === 0) return { kind: 'same', row }
  for (const { column, value } of wishes) {
    const reason = column.check?.(value, row)
    if (reason != null) return { kind: 'refused', row, reason: `${column.label}: ${reason}` }
  }
  const refusal = refusalOf?.(row, Object.fromEntries(changes.map(({ key, new: value }) => [key, value])))
  return refusal == null ? { kind: 'change', row, changes } : { kind: 'refused', row, reason: refusal }
}

/** Plans records one by one as they are read. */
export function createPlanner(
  wishes: readonly Wish[],
  refusalOf?: RefusalOf,
): { add(row: SourceRow): void; plan(): BulkPlan } {
  const changing: RowChange[] = []
  const refused: BulkPlan['refused'][number][] = []
  const changesOf = new Map<string, number>()
  let same = 0
  return {
    add(row) {
      const planned = planRow(row, wishes, refusalOf)
      if (planned.kind === 'same') same += 1
      else if (planned.kind === 'refused') refused.push({ row, reason: planned.reason })
      else {
        changing.push({ row, changes: planned.changes })
        for (const { key } of planned.changes) changesOf.set(key, (changesOf.get(key) ?? 0) + 1)
      }
    },
    plan: () => ({ total: changing.length + same + refused.length, changing, same, refused, changesOf }),
  }
}
