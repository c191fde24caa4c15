import { inquiryStates } from '#contract/books/inquiries.ts'
import { TableIcons } from '#app/records/screen/table-buttons.tsx'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { InquirySearch } from './inquiry-search.ts'

const stateChoices = [{ value: '', label: '전체' }, ...inquiryStates] as const

/** What narrows the inbox down, and the actions beside it. */
export function InquiryFilters({ state, screen }: { state: SearchState<InquirySearch>; screen: ScreenState }) {
  const { search, change } = state
  return (
    <div className="flex flex-wrap items-end gap-2">
      <search aria-label="문의 검색과 필터" className="flex min-w-0 flex-1 flex-wrap items-end gap-2">
        <div className="w-28">
          <Select
            label="상태"
            value={search.state}
            choices={stateChoices}
            onValue={(next) => change({ state: next })}
          />
        </div>
        <div className="w-72 max-sm:flex-1">
          <TextField
            label="검색"
            type="search"
            placeholder="이름·제목·내용·연락처, 초성"
            value={search.search}
            onValue={(text) => change({ search: text })}
          />
        </div>
      </search>
      <div className="flex gap-1">
        <TableIcons screen={screen} keepsColumnsOnPhone />
      </div>
    </div>
  )
}
