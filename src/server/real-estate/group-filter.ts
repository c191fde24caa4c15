import { type RealEstateGroup, realEstateDescription, realEstateGroupDescription } from '#contract/books/real-estate.ts'
import type { PartsQuery } from '#contract/records/generic-resource.ts'
import { partSearch } from '#domain/text/person-name.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'

type FilteredGroup = Pick<RealEstateGroup, 'id' | 'name' | 'trust_corporate_name' | 'region' | 'type' | 'manager'>

/**
 * Groups that pass the book's filters, or null when none is set. All these filters concern the few
 * groups, so the case book is then queried by group id alone, which an index answers.
 */
export function groupsPassing(
  groups: readonly FilteredGroup[],
  filters: PartsQuery<typeof realEstateDescription>,
): string[] | null {
  const conditions = realEstateDescription.filters.flatMap(({ key, field }) => {
    const text = filters[key]
    if (!text?.trim()) return []
    const groupKey = groupKeyOf(field)
    return [{ key: groupKey, search: compileSearch(partSearch(realEstateGroupDescription, groupKey, text)) }]
  })
  if (conditions.length === 0) return null
  return groups
    .filter((group) => conditions.every(({ key, search }) => matchesSearch(searchText([group[key]]), search)))
    .map(({ id }) => id)
}

/** `group_id.region`: region of the group. */
function groupKeyOf<Key extends keyof FilteredGroup>(field: `group_id.${Key}`): Key {
  return field.slice('group_id.'.length) as Key
}

/**
 * Groups whose own search words match this word. Renaming a group therefore touches no case-book
 * rows.
 */
export function groupsFound(groups: readonly FilteredGroup[], word: string): string[] {
  const search = compileSearch(word)
  return groups
    .filter((group) => matchesSearch(searchText([group.name, group.trust_corporate_name]), search))
    .map(({ id }) => id)
}
