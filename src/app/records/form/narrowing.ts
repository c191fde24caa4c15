import { bookOf, referencesOf, type CollectionName, type Reference } from '#contract/books/collections.ts'

/** What narrows a reference: another reference of the record that the records pointed at have too. A 관리자 has a 회사 and a 부서, a 부서 has a 회사: both must be one. */
export function narrowingOf(collection: CollectionName, { key, to }: Reference): Narrowing | null {
  for (const own of referencesOf(collection)) {
    const their = referencesOf(to).find((one) => one.to === own.to)
    const label = bookOf(collection).fields.find((field) => field.key === own.key)?.label ?? own.key
    if (own.key !== key && their) return { key: own.key, label, theirs: their.key }
  }
  return null
}

export interface Narrowing {
  /** The other reference of the same record that narrows the choice: 회사 of a 관리자. */
  readonly key: string
  readonly label: string
  /** The field of the records pointed at that must hold the same: 회사 of a 부서. */
  readonly theirs: string
}
