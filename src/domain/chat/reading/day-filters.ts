import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays, firstDay } from '#domain/dates/office-date.ts'
import { toInstantBounds } from '#domain/dates/office-moment.ts'
import { findFieldByPath, isDay } from '../record-filters.ts'
import { defaultFields } from './default-fields.ts'
import type { FoundDays } from './read-days.ts'
import type { NamedBookField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'

/** No field says when a case got this state. */
const undatedStates = /(?:취소|보류)(?:된|한|됐|했|되|하는)/

interface DayContext {
  readonly fields: readonly NamedBookField[]
  /** The fields that the question says are empty. */
  readonly empty: ReadonlyMap<NamedBookField, { readonly isToDo: boolean }>
  readonly today: string
  readonly stateDay: string | undefined
}

/**
 * Filters for the days of a question: each applies to the nearest day field it names, otherwise to
 * the day of the named state or the book's usual day. `used`: the fields that got a filter;
 * `leftOut`: the days without a field.
 */
export function readDayFilters(
  { text, days, measure, isAboutReceivables, isAboutDeadlines }: ParsedQuestion,
  collection: CollectionName,
  { fields, empty, today, stateDay }: DayContext,
): { filters: Filter[]; used: ReadonlySet<NamedBookField>; leftOut: readonly string[] } {
  // Unpaid records have no day of payment.
  const dates = fields.filter(({ path }) => isDay(collection, path) && !(isAboutReceivables && path === 'deposit_at'))
  const used = new Set<NamedBookField>()
  const leftOut: string[] = []
  const deadlineDay = bookRules[collection].deadline?.day
  const bookDay = measure.isByEntry ? findEntryDay(collection) : defaultFields[collection]?.day
  // 이번 주 접수 안 된 사건: the day that is missing can't be this week.
  const isBookDayEmpty = [...empty.keys()].some(({ path }) => path === bookDay)
  const filters = days.flatMap(({ range, at }) => {
    const nearest = dates
      .filter((field) => !used.has(field))
      .toSorted((a, b) => weighDistance(a, at) - weighDistance(b, at))[0]
    if (nearest && empty.get(nearest)?.isToDo) {
      // 이번 달에 청구할: it has no such day yet.
      leftOut.push(range.words)
      return []
    }
    const named = dates
      .filter((field) => !used.has(field) && !empty.has(field))
      .toSorted((a, b) => weighDistance(a, at) - weighDistance(b, at))[0]
    if (named) used.add(named)
    else if (collection === 'deposit-cases' && undatedStates.test(text)) {
      leftOut.push(range.words)
      return []
    }
    const defaultDay = isAboutReceivables
      ? 'cost_request_at'
      : isAboutDeadlines || isBookDayEmpty
        ? deadlineDay
        : (stateDay ?? findPlannedDay(range, { text, collection, today }) ?? bookDay)
    const path = named?.path ?? defaultDay
    if (path === undefined) {
      leftOut.push(range.words)
      return []
    }
    return createDayRangeFilters(collection, path, {
      from: resolveRelativeDay(range.from, today),
      to: resolveRelativeDay(range.to, today),
    })
  })
  return { filters, used, leftOut }
}

/**
 * The field for days of planned work: days that lie ahead, or a week with days ahead (이번 주).
 * A month or year that is not over means what was done in it, unless the question says
 * otherwise: 올해 잡힌.
 */
function findPlannedDay(
  { from, to }: FoundDays['range'],
  { text, collection, today }: { text: string; collection: CollectionName; today: string },
): string | undefined {
  const { plannedDay } = defaultFields[collection] ?? {}
  if (doneWords.test(text)) return undefined
  // No case is filed on a day to come.
  if (from !== null && !from.startsWith('-') && from > today) return plannedDay ?? bookRules[collection].deadline?.day
  if (plannedWords.test(text)) return to === null || to >= today ? plannedDay : undefined
  const isThisWeek = from !== null && to !== null && to > today && from <= today && to <= addDays(from, 6)
  return isThisWeek ? plannedDay : undefined
}

const doneWords = /(?:했|됐|되었|갔|냈|넣었|끝났|마쳤)[가-힣]{0,5} ?$|(?:처리|완료)(?:한|된)/
const plannedWords = /잡힌|잡혔|잡혀|(?:들어갈|넣을|나갈|처리할|할)(?=\s|$|거|것|건)|앞으로|예정/

/**
 * The field for the day of entry (오늘 추가된): that of the record itself, if it has an
 * instant; otherwise that of its row.
 */
export function findEntryDay(collection: CollectionName): string {
  const { day } = defaultFields[collection] ?? {}
  return day !== undefined && findFieldByPath(collection, day)?.kind === 'datetime' ? day : 'inserted_at'
}

/** The day field that the filters of a state use (10월에 완료된); the days refer to it. */
export function findStateDayField(collection: CollectionName, states: readonly Filter[]): string | undefined {
  // 이번 달 완료된 공탁: completed with the certificate, as registrations are.
  const isCompleted = states.some((state) => state.op === 'equals' && state.value === 'completed')
  if (collection === 'deposit-cases' && isCompleted) return 'registrated_at'
  if (collection === 'projects' && states.some((state) => state.op === 'equals' && state.value === '완료'))
    return 'end_date'
  return states.find((state) => state.op === 'between' && isDay(collection, state.field))?.field
}

/** Converts `-30` to the day that many days before today. */
function resolveRelativeDay(day: string | null, today: string): string | null {
  return day?.startsWith('-') ? addDays(today, Number(day)) : day
}

/**
 * Lower is likelier. A field after the days (10월에 접수된) beats one before them, which counts three
 * times its distance.
 */
function weighDistance({ at, end }: NamedBookField, dayAt: number): number {
  return at > dayAt ? at - dayAt : 3 * (dayAt - end) + 3
}

/**
 * Records whose day is in a range (`YYYY-MM-DD`, both included; null leaves a side open). Leave
 * counts when it overlaps the range.
 */
export function createDayRangeFilters(
  collection: CollectionName,
  path: string,
  { from, to }: { from: string | null; to: string | null },
): Filter[] {
  if (collection === 'leave-requests' && path === 'startDate')
    return [
      ...(to === null ? [] : [{ op: 'between' as const, field: 'startDate', from: firstDay, to }]),
      ...(from === null ? [] : [{ op: 'between' as const, field: 'endDate', from, to: null }]),
    ]
  const isInstant = findFieldByPath(collection, path)?.kind === 'datetime'
  const range = isInstant ? toInstantBounds(from ?? '', to ?? '') : { from: from ?? firstDay, to }
  return [{ op: 'between', field: path, ...range }]
}
