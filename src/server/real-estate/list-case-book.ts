import type { realEstateDescription } from '#contract/books/real-estate.ts'
import type { PartsQuery } from '#contract/records/generic-resource.ts'
import type { Database } from '../db/client.ts'
import { isOneOf } from '../db/lists/conditions.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import { storedSearch } from '../db/lists/stored-search.ts'
import { realEstateCollection } from './collections.ts'
import { groupsFound, groupsPassing } from './group-filter.ts'

/**
 * The case book. Groups are few, so conditions on groups are resolved first and the cases are
 * queried by group id.
 */
export const caseBookList: ListDescription<ListQuestion & PartsQuery<typeof realEstateDescription>> = {
  collection: realEstateCollection,
  async filters(db, question) {
    const passing = groupsPassing(await readGroups(db), question)
    return passing ? [isOneOf('group_id', passing, 'uuid')] : []
  },
  async search(db, search) {
    const groups = await readGroups(db)
    return storedSearch(search, (word) => {
      const ids = groupsFound(groups, word)
      return ids.length > 0 ? [isOneOf('group_id', ids, 'uuid')] : []
    })
  },
}

export type GroupRow = Awaited<ReturnType<typeof readGroups>>[number]

/** All groups; an office has dozens. */
export async function readGroups(db: Database) {
  return await db
    .selectFrom('real_estate_group')
    .select(['id', 'name', 'trust_corporate_name', 'office', 'region', 'type', 'manager'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}
