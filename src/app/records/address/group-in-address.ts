import type { CollectionName } from '#contract/books/collections.ts'
import { fieldAtPath } from '#contract/books/field-at-path.ts'
import type { FieldKind } from '#contract/books/field.ts'
import type { Grouping, GroupOrder } from '#contract/records/grouping.ts'
import { writeGrouping } from '#domain/text/list-address.ts'
import { sortOf } from './sort-in-address.ts'

/**
 * Grouping of a list in the URL: a field, or for days `created_at:month` or `created_at:year`. Null
 * for an ungrouped list.
 */
export function groupingOf({ group }: { readonly group: string }): Grouping | null {
  if (group === '') return null
  const [field = '', part] = group.split(':')
  return part === 'month' || part === 'year' ? { field, part } : { field }
}

/** The grouping if the collection supports it; otherwise empty. */
export function validGrouping(collection: CollectionName, text: string): string {
  const grouping = groupingOf({ group: text })
  const isKnown = grouping && groupingsOf(collection, grouping.field).some((one) => one.part === grouping.part)
  return grouping && isKnown ? writeGrouping(grouping) : ''
}

/**
 * Ways to group a list by a field (a path as in a query): days by month or year; numbers and
 * secrets not at all.
 */
export function groupingsOf(collection: CollectionName, field: string): readonly Grouping[] {
  const kind = fieldAtPath(collection, field)?.kind ?? null
  if (kind === 'date' || kind === 'datetime')
    return [
      { field, part: 'month' },
      { field, part: 'year' },
    ]
  return kind !== null && groupedKinds.includes(kind) ? [{ field }] : []
}

const groupedKinds: readonly FieldKind[] = ['text', 'enum', 'reference', 'flag']

/**
 * Order of the groups, written as a sort by `name`, `count` or the field of a sum. Defaults to the
 * name.
 */
export function groupOrderOf({ group_sort: text }: { readonly group_sort: string }): GroupOrder {
  const [requested] = sortOf({ sort: text })
  if (!requested || requested.field === 'name') return { by: 'name', direction: requested?.direction ?? 'asc' }
  return { by: requested.field === 'count' ? 'count' : { sumOf: requested.field }, direction: requested.direction }
}
