import { listFilterableFields } from '#app/ui/filter-bar/filter-query.ts'
import { FilterTags } from '#app/ui/filter-bar/filter-tags.tsx'
import type { PlainSearch } from '../url-state/record-search.ts'
import type { ScreenState } from './use-screen-state.ts'

/**
 * For screens without a filter bar: filters from elsewhere (an opened group, a link), each with a
 * button to remove it.
 */
export function NarrowedBy<Search extends PlainSearch>({ screen }: { screen: ScreenState<Search> }) {
  const { columns, state } = screen
  return (
    <FilterTags
      filterQuery={{ search: '', filters: state.search.filters }}
      fields={listFilterableFields(columns)}
      onQueryChange={({ filters }) => state.change({ filters: [...filters] } as Partial<Search>)}
    />
  )
}
