import type { ViewTarget } from '#app/ui/filter-bar/saved-views-menu.tsx'
import type { PlainSearch } from '../address/record-search.ts'
import type { ScreenState } from './use-screen-state.ts'

/** What a saved view holds of a screen: search and filters, what else its address says of the list, and the columns. */
export function viewPlace<Search extends PlainSearch>(screen: ScreenState<Search>): ViewTarget {
  const { kind, state, layout } = screen
  return {
    now() {
      const { search, filters } = kind.question(state.search)
      return { search, filters: [...filters], rest: restOf(screen, state.search), layout: layout.layout }
    },
    open({ search, filters, rest, layout: columns }) {
      const asked = kind.searchOf({ search, filters }, state.search)
      // What cannot be asked any more falls back to its default, as in an old address.
      state.change({ ...asked, ...(rest && restOf(screen, kind.schema.parse(rest))) })
      if (columns !== undefined) layout.openLayout(columns)
    },
  }
}

/** Where one stands in the list, and in the screen, is no part of a view; filters have their own. */
const placeKeys = ['search', 'filters', 'page', 'page_size', 'tab', 'record']

function restOf<Search extends PlainSearch>({ kind, book }: ScreenState<Search>, search: Search) {
  const dayKeys = kind.rules.days ? ['date_field', 'start', 'end'] : []
  const left = new Set([...placeKeys, ...dayKeys, ...(book.description.filters ?? []).map(({ key }) => key)])
  const rest = Object.entries(search).filter(([key]) => !left.has(key))
  return Object.fromEntries(rest) as Partial<Search> & Record<string, string | number>
}
