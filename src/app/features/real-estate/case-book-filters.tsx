import { Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { caseBookDateFields, type UniqueFields } from '#contract/real-estate.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { Select } from '#app/ui/select.tsx'
import { SuggestField } from '#app/ui/suggest-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { suggestionFilters } from './case-book-search.ts'
import type { CaseBookSearchState } from './use-case-book-search.ts'

const dateFieldLabels: Record<(typeof caseBookDateFields)[number], string> = {
  receipted_at: '서류접수일',
  created_at: '등기접수일',
  registrated_at: '등기필증 수령일',
}

/** Search box, the four suggestion filters, date field and range (spec 2 "Case book tab"). */
export function CaseBookFilters({ state, suggestions }: { state: CaseBookSearchState; suggestions: UniqueFields }) {
  const { search, change } = state
  const [isUnfolded, setUnfolded] = useState(false)
  const used = suggestionFilters.filter(({ key }) => search[key] !== '').length + (search.start || search.end ? 1 : 0)
  return (
    <search
      aria-label="사건부 검색과 필터"
      data-screen-only
      // On a small screen the book itself needs the place: all but the search box folds away.
      className={`grid shrink-0 grid-cols-2 items-start gap-2 ${isUnfolded ? 'cramped:max-md:[&>*:nth-last-child(3)]:col-span-full' : 'cramped:[&>*:nth-child(n+2)]:hidden'} md:grid-cols-4 roomy:xl:grid-cols-[minmax(168px,1.6fr)_repeat(4,minmax(96px,1fr))_minmax(128px,1fr)_repeat(2,112px)] coarse:gap-3`}
    >
      <div className="cramped:col-span-full cramped:flex cramped:gap-2 roomy:contents cramped:[&>*:first-child]:flex-1">
        <TextField
          label="검색"
          type="search"
          placeholder="소유자·주소·목적, 초성"
          icon={<Search size={16} strokeWidth={1.5} />}
          value={search.search}
          onValue={(value) => change({ search: value })}
        />
        <Button
          className="self-end roomy:hidden"
          icon={<SlidersHorizontal size={16} strokeWidth={1.5} />}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          필터{used > 0 ? ` ${used}` : ''}
        </Button>
      </div>
      {suggestionFilters.map(({ key, label, list }) => (
        <SuggestField
          key={key}
          label={label}
          value={search[key]}
          onValue={(value) => change({ [key]: value })}
          suggestions={suggestions[list]}
          matches={matchesHangul}
        />
      ))}
      <Select
        label="일자 기준"
        value={search.date_field}
        choices={caseBookDateFields.map((value) => ({ value, label: dateFieldLabels[value] }))}
        onValue={(value) => change({ date_field: value })}
      />
      <DateField label="시작일" value={search.start} onValue={(value) => change({ start: value })} />
      <DateField
        label="종료일"
        value={search.end}
        error={
          search.start !== '' && search.end !== '' && search.end < search.start ? '시작일보다 빠릅니다.' : undefined
        }
        onValue={(value) => change({ end: value })}
      />
    </search>
  )
}

function matchesHangul(suggestion: string, typed: string): boolean {
  return matchesSearch(searchText([suggestion]), compileSearch(typed))
}
