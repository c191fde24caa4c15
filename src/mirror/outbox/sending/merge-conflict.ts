import type { FieldConflict, Problem } from '#contract/problem.ts'
import { mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { FieldFollow } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { currentVersion } from './classify-answer.ts'
import { fieldValueOf, type StoredOp } from '../stored-op.ts'

/**
 * `rebase`: nothing collides, send it again on top of the current row. `ask`: these fields were
 * changed by both.
 */
export type Merge = { kind: 'rebase'; op: StoredOp } | { kind: 'ask'; op: StoredOp; conflicts: FieldConflict[] }

/**
 * Three-way comparison per field: what the user saw (`old`), what the user wants (`new`), and the
 * current value. A field collides only if somebody else changed it to a third value. Money, dates,
 * choices and references collide on any difference; texts that differ only in normal form or outer
 * whitespace don't. A field and those derived from it collide as one. A delete collides with any
 * change, because the user decided about a different record.
 */
export function mergeConflict(op: StoredOp, said: Problem): Merge {
  if (op.kind !== 'update') return { kind: 'ask', op, conflicts: said.conflicts ?? [] }
  const collided = collidePairs(op, said)
  if (collided.conflicts.length > 0) return { kind: 'ask', ...collided }
  const changes = Object.fromEntries(
    Object.entries(op.changes).map(([field, change]) => [
      field,
      { old: valueNow(said, field, change.old), new: change.new },
    ]),
  )
  return { kind: 'rebase', op: { ...op, changes, baseVersion: currentVersion(said) ?? op.baseVersion } }
}

/**
 * All collisions; a colliding pair contributes both fields. An entry that only changed the derived
 * field gets its source as seen by its author.
 */
function collidePairs(op: StoredOp, said: Problem): { op: StoredOp; conflicts: FieldConflict[] } {
  const { follows = [] } = bookRules[op.collection]
  const pairs = follows.flatMap((follow) => collidePair(op, said, follow) ?? [])
  const settled = new Set(pairs.flatMap(({ fields }) => fields))
  const single = findEveryCollision(op, said).filter(({ field }) => !settled.has(field))
  const seen = pairs.filter(({ conflicts }) => conflicts.length > 0).map(({ changes }) => changes)
  return {
    op: { ...op, changes: Object.assign({}, ...seen, op.changes) },
    conflicts: [...pairs.flatMap(({ conflicts }) => conflicts), ...single],
  }
}

interface PairCollision {
  readonly fields: readonly string[]
  /** Empty when both sides made the same change. */
  readonly conflicts: FieldConflict[]
  readonly changes: StoredOp['changes']
}

/** Null when at most one side changed the pair. */
function collidePair(op: StoredOp, said: Problem, { key, of, derive }: FieldFollow): PairCollision | null {
  const fields = [of, key]
  const told = (field: string) => said.conflicts?.find((one) => one.field === field)
  const sides = fields.flatMap((field) => {
    const change = op.changes[field]
    const known = told(field)
    // An older server reports only one field, so the other's value is unknown.
    if (!change && !known) return []
    const base = change ? change.old : fieldValueOf(known?.base, null)
    const theirs = valueNow(said, field, known === undefined ? base : fieldValueOf(known.theirs, null))
    const followed = field === key && op.changes[of] ? derive(op.changes[of].new) : base
    return [{ field, known, base, theirs, mine: change ? change.new : followed }]
  })
  const isSame = (field: string, a: FieldValue, b: FieldValue) => isSameValue(op, field, [a, b])
  const isTheirs = sides.some(({ field, base, theirs }) => !isSame(field, base, theirs))
  if (!fields.some((field) => field in op.changes) || !isTheirs) return null
  if (sides.every(({ field, mine, theirs }) => isSame(field, mine, theirs)))
    return { fields, conflicts: [], changes: {} }
  const who = told(of) ?? told(key)
  const conflicts = sides.map(({ field, base, theirs }) => ({
    field,
    base,
    theirs,
    changed_by: who?.changed_by ?? '',
    changed_at: who?.changed_at ?? '',
  }))
  return {
    fields,
    conflicts,
    changes: Object.fromEntries(sides.map(({ field, base, mine }) => [field, { old: base, new: mine }])),
  }
}

function findEveryCollision(op: StoredOp, said: Problem): FieldConflict[] {
  return Object.entries(op.changes).flatMap(([key, change]) => {
    const told = said.conflicts?.find((one) => one.field === key)
    const theirs = valueNow(said, key, told === undefined ? change.old : (told.theirs as FieldValue))
    if (isSameValue(op, key, [theirs, change.old]) || isSameValue(op, key, [theirs, change.new])) return []
    return [told ? { ...told, theirs } : { field: key, base: change.old, theirs, changed_by: '', changed_at: '' }]
  })
}

/** The field's value in the row of the answer. */
export function valueNow(said: Problem | null, key: string, otherwise: FieldValue): FieldValue {
  return fieldValueOf(said?.current?.[key], otherwise)
}

/** Whether two values of a field are equivalent. */
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
