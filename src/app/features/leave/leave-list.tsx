import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { TableIcons } from '#app/records/screen/table-buttons.tsx'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { createViewTarget } from '#app/records/screen/view-target.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { listFilterableFields } from '#app/ui/filter-bar/filter-query.ts'
import { FilterTags } from '#app/ui/filter-bar/filter-tags.tsx'
import { SavedViewsMenu } from '#app/ui/filter-bar/saved-views-menu.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { leaveStates } from '#contract/books/leave.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { leaveSearch, type LeaveSearch } from './leave-search.ts'

interface LeaveListProps {
  screen: ScreenState<LeaveSearch>
  year: number
  /** For lists of many people. */
  hasSearch: boolean
}

/** Requests with filters: year, state, and for lists of many people a search. */
export function LeaveList({ screen, year, hasSearch }: LeaveListProps) {
  const { search, change } = screen.state
  const printedQuery = { ...leaveSearch.query(search), extraTexts: [`${year}년`] }
  return (
    <div className="flex min-h-96 min-w-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <LeaveFilters screen={screen} year={year} hasSearch={hasSearch} />
        <div className="ml-auto flex gap-1">
          <SavedViewsMenu isIconOnly tableId={screen.tableId} target={createViewTarget(screen)} />
          <TableIcons screen={screen} print={{ extras: () => ({ printedQuery }) }} keepsColumnsOnPhone={false} />
        </div>
      </div>
      <NarrowedBy screen={screen} />
      <ScreenTable
        screen={screen}
        isReadOnly
        onOpenRow={(row: SourceRow) => change({ open: row.id, page: search.page })}
        empty={{ text: '휴가신청 내역이 없습니다.' }}
      />
    </div>
  )
}

/** Filters from elsewhere (an opened group, a link), each with a button to remove it. */
function NarrowedBy({ screen }: Pick<LeaveListProps, 'screen'>) {
  const { columns, state } = screen
  return (
    <FilterTags
      filterQuery={{ search: '', filters: state.search.filters }}
      fields={listFilterableFields(columns)}
      onQueryChange={({ filters }) => state.change({ filters: [...filters] })}
    />
  )
}

function LeaveFilters({ screen, year, hasSearch }: LeaveListProps) {
  const { search, change } = screen.state
  return (
    <search aria-label="휴가신청 검색과 필터" className="contents">
      <div className="w-28">
        <YearSelect year={year} onYear={(next) => change({ year: next })} />
      </div>
      <div className="w-28 max-sm:w-24">
        <Select label="상태" value={search.state} choices={stateChoices} onValue={(state) => change({ state })} />
      </div>
      {hasSearch ? (
        <div className="w-44 max-sm:order-last max-sm:w-full">
          <TextField
            label="검색"
            type="search"
            placeholder={screen.book.searchHint}
            data-search-of={screen.tableId}
            value={search.search}
            onValue={(text) => change({ search: text }, 'typed')}
          />
        </div>
      ) : null}
    </search>
  )
}

const stateChoices = [{ value: '', label: '전체' }, ...leaveStates] as const

/** The next year (for advance requests), the current one and four before. */
export function YearSelect({ year, onYear }: { year: number; onYear(year: number): void }) {
  const currentYear = Number(getOfficeToday().slice(0, 4))
  const years = new Set([
    currentYear + 1,
    currentYear,
    currentYear - 1,
    currentYear - 2,
    currentYear - 3,
    currentYear - 4,
    year,
  ])
  const choices = [...years].toSorted((a, b) => b - a).map((value) => ({ value: String(value), label: `${value}년` }))
  return (
    <Select
      label="연도"
      value={String(year)}
      choices={choices}
      onValue={(value) => onYear(Number(value) === currentYear ? 0 : Number(value))}
    />
  )
}
