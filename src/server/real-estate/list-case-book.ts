import { realEstateBook, type RealEstateGroup, realEstateGroupBook } from '#contract/books/real-estate.ts'
import type { SubstringFilters } from '#contract/records/generic-resource.ts'
import { toFieldSearch } from '#domain/text/person-name.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import { type ListDescription, type ListParams, matchesAny } from '#server/db/lists/list-description.ts'
import { buildSearchCondition } from '#server/db/lists/read-list.ts'
import { writableRealEstateBook } from './writable-books.ts'

/**
 * The case book. Groups are few, so conditions on groups are resolved first and the cases are
 * queried by group id.
 */
export const caseBookList: ListDescription<ListParams & SubstringFilters<typeof realEstateBook>> = {
  book: writableRealEstateBook,
  async filters(db, params) {
    const groupIds = filterGroups(await readGroups(db), params)
    return groupIds ? [matchesAny('group_id', groupIds, 'uuid')] : []
  },
  async search(db, search) {
    const groups = await readGroups(db)
    return buildSearchCondition(search, (word) => {
      const ids = searchGroups(groups, word)
      return ids.length > 0 ? [matchesAny('group_id', ids, 'uuid')] : []
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

type FilteredGroup = Pick<RealEstateGroup, 'id' | 'name' | 'trust_corporate_name' | 'region' | 'type' | 'manager'>

/**
 * Groups that pass the book's filters, or null when none is set. All these filters concern the few
 * groups, so the case book is then queried by group id alone, which an index serves.
 */
function filterGroups(
  groups: readonly FilteredGroup[],
  filters: SubstringFilters<typeof realEstateBook>,
): string[] | null {
  const conditions = realEstateBook.filters.flatMap(({ key, field }) => {
    const text = filters[key]
    if (!text?.trim()) return []
    const groupKey = toGroupKey(field)
    return [{ key: groupKey, search: compileSearch(toFieldSearch(realEstateGroupBook, groupKey, text)) }]
  })
  if (conditions.length === 0) return null
  return groups
    .filter((group) => conditions.every(({ key, search }) => matchesSearch(buildSearchText([group[key]]), search)))
    .map(({ id }) => id)
}

/** `group_id.region`: region of the group. */
function toGroupKey<Key extends keyof FilteredGroup>(field: `group_id.${Key}`): Key {
  return field.slice('group_id.'.length) as Key
}

/**
 * Groups whose own search text matches this word. Renaming a group therefore touches no case-book
 * rows.
 */
export function searchGroups(groups: readonly FilteredGroup[], word: string): string[] {
  const search = compileSearch(word)
  return groups
    .filter((group) => matchesSearch(buildSearchText([group.name, group.trust_corporate_name]), search))
    .map(({ id }) => id)
}
