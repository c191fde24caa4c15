import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import {
  createAnyDayFilter,
  createAnyTextFilter,
  createEmptyFilter,
  findFieldByPath,
  isDay,
} from '../record-filters.ts'
import { createDayRangeFilters } from './day-filters.ts'
import { findPhrase, isAmountFilled, isTextFilled } from './field-phrases.ts'
import type { NamedBookField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'

/** What a question says about a named field, and where it says so. */
export interface Presence {
  readonly filters: readonly Filter[]
  /** The same if the question names a state, which replaces the rule for what is still open. */
  readonly plainFilters: readonly Filter[]
  /** The field is said to be empty. */
  readonly isEmpty: boolean
  /** It is empty because it is still to be filled: 청구할, 끊을. */
  readonly isToDo: boolean
  readonly from: number
  readonly to: number
}

/**
 * Reads what a question says about a named field (입금 안 된, 미입금, 공탁번호 없는; 수용개시일이 지난); null when it
 * says nothing about it.
 */
export function readPresence(
  { text, today }: { text: string; today: string },
  collection: CollectionName,
  { at, end, path, word }: NamedBookField,
): Presence | null {
  const kind = findFieldByPath(collection, path)?.kind
  if (kind === undefined) return null
  const phrase = findPhrase(text, { at, end, word })
  // 구분 없는: of a choice, only that there is none.
  if (!phrase || (kind === 'enum' && !/^\s?[이가은는도]?\s?(?:없는|빈|비어|안\s?적)/.test(text.slice(end)))) return null
  const { from, to } = phrase
  // 등기소 가야 되는: only a day is still to be filled.
  if (phrase.kind === 'todo' && !isDay(collection, path)) return null
  const isEmpty = phrase.kind === 'empty' || phrase.kind === 'todo'
  const found = { isEmpty, isToDo: phrase.kind === 'todo', from, to }
  const withFilters = (filters: readonly Filter[], plainFilters = filters) => ({ ...found, filters, plainFilters })
  if (isEmpty) return withFilters([createEmptyFilter(path)])
  if (kind === 'won' || kind === 'number')
    return isAmountFilled(text.slice(end)) ? withFilters([createAnyTextFilter(path)]) : null
  if (phrase.kind === 'passed') {
    if (!isDay(collection, path)) return withFilters([])
    const overdue = createDayRangeFilters(collection, path, { from: null, to: addDays(today, -1) })
    const isDue = bookRules[collection].deadline?.day === path
    // Without a state, only cases that are still open count, like the deadline banner.
    return withFilters(
      [...overdue, ...(isDue ? createDeadlineFilters(collection, { today, hasDays: true }) : [])],
      overdue,
    )
  }
  if (isDay(collection, path)) return withFilters([createAnyDayFilter(path)])
  return kind === 'text' && isTextFilled(text.slice(end)) ? withFilters([createAnyTextFilter(path)]) : null
}

/** Whether the question asks for cases that have a value in the field: 신탁 사건. */
export function asksForPresence(
  { text, rest }: ParsedQuestion,
  collection: CollectionName,
  { at, end, path }: NamedBookField,
): boolean {
  const field = findFieldByPath(collection, path)
  const isAlone =
    /^\s*(?:등기\s*)?(?:사건|건(?=\s|은|이|만))/.test(text.slice(end)) && !/\S\s?$/.test(rest.slice(0, at))
  return field?.kind === 'text' && field.isPerson !== true && isAlone
}
