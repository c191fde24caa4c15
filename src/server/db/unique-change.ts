import type { WritableCollection } from './writable-collection.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether a write may violate `unique` of its book: it sets the unique value or moves the record to
 * another scope. `before` is null for a create.
 */
export function mayViolateUnique(
  { description: { unique } }: Pick<WritableCollection, 'description'>,
  { before, changes }: { before: Fields | null; changes: Fields },
): boolean {
  if (!unique) return false
  return before === null || [unique.key, unique.within ?? unique.key].some((key) => key in changes)
}
