import type { ViewTarget } from '#app/ui/filter-bar/saved-views-menu.tsx'
import type { PlainSearch } from '../url-state/record-search.ts'
import type { ScreenState } from './use-screen-state.ts'

/**
 * Contents of a saved view: search and filters, the list's other URL parameters, and the columns.
 */
export function createViewTarget<Search extends PlainSearch>(screen: ScreenState<Search>): ViewTarget {
  const { recordSearch, state, layout } = screen
  return {
    currentView() {
      const { search, filters } = recordSearch.filterQuery(state.search)
      const rest = omitIgnoredKeys(screen, state.search)
      return { search, filters: [...filters], rest: omitDefaults(rest, recordSearch.empty), layout: layout.layout }
    },
    open({ search, filters, rest, layout: columns }) {
      const searchPatch = recordSearch.toSearchParams({ search, filters }, state.search)
      // Parameters that no longer exist fall back to their defaults, as in an old URL.
      state.change({ ...searchPatch, ...(rest && omitIgnoredKeys(screen, recordSearch.schema.parse(rest))) })
      if (columns !== undefined) layout.applyStoredLayout(columns)
    },
  }
}

/** What a view doesn't name has the default of the day it is opened, such as the current month. */
function omitDefaults(rest: Readonly<Record<string, string | number>>, defaults: object) {
  return Object.fromEntries(Object.entries(rest).filter(([key, value]) => value !== Reflect.get(defaults, key)))
}

/**
 * The position in the list and the open tab or record aren't part of a view; search and filters are
 * stored separately.
 */
const positionKeys = ['search', 'filters', 'page', 'page_size', 'tab', 'record']

function omitIgnoredKeys<Search extends PlainSearch>({ recordSearch, book }: ScreenState<Search>, search: Search) {
  const dayKeys = recordSearch.rules.days ? ['date_field', 'start', 'end'] : []
  const ignoredKeys = new Set([...positionKeys, ...dayKeys, ...(book.filters ?? []).map(({ key }) => key)])
  const keptEntries = Object.entries(search).filter(([key]) => !ignoredKeys.has(key))
  return Object.fromEntries(keptEntries) as Partial<Search> & Record<string, string | number>
}
