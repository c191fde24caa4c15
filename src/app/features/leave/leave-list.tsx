import type { SourceRow } from '#contract/row-source.ts'
import { leaveRequestDescription, leaveStates } from '#contract/records/leave.ts'
import { TableIcons } from '#app/records/screen/table-buttons.tsx'
import { tablePlace } from '#app/records/address/table-place.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { leavePageSizes } from './leave-search.ts'
import type { LeaveDesk } from './use-leave-desk.ts'

/** Requests with what narrows them down: year, state, and where there are many people a search. */
export function LeaveList({ desk, year, hasSearch }: { desk: LeaveDesk; year: number; hasSearch: boolean }) {
  const { layout, source } = desk
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <LeaveFilters desk={desk} year={year} hasSearch={hasSearch} />
        <div className="ml-auto flex gap-1">
          <TableIcons desk={desk} keepsColumnsOnPhone={false} />
        </div>
      </div>
      <div className="flex min-h-80 flex-1 flex-col">
        <LeaveTable desk={desk} />
      </div>
      <ColumnManager {...layout.manager} groups={leaveRequestDescription.groups} source={source} />
    </div>
  )
}

function LeaveFilters({ desk, year, hasSearch }: { desk: LeaveDesk; year: number; hasSearch: boolean }) {
  const { search, change } = desk.state
  return (
    <search aria-label="휴가신청 검색과 필터" className="contents">
      <div className="w-28 max-sm:w-[104px]">
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
            placeholder="신청자·사유, 초성"
            value={search.search}
            onValue={(text) => change({ search: text })}
          />
        </div>
      ) : null}
    </search>
  )
}

const stateChoices = [{ value: '', label: '전체' }, ...leaveStates] as const

/** The running year, the next (leave is asked for ahead) and four before. */
export function YearSelect({ year, onYear }: { year: number; onYear(year: number): void }) {
  const running = Number(officeToday().slice(0, 4))
  const years = new Set([running + 1, running, running - 1, running - 2, running - 3, running - 4, year])
  const choices = [...years].toSorted((a, b) => b - a).map((each) => ({ value: String(each), label: `${each}년` }))
  return (
    <Select
      label="연도"
      value={String(year)}
      choices={choices}
      onValue={(value) => onYear(Number(value) === running ? 0 : Number(value))}
    />
  )
}

function LeaveTable({ desk }: { desk: LeaveDesk }) {
  const { source, state, layout, commands, queryKey, paging } = desk
  const { search, change } = state
  const toast = useToast()
  const isNarrowed = search.state !== '' || search.search !== ''
  return (
    <DataTable
      tableId={desk.tableId}
      label={desk.label}
      source={source}
      {...layout.table}
      {...tablePlace({ source, ...state, paging, pageSizes: leavePageSizes })}
      queryKey={queryKey}
      onOpenRow={(row: SourceRow) => change({ record: row.id, page: search.page })}
      history={commands}
      goTo={commands.goTo}
      empty={{
        text: '휴가신청 내역이 없습니다.',
        ...(isNarrowed && { action: { label: '필터 초기화', run: () => change({ state: '', search: '' }) } }),
      }}
      onMessage={(message) => toast[message.type](message.text)}
      today={officeToday}
    />
  )
}
