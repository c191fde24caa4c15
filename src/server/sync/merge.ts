import type { FieldConflict } from '#contract/problem.ts'

type Fields = Readonly<Record<string, unknown>>

/** How a field was changed by others since the base version. */
export interface TheirChange {
  readonly base: unknown
  readonly changedBy: string
  readonly changedAt: string
}

export type MergeResult =
  | { kind: 'merged'; changes: Record<string, unknown> }
  | { kind: 'conflict'; conflicts: FieldConflict[] }

/**
 * Three-way merge of one record. `supplied` may be the whole row: only values that differ from the value at the base version count as the user's
 * changes, so a plain client that sends everything back overwrites nothing it did not touch. `theirs` holds the fields others changed since.
 * Same field with another value is a conflict; the same value is none. `changes` holds what has to be written on top of `current`.
 */
export function mergeFields(input: {
  supplied: Fields
  current: Fields
  theirs: ReadonlyMap<string, TheirChange>
}): MergeResult {
  const changes: Record<string, unknown> = {}
  const conflicts: FieldConflict[] = []
  for (const [field, mine] of Object.entries(input.supplied)) {
    const now = input.current[field] ?? null
    const their = input.theirs.get(field)
    if (mine === now || (their && mine === their.base)) continue
    if (their && their.base !== now) conflicts.push(conflictOf(field, now, their))
    else changes[field] = mine
  }
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'merged', changes }
}

function conflictOf(field: string, now: unknown, their: TheirChange): FieldConflict {
  return { field, base: their.base, theirs: now, changed_by: their.changedBy, changed_at: their.changedAt }
}
