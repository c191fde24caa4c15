import type { Book, FieldValue } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FilterableField } from '#app/ui/filter-bar/filter-question.ts'
import { filterTagText } from '#app/ui/filter-bar/filter-words.ts'

/** The query, and the screen's own conditions in words: `2026년`. */
export type ListQuestion = Pick<Query, 'search' | 'filters'> & { readonly words?: readonly string[] }

/**
 * Conditions of a list in words, for the print: `검색 “김” · 등기접수일 범위 2026.11.01 ~ 2026.11.30`, or 조건
 * 없음.
 */
export function questionTexts(
  { search, filters, words = [] }: ListQuestion,
  columns: readonly Column[],
  book: Book,
): string {
  const searched = search.trim() === '' ? [] : [`검색 “${search.trim()}”`]
  const filterTexts = filters.map((filter) => filterTagText(filter, fieldOf(filter.field, columns, book)))
  const all = [...words, ...searched, ...filterTexts]
  return all.length === 0 ? '조건 없음' : `조건: ${all.join(' · ')}`
}

function fieldOf(path: string, columns: readonly Column[], { fields, filters = [] }: Book): FilterableField {
  const column = columns.find(({ key }) => key === path)
  const described = fields.find(({ key }) => key === path)
  const label = column?.label ?? filters.find(({ field }) => field === path)?.label ?? described?.label ?? path
  const kind = column?.field.kind ?? described?.kind ?? 'text'
  const option = (value: FieldValue) => column?.options?.().find((each) => each.value === value)?.label ?? null
  return { field: path, label, kind, labelOf: option }
}
