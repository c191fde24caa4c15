import { bookOf, referencesOf, type CollectionName, type Reference } from '#contract/books/collections.ts'

/**
 * How another reference of the record narrows this one, when both share a reference. A 관리자 has a 회사
 * and a 부서, and a 부서 has a 회사: the two must match.
 */
export function narrowingOf(collection: CollectionName, { key, to }: Reference): Narrowing | null {
  for (const reference of referencesOf(collection)) {
    const optionReference = referencesOf(to).find((one) => one.to === reference.to)
    const label = bookOf(collection).fields.find((field) => field.key === reference.key)?.label ?? reference.key
    if (reference.key !== key && optionReference) return { key: reference.key, label, optionKey: optionReference.key }
  }
  return null
}

export interface Narrowing {
  /** The record's reference that narrows the options: 회사 of a 관리자. */
  readonly key: string
  readonly label: string
  /** The field of the offered records that must match: 회사 of a 부서. */
  readonly optionKey: string
}
