import { X } from 'lucide-react'
import { useState } from 'react'
import type { Filter } from '#contract/records/query.ts'
import { isTouch } from '../data-table/commands/last-pointer.ts'
import { ShortName } from '../display/short-name.tsx'
import { Popover } from '../overlays/popover.tsx'
import { FilterEditor } from './filter-controls.tsx'
import { type FilterableField, type FilterQuery, withFilter, withoutField } from './filter-query.ts'
import { filterTexts, formatFilterTag } from './filter-texts.ts'
import type { CountValues } from './value-list.tsx'

interface FilterTagsProps {
  filterQuery: FilterQuery
  fields: readonly FilterableField[]
  countValues?: CountValues | undefined
  onQueryChange(next: FilterQuery): void
}

/**
 * 활성 필터: each filter as `열 연산자 값`, to be edited by a click or removed; a button removes all when
 * there are several.
 */
export function FilterTags({ filterQuery, fields, countValues, onQueryChange }: FilterTagsProps) {
  const [editedFilter, setEditedFilter] = useState<Filter | null>(null)
  // A tag whose filter was cleared in its editor stays until the editor closes, because the popover
  // is anchored to its button.
  const isFilterRemoved =
    editedFilter !== null && !filterQuery.filters.some((filter) => filter.field === editedFilter.field)
  const tags = isFilterRemoved ? [...filterQuery.filters, clearFilter(editedFilter)] : filterQuery.filters
  if (tags.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <h2 id="active-filters" className="text-label font-semibold text-ink-2">
        활성 필터
      </h2>
      <ul aria-labelledby="active-filters" className="contents">
        {tags.map((filter) => {
          const field = fields.find((candidate) => candidate.field === filter.field)
          return (
            <li
              key={filter.field}
              className="flex max-w-full items-center rounded-control border border-primary bg-primary-wash"
            >
              <Tag
                filter={filter}
                field={field}
                isOpen={editedFilter?.field === filter.field}
                onOpenChange={(isOpen) => setEditedFilter(isOpen ? filter : null)}
                countValues={countValues}
                onFilter={(next) => onQueryChange(withFilter(filterQuery, next))}
              />
              <button
                type="button"
                aria-label={`${formatFilterTag(filter, field)} 필터 지우기`}
                onClick={({ currentTarget }) => {
                  focusNearTag(currentTarget)
                  setEditedFilter(null)
                  onQueryChange(withoutField(filterQuery, filter.field))
                }}
                className="flex h-6 w-6 shrink-0 items-center justify-center text-ink-2 hover:text-ink coarse:size-11"
              >
                <X size={14} strokeWidth={1.5} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      {filterQuery.filters.length > 1 ? (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            focusSearchBox(currentTarget)
            onQueryChange({ ...filterQuery, filters: [] })
          }}
          className="h-6 px-1.5 text-label font-medium text-ink-2 underline underline-offset-2 hover:text-ink coarse:h-11"
        >
          전체 초기화
        </button>
      ) : null}
    </div>
  )
}

/** Before a tag goes with its button: the focus moves to the next tag, else to the search box. */
function focusNearTag(button: HTMLElement): void {
  const tag = button.closest('li')
  const next = tag?.nextElementSibling ?? tag?.previousElementSibling
  const nextButton = next?.querySelector<HTMLElement>('button:last-of-type')
  if (nextButton) nextButton.focus()
  else focusSearchBox(button)
}

/** On touch it would open the keyboard. */
function focusSearchBox(button: HTMLElement): void {
  if (!isTouch()) button.closest('search')?.querySelector<HTMLElement>('[data-search-of]')?.focus()
}

function clearFilter(filter: Filter): Filter {
  const { field } = filter
  if (filter.op === 'contains') return { op: 'contains', field, text: '' }
  if (filter.op === 'between') return { op: 'between', field, from: '', to: '' }
  return { op: filter.op === 'none_of' ? 'none_of' : 'one_of', field, values: [] }
}

interface TagProps {
  filter: Filter
  field: FilterableField | undefined
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  countValues: CountValues | undefined
  onFilter(filter: Filter): void
}

function Tag({ filter, field, isOpen, onOpenChange, countValues, onFilter }: TagProps) {
  const texts = filterTexts(filter, field)
  const content = (
    <span className="flex min-w-0 gap-1">
      <span className="shrink-0">
        {texts.label} <span className="text-ink-2">{texts.operator}</span>{' '}
      </span>
      <strong className="min-w-0 font-semibold">
        <ShortName text={texts.value} />
      </strong>
    </span>
  )
  const tagClass = 'h-6 min-w-0 pl-2 text-label text-ink coarse:h-11'
  // A filter on a field this screen doesn't know (from an old link) can be removed but not edited.
  if (!field) return <span className={`${tagClass} flex items-center`}>{content}</span>
  return (
    <Popover
      title={`${field.label} 필터`}
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <button type="button" className={`${tagClass} hover:underline`}>
          {content}
        </button>
      }
    >
      <FilterEditor field={field} filter={filter} countValues={countValues} onFilter={onFilter} />
    </Popover>
  )
}
