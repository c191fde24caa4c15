import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { CardFields, Field } from '#contract/books/field.ts'
import { listReferences, parseFieldPath, resolveFieldPath } from '#contract/books/references.ts'
import type { Query } from '#contract/records/query.ts'

/**
 * The columns of an answer's table: those that identify a record and those the query uses; `show`:
 * additional paths.
 */
export function chooseColumns(
  collection: CollectionName,
  { filters, sort, search }: Query,
  show: readonly string[] = [],
): readonly Field[] {
  const { fields, card = {} }: { fields: readonly Field[]; card?: CardFields } = getBook(collection)
  const shortKeys = () =>
    fields
      .filter(isShort)
      .map(({ key }) => key)
      .slice(0, 5)
  // The name heads a card on a phone and stays in view while a table scrolls.
  const defaults = [...(card.title ? [card.title] : []), ...(defaultKeys[collection] ?? shortKeys())]
  const isOwnOrder = JSON.stringify(sort) === JSON.stringify(getBook(collection).order)
  const queried = [...filters, ...(isOwnOrder ? [] : sort)]
    .map(({ field }) => field)
    // What was searched may be in the address.
    .concat(search === '' ? [] : (candidateKeys[collection] ?? []))
    .concat(show)
    .map((path) => path.split('.')[0] ?? '')
  const ofReferences = show.flatMap((path) => resolveReferredColumn(collection, path) ?? [])
  return [...fields, ...ofReferences]
    .filter(
      ({ key, kind }) => kind !== 'secret' && (defaults.includes(key) || queried.includes(key) || key.includes('.')),
    )
    .toSorted((a, b) => findColumnPosition(defaults, show, a) - findColumnPosition(defaults, show, b))
    .slice(0, maxColumns)
}

const maxColumns = 8

/** A field of the record that one refers to, besides its name: the registry of a case's section. */
function resolveReferredColumn(collection: CollectionName, path: string): Field | null {
  const { by, key } = parseFieldPath(collection, path) ?? { by: null, key: '' }
  const field = by === null ? null : resolveFieldPath(collection, path)
  const isName = listReferences(collection).some((reference) => reference.key === by && reference.labelKey === key)
  return field && field.kind !== 'won' && !isName ? { ...field, key: path } : null
}

const defaultKeys: Partial<Record<CollectionName, readonly string[]>> = {
  'real-estate': ['owner', 'group_id', 'purpose', 'regi_date', 'created_at', 'fees'],
  'deposit-cases': ['owner_name', 'business_section', 'purpose', 'status', 'created_at', 'fees'],
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

/** What was asked for follows the first two default columns; other columns are last. */
function findColumnPosition(defaults: readonly string[], show: readonly string[], { key }: Field): number {
  const index = defaults.indexOf(key)
  if (index >= 0 && index < 2) return index
  if (show.some((path) => path === key || path.split('.')[0] === key)) return 1.5
  return index < 0 ? defaults.length : index
}

/** What tells records with the same name apart. */
export const candidateKeys: Partial<Record<CollectionName, readonly string[]>> = {
  'deposit-cases': ['address'],
  'real-estate': ['owner_address'],
}
