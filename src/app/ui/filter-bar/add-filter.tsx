import { ListFilterPlus } from 'lucide-react'
import { useState } from 'react'
import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import { Button } from '../buttons/button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { FindList } from '../fields/find-list.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { filterOn, withFilter, type FilterableField, type FilterQuestion } from './filter-question.ts'
import type { CountValues } from './value-list.tsx'

interface AddFilterProps {
  question: FilterQuestion
  fields: readonly FilterableField[]
  countValues?: CountValues | undefined
  onQuestion(next: FilterQuestion): void
}

/** Adds a filter on any field: choose the field, then its value. */
export function AddFilter({ question, fields, countValues, onQuestion }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<FilterableField | null>(null)
  const [typed, setTyped] = useState('')
  const search = compileSearch(typed)
  const found = fields.filter(({ label }) => search.words.length === 0 || matchesSearch(searchText([label]), search))

  function open(next: boolean) {
    setOpen(next)
    if (!next) return
    setChosen(null)
    setTyped('')
  }

  return (
    <Popover
      title={chosen ? `${chosen.label} 필터` : '필터를 적용할 컬럼'}
      open={isOpen}
      onOpenChange={open}
      trigger={<Button icon={<ListFilterPlus size={16} strokeWidth={1.5} />}>필터 추가</Button>}
    >
      {chosen ? (
        <FilterEditor
          key={chosen.field}
          field={chosen}
          filter={filterOn(question, chosen.field)}
          countValues={countValues}
          onFilter={(filter) => onQuestion(withFilter(question, filter))}
        />
      ) : (
        <FindList
          label="컬럼 찾기"
          placeholder="컬럼 찾기, 초성"
          text={typed}
          onText={setTyped}
          results={found.map(({ field, label }) => ({ key: field, label, note: '' }))}
          status={found.length === 0 ? '맞는 컬럼이 없습니다.' : ''}
          onChoose={(key) => setChosen(fields.find(({ field }) => field === key) ?? null)}
        />
      )}
    </Popover>
  )
}
