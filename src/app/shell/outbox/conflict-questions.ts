import { getBook } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { listPersonNumberFields } from '#contract/person-numbers/sealed-number.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { listDecidedTogether } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import type { EntryView } from '#mirror/offline-copy.ts'

/** A conflict's value as received from the server; anything but a plain value reads as empty. */
export function toPlainValue(value: FieldConflict['theirs']): FieldValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Fields decided by one choice, starting with the leading one. */
export type ConflictQuestion = readonly [FieldConflict, ...FieldConflict[]]

/** Questions for an entry in conflict. 보수료 and 부가세 are one question. */
export function listConflictQuestions({
  collection,
  problem,
}: Pick<EntryView, 'collection' | 'problem'>): readonly ConflictQuestion[] {
  const conflictList = problem?.conflicts ?? []
  // The masked form of a number is not a separate conflict; the number's decision covers it.
  const maskedFields = listPersonNumberFields(getBook(collection)).flatMap(({ key, companions }) =>
    conflictList.some(({ field }) => field === key) ? companions.masked : [],
  )
  const conflicts = conflictList.filter(({ field }) => !maskedFields.includes(field))
  return conflicts.flatMap((conflict): ConflictQuestion[] => {
    const fields = listDecidedTogether(bookRules[collection], conflict.field)
    const [first, ...more] = fields.flatMap((key) => conflicts.find(({ field }) => field === key) ?? [])
    return first && first.field === conflict.field ? [[first, ...more]] : []
  })
}
