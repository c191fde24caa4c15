import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import type { ValueCount } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildSearchText, compareKorean, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { ShortName } from '../display/short-name.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useLatest } from '../hooks/use-latest.ts'
import { isImeKey } from '../text-editing/composition.ts'
import { buildExcludingFilter, buildValueFilter, type FilterableField, listFilterValues } from './filter-query.ts'
import { formatFilterValue } from './filter-texts.ts'

export type CountValues = (field: string, limit: number) => Promise<readonly ValueCount[]>

interface ValueListProps {
  field: FilterableField
  filter: Filter | undefined
  countValues: CountValues
  onFilter(filter: Filter): void
}

/** Maximum values requested and rendered; the search covers the requested ones. */
const limits = { requested: 1_000, rendered: 200 } as const

/**
 * Checkboxes for the values of a field with their counts, searchable by substring or 초성. Counts
 * again each time the list opens. Enter in the search box takes the value typed in full, else all
 * texts that contain what was typed, else all values found; ↓ goes to the list, where arrows move
 * and Space ticks. 선택한 값 제외 finds all other values instead.
 */
export function ValueList({ field, filter, countValues, onFilter }: ValueListProps) {
  const valueCounts = useValueCounts(field.field, countValues)
  const [query, setQuery] = useState(filter?.op === 'contains' ? filter.text : '')
  const [isExcluding, setIsExcluding] = useState(filter?.op === 'none_of')
  const chosenValues = filter?.op === 'none_of' ? filter.values : listFilterValues(filter)
  const searchBox = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  if (valueCounts === 'failed') {
    return (
      <p role="alert" className="text-label text-danger">
        필터 옵션 로드 중 오류가 발생했습니다.
      </p>
    )
  }
  const lines = buildValueLines(valueCounts ?? [], chosenValues, field)
  const search = compileSearch(query)
  const matchingLines = lines.filter(
    (line) => search.words.length === 0 || matchesSearch(buildSearchText([line.label]), search),
  )
  const rendered = matchingLines.slice(0, limits.rendered)
  const isTruncated = valueCounts?.length === limits.requested
  const isPartChosen = filter?.op === 'contains' && filter.text.trim() === query.trim()
  const isFindable = isTruncated || matchingLines.length > 0 || isPartChosen
  const hasPartLine = field.isPlainText === true && !isExcluding && query.trim() !== '' && isFindable

  function choose(values: readonly FieldValue[], isExcluded = isExcluding) {
    onFilter((isExcluded ? buildExcludingFilter : buildValueFilter)(field.field, values))
  }

  /** Chooses these values, or drops them if all are chosen. */
  function toggleAll(values: readonly FieldValue[]) {
    const others = chosenValues.filter((value) => !values.includes(value))
    choose(values.every((value) => chosenValues.includes(value)) ? others : [...others, ...values])
  }

  /** Texts that are stored later are found too, unlike with the values found now. */
  function toggleFound() {
    if (hasPartLine) onFilter({ op: 'contains', field: field.field, text: isPartChosen ? '' : query.trim() })
    else toggleAll(matchingLines.map(({ value }) => value))
  }

  function onSearchKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event)) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('input')?.focus()
    }
    if (event.key !== 'Enter' || query.trim() === '') return
    if (matchingLines.length === 0 && !hasPartLine) return
    event.preventDefault()
    const exact = matchingLines.filter(({ label }) => label === query.trim())
    if (exact.length > 0) toggleAll(exact.map(({ value }) => value))
    else toggleFound()
    // What is typed next finds other values.
    event.currentTarget.select()
  }

  function onListKey(event: KeyboardEvent<HTMLInputElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])]
    const index = boxes.indexOf(event.currentTarget) + step
    ;(index < 0 ? searchBox.current : boxes[index])?.focus()
  }

  return (
    <>
      <TextField
        ref={searchBox}
        label={`${field.label} 값 찾기`}
        isLabelHidden
        type="search"
        placeholder="값 찾기, 초성"
        value={query}
        onValue={setQuery}
        onKeyDown={onSearchKey}
      />
      <ul
        ref={list}
        aria-label={`${field.label} 값`}
        aria-busy={valueCounts === null}
        className="-mx-1 flex min-h-24 flex-1 flex-col overflow-y-auto px-1 max-sm:max-h-64 sm:max-h-72"
      >
        {hasPartLine || (query.trim() !== '' && matchingLines.length > 1) ? (
          <li>
            <label className={filterLineClass}>
              <input
                type="checkbox"
                checked={hasPartLine ? isPartChosen : matchingLines.every(({ value }) => chosenValues.includes(value))}
                onChange={toggleFound}
                onKeyDown={onListKey}
                className="size-4 shrink-0 accent-primary"
              />
              <span className="min-w-0 flex-1 font-semibold">
                {hasPartLine ? `‘${query.trim()}’ 포함하는 것 모두` : '찾은 항목 모두 선택'}
              </span>
              <span className="tabular text-label text-ink-3">
                {isTruncated ? '' : formatNumber(matchingLines.reduce((count, line) => count + line.count, 0))}
              </span>
            </label>
          </li>
        ) : null}
        {rendered.map((line) => (
          <li key={String(line.value)}>
            <label className={filterLineClass}>
              <input
                type="checkbox"
                checked={chosenValues.includes(line.value)}
                onChange={() => toggleAll([line.value])}
                onKeyDown={onListKey}
                className="size-4 shrink-0 accent-primary"
              />
              <span className="min-w-0 flex-1" title={line.label}>
                <ShortName text={line.label} />
              </span>
              <span className="tabular text-label text-ink-3">{formatNumber(line.count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {field.kind === 'flag' ? null : (
        <label className={`${filterLineClass} border-t`}>
          <input
            type="checkbox"
            checked={isExcluding}
            onChange={() => {
              setIsExcluding(!isExcluding)
              // The values that contain a text now, because those stored later can't be excluded by it.
              choose(filter?.op === 'contains' ? matchingLines.map(({ value }) => value) : chosenValues, !isExcluding)
            }}
            className="size-4 shrink-0 accent-primary"
          />
          선택한 값 제외
        </label>
      )}
      <p role="status" className="text-label text-ink-3">
        {describeCount(valueCounts?.length ?? null, matchingLines.length)}
      </p>
    </>
  )
}

export const filterLineClass =
  'flex min-h-7 cursor-default items-center gap-2 rounded-control px-1 hover:bg-paper-sunk coarse:min-h-11'

function describeCount(counted: number | null, matchCount: number): string {
  if (counted === null) return '데이터를 불러오는 중...'
  if (counted === 0) return '지금 조건에 맞는 기록이 없습니다.'
  const isTruncated = counted === limits.requested
  if (matchCount === 0) return isTruncated ? '자주 나오는 값 중에는 맞는 값이 없습니다.' : '맞는 값이 없습니다.'
  const omittedCount = matchCount - limits.rendered
  if (omittedCount > 0) return `외 ${formatNumber(omittedCount)}개는 검색하면 나옵니다.`
  return isTruncated ? '값이 많아 자주 나오는 값만 보입니다.' : `값 ${formatNumber(matchCount)}개`
}

/** Counts when the field changes; without a field it keeps the last counts. */
export function useValueCounts(
  field: string | null,
  countValues: CountValues,
): readonly ValueCount[] | 'failed' | null {
  const [counted, setCounted] = useState<readonly ValueCount[] | 'failed' | null>(null)
  const latestCountValues = useLatest(countValues)
  useEffect(() => {
    if (field === null) return undefined
    let isActive = true
    latestCountValues()(field, limits.requested).then(
      (values) => isActive && setCounted(values),
      () => isActive && setCounted('failed'),
    )
    return () => {
      isActive = false
    }
  }, [field, latestCountValues])
  return counted
}

interface ValueLine {
  readonly value: FieldValue
  readonly label: string
  readonly count: number
}

/**
 * Chosen values stay listed even when no record has them. Names are in natural order (제2공구 before
 * 제10공구), an empty value last; days newest first and numbers smallest first, an empty value
 * before them; states and other choices by frequency.
 */
export function buildValueLines(
  counted: readonly ValueCount[],
  chosenValues: readonly FieldValue[],
  field: FilterableField,
): readonly ValueLine[] {
  const missing = chosenValues.filter((value) => !counted.some((valueCount) => valueCount.value === value))
  const lines = [...counted, ...missing.map((value) => ({ value, label: '', count: 0 }))]
  const labelled = lines.map(({ value, label, count }) => {
    const isPlainText = typeof value === 'string' && label !== '' && label !== value
    return { value, count, label: isPlainText ? label : formatFilterValue(value, field) }
  })
  const compare = orders[field.kind]
  return compare ? labelled.toSorted(compare) : labelled
}

type CompareLines = (a: ValueLine, b: ValueLine) => number

const isEmptyLine = ({ value }: ValueLine) => value === null || value === ''
const emptyFirst: CompareLines = (a, b) => Number(isEmptyLine(b)) - Number(isEmptyLine(a))
const byName: CompareLines = (a, b) => emptyFirst(b, a) || compareKorean(a.label, b.label)
const newestFirst: CompareLines = (a, b) => emptyFirst(a, b) || (String(a.value) < String(b.value) ? 1 : -1)
const smallestFirst: CompareLines = (a, b) => emptyFirst(a, b) || Number(a.value) - Number(b.value)

const orders: Partial<Record<FieldKind, CompareLines>> = {
  text: byName,
  reference: byName,
  date: newestFirst,
  datetime: newestFirst,
  won: smallestFirst,
  number: smallestFirst,
}

/** Suggestions that some record has, then the others; both in their order. */
export function sortUsedFirst(
  suggestions: readonly string[],
  counted: readonly Pick<ValueCount, 'value'>[],
): readonly string[] {
  const used = new Set(counted.map(({ value }) => value))
  return [...suggestions.filter((text) => used.has(text)), ...suggestions.filter((text) => !used.has(text))]
}
