import type { CollectionName } from '#contract/books/collections.ts'
import type { GroupedRecords } from '#contract/grouping.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { GroupQuestion } from '#mirror/query/group-records.ts'

/** The groups of a list once, as soon as this device has all of its records. */
export async function readGroups(
  copy: OfflineCopy,
  collection: CollectionName,
  question: GroupQuestion,
): Promise<GroupedRecords> {
  const counted = Promise.withResolvers<GroupedRecords>()
  const stop = copy.watchGroups(collection, question, ({ value }) => value && counted.resolve(value))
  try {
    return await counted.promise
  } finally {
    stop()
  }
}
