import type { Field, FieldValue } from '#contract/books/field.ts'
import { getValueKind } from './field-values.ts'

/** A sum of a field: over all records, or over those with one value in another field. */
export interface FieldSum {
  /** Name in queries: the field's path, with `:` and the value for a part of the records. */
  readonly key: string
  readonly label: string
  readonly only: { readonly key: string; readonly value: string } | null
}

/** The sums of the field at a path; none if its values are not amounts. */
export function listFieldSums(field: Field, path: string): readonly FieldSum[] {
  if (getValueKind(field) !== 'won') return []
  const { label, sumsBy } = field
  if (!sumsBy) return [{ key: path, label, only: null }]
  return Object.entries(sumsBy.labels).map(([value, partLabel]) => ({
    key: `${path}:${value}`,
    label: partLabel,
    only: { key: sumsBy.key, value },
  }))
}

/** The path and the value in the key of a sum. */
export function parseSumKey(key: string): { readonly path: string; readonly value: string | null } {
  const [path = '', value = null] = key.split(':')
  return { path, value }
}

/** Whether a sum includes a record. */
export function coversRecord({ only }: FieldSum, record: Readonly<Record<string, FieldValue | undefined>>): boolean {
  return only === null || record[only.key] === only.value
}
