import type { CaseBookQuestion } from '#contract/real-estate.ts'
import type { RealEstateGroup } from '#contract/books/real-estate.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'

type FilteredGroup = Pick<RealEstateGroup, 'id' | 'name' | 'trust_corporate_name' | 'region' | 'type' | 'manager'>

/**
 * The groups that pass the four suggestion filters, or null when none is set. All four look at the group, and groups are few, so the case book itself is
 * then asked by group id alone, which an index answers.
 */
export function groupsPassing(groups: readonly FilteredGroup[], filters: CaseBookQuestion): string[] | null {
  const conditions = (
    [
      ['region', filters.region],
      ['type', filters.type],
      ['name', filters.business_section],
      ['manager', filters.business_manager],
    ] as const
  ).flatMap(([key, text]) => (text?.trim() ? [{ key, search: compileSearch(text) }] : []))
  if (conditions.length === 0) return null
  return groups
    .filter((group) => conditions.every(({ key, search }) => matchesSearch(searchText([group[key]]), search)))
    .map(({ id }) => id)
}

/** Groups whose own searched words hold this search word. A renamed group therefore never touches its case-book rows. */
export function groupsFound(groups: readonly FilteredGroup[], word: string): string[] {
  const search = compileSearch(word)
  return groups
    .filter((group) => matchesSearch(searchText([group.name, group.trust_corporate_name]), search))
    .map(({ id }) => id)
}
