import type { CollectionName } from '#contract/books/collections.ts'
import { fieldAtPath } from '#contract/books/field-at-path.ts'
import type { FieldKind } from '#contract/books/field.ts'
import type { Grouping, GroupOrder } from '#contract/grouping.ts'
import { writeGrouping } from '#domain/list-address.ts'
import { sortOf } from './sort-in-address.ts'

/** What an address groups by: a field, of days `created_at:month` or `created_at:year`; null for a list of records. */
export function groupingOf({ group }: { readonly group: string }): Grouping | null {
  if (group === '') return null
  const [field = '', part] = group.split(':')
  return part === 'month' || part === 'year' ? { field, part } : { field }
}

/** What of a written grouping can be asked for; empty for nothing. */
export function fitGrouping(collection: CollectionName, written: string): string {
  const grouping = groupingOf({ group: written })
  const fits = grouping && groupingsOf(collection, grouping.field).some((one) => one.part === grouping.part)
  return grouping && fits ? writeGrouping(grouping) : ''
}

/** How a list can be grouped by a field (a path as in a query): days by month or year, figures and secrets not at all. */
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

/** How the groups stand, written as a sort by `name`, `count` or the field of a sum; by name when nobody asked. */
export function groupOrderOf({ group_sort: written }: { readonly group_sort: string }): GroupOrder {
  const [asked] = sortOf({ sort: written })
  if (!asked || asked.field === 'name') return { by: 'name', direction: asked?.direction ?? 'asc' }
  return { by: asked.field === 'count' ? 'count' : { sumOf: asked.field }, direction: asked.direction }
}
