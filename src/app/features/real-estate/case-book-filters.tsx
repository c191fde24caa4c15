import { RotateCcw, Search } from 'lucide-react'
import { caseBookDateFields, type UniqueFields } from '#contract/real-estate.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { SuggestField } from '#app/ui/suggest-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { hasCaseBookFilter, suggestionFilters } from './case-book-search.ts'
import type { CaseBookSearchState } from './use-case-book-search.ts'

const dateFieldLabels: Record<(typeof caseBookDateFields)[number], string> = {
  receipted_at: '서류접수일',
  created_at: '등기접수일',
  registrated_at: '등기필증 수령일',
}

/** Search box, the four suggestion filters, date field and range (spec 2 "Case book tab"). */
export function CaseBookFilters({ state, suggestions }: { state: CaseBookSearchState; suggestions: UniqueFields }) {
  const { search, change, clear } = state
  return (
    <search aria-label="사건부 검색과 필터" className="flex flex-wrap items-end gap-2 coarse:gap-3">
      <div className="w-56 max-sm:w-full">
        <TextField
          label="검색"
          type="search"
          placeholder="소유자, 주소, 목적, 사업구간 · 초성"
          icon={<Search size={16} strokeWidth={1.5} />}
          value={search.search}
          onValue={(value) => change({ search: value })}
        />
      </div>
      {suggestionFilters.map(({ key, label, list }) => (
        <div key={key} className="w-36 max-sm:w-[calc(50%-4px)]">
          <SuggestField
            label={label}
            value={search[key]}
            onValue={(value) => change({ [key]: value })}
            suggestions={suggestions[list]}
            matches={matchesHangul}
          />
        </div>
      ))}
      <div className="w-36 max-sm:w-full">
        <Select
          label="일자 기준"
          value={search.date_field}
          choices={caseBookDateFields.map((value) => ({ value, label: dateFieldLabels[value] }))}
          onValue={(value) => change({ date_field: value })}
        />
      </div>
      <div className="w-36 max-sm:w-[calc(50%-4px)]">
        <TextField
          label="시작일"
          type="date"
          max={search.end || undefined}
          value={search.start}
          onValue={(value) => change({ start: value })}
        />
      </div>
      <div className="w-36 max-sm:w-[calc(50%-4px)]">
        <TextField
          label="종료일"
          type="date"
          min={search.start || undefined}
          value={search.end}
          onValue={(value) => change({ end: value })}
        />
      </div>
      <Button
        tone="quiet"
        icon={<RotateCcw size={16} strokeWidth={1.5} />}
        disabled={!hasCaseBookFilter(search)}
        onClick={clear}
      >
        필터 초기화
      </Button>
    </search>
  )
}

function matchesHangul(suggestion: string, typed: string): boolean {
  return matchesSearch(searchText([suggestion]), compileSearch(typed))
}
