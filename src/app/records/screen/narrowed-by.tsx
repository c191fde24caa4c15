import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { FilterTags } from '#app/ui/filter-bar/filter-tags.tsx'
import type { PlainSearch } from '../address/record-search.ts'
import type { ScreenState } from './use-screen-state.ts'

/** Where a screen has no filter bar: what its list is narrowed to beside its own filters (a group that was opened, a link), each to be taken away. */
export function NarrowedBy<Search extends PlainSearch>({ screen }: { screen: ScreenState<Search> }) {
  const { columns, state } = screen
  return (
    <FilterTags
      question={{ search: '', filters: state.search.filters }}
      fields={filterableColumns(columns)}
      onQuestion={({ filters }) => state.change({ filters: [...filters] } as Partial<Search>)}
    />
  )
}
