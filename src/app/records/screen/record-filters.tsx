import type { ReactNode } from 'react'
import type { Field } from '#contract/books/field.ts'
import type { RowSource } from '#contract/row-source.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import type { FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { useCountValues } from '#app/ui/filter-bar/use-count-values.ts'
import type { RecordBook } from '../record-book.ts'

export interface RecordFiltersProps {
  tableId: string
  /** Accessible name of what is filtered. */
  label: string
  question: FilterQuestion
  onQuestion(question: FilterQuestion): void
  /** What stands in the bar, the search box aside. */
  controls: readonly FilterControl[]
  /** What else can be asked for by name; keep the array stable between renders. */
  fields: Parameters<typeof FilterBar>[0]['fields']
  source: RowSource
  searchPlaceholder: string
  actions: ReactNode
}

/** The filter bar of a book (spec 2 §2): what the spec names, and beside it a filter on any other column. */
export function RecordFilters({ source, ...bar }: RecordFiltersProps) {
  return (
    <FilterBar
      {...bar}
      countValues={useCountValues(source)}
      delayMs={0}
      resetLabel="필터 초기화"
      gridClass="roomy:xl:grid-cols-[minmax(168px,1.6fr)_repeat(4,minmax(96px,1fr))_minmax(128px,1fr)_repeat(2,112px)]"
    />
  )
}

/** 일자 기준: one of a book's days, and the range it lies in. */
export function dayControl<Key extends string>(
  days: readonly { readonly value: Key; readonly label: string }[],
  { search, change }: { search: { readonly date_field: Key }; change(patch: { date_field: Key }): void },
): FilterControl {
  return {
    kind: 'dates',
    label: '일자 기준',
    field: search.date_field,
    among: days,
    onField(field) {
      const day = days.find(({ value }) => value === field)
      if (day) change({ date_field: day.value })
    },
  }
}

/** Days to choose one of, by the names their columns have. */
export function dayChoices<Key extends string>(
  { fields }: RecordBook['description'],
  keys: readonly Key[],
): { value: Key; label: string }[] {
  const labelOf = (key: Key) => fields.find((field: Field) => field.key === key)?.label ?? key
  return keys.map((value) => ({ value, label: labelOf(value) }))
}
