import type { FieldConflict, Problem } from '#contract/problem.ts'
import { mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { bookRules } from '#domain/books/books.ts'
import { currentVersion } from './classify-answer.ts'
import { fieldValueOf, type StoredOp } from '../stored-op.ts'

/** `rebase`: nothing of the user's collides, it goes out again on top of the current row. `ask`: these fields were changed by both. */
export type Merge = { kind: 'rebase'; op: StoredOp } | { kind: 'ask'; conflicts: FieldConflict[] }

/**
 * Three-way comparison per field: what the user saw (`old`), what the user wants (`new`), what stands there now. A field collides only if somebody
 * else brought it to a third value. Money, dates, choices and references collide on any difference; text that differs only in normal form or outer
 * blanks does not. A delete collides with any change: the user decided on a record that has since become another.
 */
export function mergeConflict(op: StoredOp, said: Problem): Merge {
  const conflicts = op.kind === 'update' ? findCollisions(op, said) : (said.conflicts ?? [])
  if (conflicts.length > 0 || op.kind !== 'update') return { kind: 'ask', conflicts }
  const changes = Object.fromEntries(
    Object.entries(op.changes).map(([field, change]) => [
      field,
      { old: valueNow(said, field, change.old), new: change.new },
    ]),
  )
  return { kind: 'rebase', op: { ...op, changes, baseVersion: currentVersion(said) ?? op.baseVersion } }
}

/** What follows a field that collides is settled with it (decision 33): VAT after fees is one value. */
function findCollisions(op: StoredOp, said: Problem): FieldConflict[] {
  const found = findEveryCollision(op, said)
  const { follows = [] } = bookRules[op.collection]
  const isFollowing = (key: string) =>
    follows.some((one) => one.key === key && found.some(({ field }) => field === one.of))
  return found.filter(({ field }) => !isFollowing(field))
}

function findEveryCollision(op: StoredOp, said: Problem): FieldConflict[] {
  return Object.entries(op.changes).flatMap(([key, change]) => {
    const told = said.conflicts?.find((one) => one.field === key)
    const theirs = valueNow(said, key, told === undefined ? change.old : (told.theirs as FieldValue))
    if (isSameValue(op, key, [theirs, change.old]) || isSameValue(op, key, [theirs, change.new])) return []
    return [told ? { ...told, theirs } : { field: key, base: change.old, theirs, changed_by: '', changed_at: '' }]
  })
}

/** What stands in a field of the row that the answer came with. */
export function valueNow(said: Problem | null, key: string, otherwise: FieldValue): FieldValue {
  return fieldValueOf(said?.current?.[key], otherwise)
}

/** Whether two values of a field of such a record say the same. */
export function isSameValue(
  { collection }: Pick<StoredOp, 'collection'>,
  key: string,
  [a, b]: readonly [FieldValue, FieldValue],
): boolean {
  if (a === b) return true
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const isText = fields.find((field) => field.key === key)?.kind === 'text'
  if (!isText || typeof a !== 'string' || typeof b !== 'string') return false
  return a.normalize('NFC').trim() === b.normalize('NFC').trim()
}
