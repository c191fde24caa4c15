import type { CaseBookListQuery } from '#contract/real-estate.ts'
import { realEstateDescription } from '#contract/books/real-estate.ts'
import type { Database } from '../db/client.ts'
import { isOneOf } from '../db/lists/conditions.ts'
import { dayRangeConditions } from '../db/lists/day-ranges.ts'
import type { ListDescription } from '../db/lists/list-description.ts'
import { storedSearch } from '../db/lists/stored-search.ts'
import { realEstateCollection } from './collections.ts'
import { groupsFound, groupsPassing } from './group-filter.ts'

export type CaseBookFilters = Omit<CaseBookListQuery, 'page' | 'page_size'>

/** The case book, newest 등기접수일 first. Groups are few: what is asked of them is looked up first, so that the cases are asked for their ids alone. */
export const caseBookList: ListDescription<CaseBookFilters> = {
  collection: realEstateCollection,
  usualOrder: '-created_at',
  async filters(db, question) {
    const passing = groupsPassing(await readGroups(db), question)
    const inGroups = passing ? [isOneOf('group_id', passing, 'uuid')] : []
    return [...inGroups, ...dayRangeConditions(realEstateDescription, question)]
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
