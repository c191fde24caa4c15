import { readableKey } from '#contract/numbers/number-fields.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { decidedTogether } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'

/** Fields decided by one choice, starting with the leading one. */
export type ConflictQuestion = readonly [FieldConflict, ...FieldConflict[]]

/** Questions for an entry in conflict. 보수료 and 부가세 are one question. */
export function conflictQuestions({
  collection,
  problem,
}: Pick<OutboxEntry, 'collection' | 'problem'>): readonly ConflictQuestion[] {
  const conflictList = problem?.conflicts ?? []
  // The masked form of a number is no conflict of its own; the number's decision covers it.
  const readableFields = conflictList.flatMap(({ field }) =>
    readableKey(collection, field) === field ? [] : readableKey(collection, field),
  )
  const conflicts = conflictList.filter(({ field }) => !readableFields.includes(field))
  return conflicts.flatMap((conflict): ConflictQuestion[] => {
    const fields = decidedTogether(bookRules[collection], conflict.field)
    const [first, ...more] = fields.flatMap((key) => conflicts.find(({ field }) => field === key) ?? [])
    return first && first.field === conflict.field ? [[first, ...more]] : []
  })
}
