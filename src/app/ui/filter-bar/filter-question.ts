import type { Filter } from '#contract/records/query.ts'
import type { FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Column } from '../data-table/data-table-props.ts'

/** What a filter bar asks: the search box and at most one filter per field, all joined by AND. */
export interface FilterQuestion {
  readonly search: string
  readonly filters: readonly Filter[]
}

/** A field that a filter may stand on. */
export interface FilterableField {
  /** Path as in a query: `owner`, `group_id.region`. */
  readonly field: string
  readonly label: string
  readonly kind: FieldKind
  /** How a stored value is said, when it is not said as it is stored: the name of a group, the label of a state. Null when unknown. */
  readonly labelOf?: (value: FieldValue) => string | null
}

export const emptyQuestion: FilterQuestion = { search: '', filters: [] }

/** Puts a filter in the place of whatever its field had; one that says nothing only takes that away. */
export function withFilter({ search, filters }: FilterQuestion, filter: Filter): FilterQuestion {
  const at = filters.findIndex((each) => each.field === filter.field)
  const others = filters.filter((each) => each.field !== filter.field)
  if (!hasCondition(filter)) return { search, filters: others }
  return { search, filters: at === -1 ? [...others, filter] : others.toSpliced(at, 0, filter) }
}

export function withoutField({ search, filters }: FilterQuestion, field: string): FilterQuestion {
  return { search, filters: filters.filter((each) => each.field !== field) }
}

export function filterOn({ filters }: FilterQuestion, field: string): Filter | undefined {
  return filters.find((each) => each.field === field)
}

export function isEmptyQuestion({ search, filters }: FilterQuestion): boolean {
  return search.trim() === '' && filters.length === 0
}

/** Filter fields with no key, or with the word that a missing key becomes, are left out (spec 1 §5). */
export function keepNamedFields<T extends { readonly field: string }>(fields: readonly T[]): readonly T[] {
  return fields.filter(({ field }) => field !== '' && field !== 'undefined')
}

/** A value given as an object counts as its id, value or name (spec 1 §5); anything else that is no plain value counts as empty. */
export function plainFilterValue(given: unknown): FieldValue {
  if (typeof given === 'object' && given !== null) {
    const { id, value, name } = given as { id?: unknown; value?: unknown; name?: unknown }
    return plainFilterValue(id ?? value ?? name)
  }
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? given : null
}

/** Filters on chosen values; several are one filter, none is no filter. */
export function chosenValues(field: string, values: readonly FieldValue[]): Filter {
  const plain = values.map(plainFilterValue)
  const [only] = plain
  if (plain.length === 1 && only !== undefined) return { op: 'equals', field, value: only }
  return { op: 'one_of', field, values: plain.filter((value) => typeof value !== 'boolean') }
}

/** The values a filter has chosen; none for a range or a part of a text. */
export function valuesOf(filter: Filter | undefined): readonly FieldValue[] {
  if (filter?.op === 'equals') return [filter.value]
  return filter?.op === 'one_of' ? filter.values : []
}

/** Table columns as fields that may be filtered; secrets never, instants not by hand. */
export function filterableColumns(columns: readonly Column[]): readonly FilterableField[] {
  return columns
    .filter(({ field }) => field.kind !== 'secret' && field.kind !== 'datetime')
    .map((column) => ({
      field: column.key,
      label: column.label,
      kind: column.field.kind,
      labelOf: (value) => column.options?.().find((option) => option.value === value)?.label ?? null,
    }))
}

function hasCondition(filter: Filter): boolean {
  switch (filter.op) {
    case 'equals':
      return true
    case 'one_of':
      return filter.values.length > 0
    case 'contains':
      return filter.text.trim() !== ''
    case 'between':
      return (filter.from ?? '') !== '' || (filter.to ?? '') !== ''
  }
}
