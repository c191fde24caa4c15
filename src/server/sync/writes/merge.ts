import type { FieldValue } from '#contract/books/field.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { type DerivedField, listDecidedTogether } from '#domain/books/book-rules.ts'

type Fields = Readonly<Record<string, unknown>>

/** How others changed a field since the base version. */
export interface TheirChange {
  readonly base: unknown
  readonly changedBy: string
  readonly changedAt: string
}

export type MergeResult =
  | { kind: 'merged'; changes: Record<string, unknown> }
  | { kind: 'conflict'; conflicts: FieldConflict[] }

/**
 * Three-way merge of one record. `supplied` may be the whole row: only values that differ from the
 * base version count as the user's changes, so a plain client that sends everything back overwrites
 * nothing it did not touch. In a part of a row (`isPartial`) every value is intended, even one
 * equal to the base: it may undo the same person's earlier edit. `theirs` holds the fields changed
 * since the base version.
 * Different values for the same field conflict; equal values do not. `changes` is to be written on
 * top of `current`. A field and the fields derived from it merge as one value, so that one person's
 * fee never ends up with another person's tax. Without a known base version (`theirs` is null),
 * every difference is a conflict.
 */
export function mergeFields(input: {
  supplied: Fields
  current: Fields
  theirs: ReadonlyMap<string, TheirChange> | null
  follows?: readonly DerivedField[]
  isPartial?: boolean
}): MergeResult {
  const { theirs } = input
  return theirs ? mergeSince({ ...input, theirs }) : compareWithCurrent(input)
}

type KnownBase = Parameters<typeof mergeFields>[0] & { theirs: ReadonlyMap<string, TheirChange> }

function mergeSince(input: KnownBase): MergeResult {
  const changes: Record<string, unknown> = {}
  const conflicts: FieldConflict[] = []
  const leaders = new Set((input.follows ?? []).map(({ source }) => source))
  const groups = [...leaders].flatMap((leader) => mergeGroup(leader, input) ?? [])
  const settled = new Set(groups.flatMap(({ fields }) => fields))
  for (const group of groups) conflicts.push(...group.conflicts)
  for (const [field, mine] of Object.entries(input.supplied)) {
    if (settled.has(field)) continue
    const currentValue = input.current[field] ?? null
    const their = input.theirs.get(field)
    if (mine === currentValue || (their && mine === their.base && !input.isPartial)) continue
    if (their && their.base !== currentValue) conflicts.push(toConflict(field, currentValue, their))
    else changes[field] = mine
  }
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'merged', changes }
}

/**
 * Decides a field and its derived fields that both sides changed: a conflict of all of them, or
 * none if both sides arrived at the same values. Null if at most one side changed them.
 */
function mergeGroup(
  leader: string,
  { supplied, current, theirs, follows = [], isPartial = false }: KnownBase,
): { fields: readonly string[]; conflicts: FieldConflict[] } | null {
  const fields = listDecidedTogether({ follows }, leader)
  const currentValue = (field: string) => current[field] ?? null
  const base = (field: string) => (theirs.has(field) ? theirs.get(field)?.base : currentValue(field))
  const isMine = (field: string) => field in supplied && (isPartial || supplied[field] !== base(field))
  const their = fields
    .map((field) => theirs.get(field))
    .find((change, index) => change && change.base !== currentValue(fields[index] ?? ''))
  if (!their || !fields.some(isMine)) return null
  const resolveWanted = (field: string) => {
    if (field in supplied) return supplied[field]
    const follow = isMine(leader) ? follows.find(({ key }) => key === field) : undefined
    return follow ? follow.derive(supplied[leader] as FieldValue) : base(field)
  }
  if (fields.every((field) => resolveWanted(field) === currentValue(field))) return { fields, conflicts: [] }
  const conflicts = fields.map((field) => toConflict(field, currentValue(field), { ...their, base: base(field) }))
  return { fields, conflicts }
}

function compareWithCurrent({ supplied, current }: { supplied: Fields; current: Fields }): MergeResult {
  const unknown = { base: null, changedBy: '', changedAt: String(current['updated_at']) }
  const conflicts = Object.entries(supplied)
    .filter(([field, mine]) => mine !== (current[field] ?? null))
    .map(([field]) => toConflict(field, current[field] ?? null, unknown))
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'merged', changes: {} }
}

function toConflict(field: string, currentValue: unknown, their: TheirChange): FieldConflict {
  return { field, base: their.base, theirs: currentValue, changed_by: their.changedBy, changed_at: their.changedAt }
}
