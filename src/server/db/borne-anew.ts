import type { WritableCollection } from './writable-collection.ts'

type Fields = Readonly<Record<string, unknown>>

/** Whether a write sets what no two records may share, or moves the record among others (`unique` of its book). `before` is null for a create. */
export function isBorneAnew(
  { description: { unique } }: Pick<WritableCollection, 'description'>,
  { before, changes }: { before: Fields | null; changes: Fields },
): boolean {
  if (!unique) return false
  return before === null || [unique.key, unique.within ?? unique.key].some((key) => key in changes)
}
