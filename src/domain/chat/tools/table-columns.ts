import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'

/**
 * The columns of an answer's table: those that identify a record and those the query uses; `show`:
 * additional paths.
 */
export function tableColumns(
  collection: CollectionName,
  { filters, sort }: Query,
  show: readonly string[] = [],
): readonly Field[] {
  const { fields }: { fields: readonly Field[] } = bookOf(collection)
  const defaults =
    defaultKeys[collection] ??
    fields
      .filter(isShort)
      .map(({ key }) => key)
      .slice(0, 5)
  const isOwnOrder = JSON.stringify(sort) === JSON.stringify(bookOf(collection).order)
  const queried = [...filters, ...(isOwnOrder ? [] : sort)]
    .map(({ field }) => field)
    .concat(show)
    .map((path) => path.split('.')[0] ?? '')
  return fields
    .filter(({ key, kind }) => kind !== 'secret' && (defaults.includes(key) || queried.includes(key)))
    .toSorted((a, b) => positionOf(defaults, a) - positionOf(defaults, b))
    .slice(0, maxColumns)
}

const maxColumns = 8

const defaultKeys: Partial<Record<CollectionName, readonly string[]>> = {
  'real-estate': ['group_id', 'owner', 'purpose', 'regi_date', 'created_at', 'fees'],
  'deposit-cases': ['business_section', 'owner_name', 'purpose', 'status', 'created_at', 'fees'],
  'quick-deliveries': ['created_at', 'status', 'rider', 'sender', 'receiver', 'amount'],
  'leave-requests': ['requester_name', 'type', 'startDate', 'endDate', 'state'],
  'card-usage': ['created_at', 'store_name', 'pay', 'note'],
  inquiries: ['received_at', 'state', 'name', 'subject', 'assignee'],
  managers: ['name', 'position', 'company', 'tel', 'email'],
  companies: ['name', 'address'],
}

function isShort({ kind, shown }: Field): boolean {
  return shown !== false && kind !== 'secret'
}

/** Default columns keep their order; the others follow. */
function positionOf(defaults: readonly string[], { key }: Field): number {
  const at = defaults.indexOf(key)
  return at < 0 ? defaults.length : at
}
