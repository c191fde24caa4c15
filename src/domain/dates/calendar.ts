import { addDays, countDaysBetween, getMonthBounds } from './office-date.ts'

/** First and last selectable day; an absent or empty side is open. */
export interface DayLimits {
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A calendar key's movement from a day. */
export type DayMove =
  | { readonly by: number; readonly unit: 'day' | 'month' | 'year' }
  | { readonly to: 'week-start' | 'week-end' }

/**
 * Six weeks from Sunday to Saturday that contain the whole month of `day`, so that a calendar keeps
 * its height from month to month.
 */
export function listMonthWeeks(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -computeWeekday(first))
  return [0, 7, 14, 21, 28, 35].map((after) => weekdayNames.map((_, weekday) => addDays(start, after + weekday)))
}

/**
 * The day a move leads to, within the limits. From the end of a long month it leads to the last day
 * of a short one.
 */
export function moveDay(day: string, move: DayMove, limits: DayLimits = {}): string {
  if ('to' in move) {
    const weekday = computeWeekday(day)
    return clampDay(addDays(day, move.to === 'week-start' ? -weekday : 6 - weekday), limits)
  }
  if (move.unit === 'day') return clampDay(addDays(day, move.by), limits)
  return clampDay(addMonths(day, move.unit === 'year' ? move.by * 12 : move.by), limits)
}

/** The nearest selectable day. */
export function clampDay(day: string, { min, max }: DayLimits): string {
  const [first, last] = [min || firstDayOfAll, max || lastDayOfAll]
  if (day < first) return first
  return day > last ? last : day
}

/**
 * Years have four digits everywhere in the office, and a month after the last one must exist too.
 */
const [firstDayOfAll, lastDayOfAll] = ['1000-01-01', '9998-12-31']

/** Whether a day is selectable. */
export function isWithin(day: string, limits: DayLimits): boolean {
  return clampDay(day, limits) === day
}

/** Day of the week from 0, Sunday, to 6. */
export function computeWeekday(day: string): number {
  // 2000-01-02 was a Sunday.
  return ((countDaysBetween('2000-01-02', day) % 7) + 7) % 7
}

/** `2026년 11월 25일 수요일`, for screen readers. */
export function formatSpokenDay(day: string): string {
  return `${formatMonthTitle(day)} ${Number(day.slice(8))}일 ${weekdayNames[computeWeekday(day)] ?? ''}요일`
}

/** `2026년 11월`. */
export function formatMonthTitle(day: string): string {
  return `${Number(day.slice(0, 4))}년 ${Number(day.slice(5, 7))}월`
}

export const weekdayNames = ['일', '월', '화', '수', '목', '금', '토'] as const

/** The same day some months later or earlier, or the last day of a shorter month (민법 제160조). */
export function addMonths(day: string, by: number): string {
  const target = countMonths(day) + by
  const months = Math.max(countMonths(firstDayOfAll), Math.min(countMonths(lastDayOfAll), target))
  const { first, last } = getMonthBounds(Math.floor(months / 12), (months % 12) + 1)
  const sameDay = `${first.slice(0, 8)}${day.slice(8)}`
  return sameDay > last ? last : sameDay
}

/** Months since the year 0. */
export function countMonths(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

/**
 * Whether the office works on this day. Weekends and public holidays are off (관공서의 공휴일에 관한 규정 제2조,
 * substitute days by 제3조; paid holidays for private employees by 근로기준법 제55조 제2항), and so was 1 May
 * (근로자의 날) before it became a public holiday. HAZARD: holidays decreed for one year (임시공휴일) must be
 * added below; until then such a day counts as a working day. Lunar holidays are known from 2024 to
 * 2035.
 */
export function isWorkingDay(day: string): boolean {
  return !isWeekend(day) && !findHolidays(day.slice(0, 4)).has(day)
}

/** The day itself, or the next working day when it is a day off. */
export function findFirstWorkingDay(day: string): string {
  let first = day
  while (!isWorkingDay(first)) first = addDays(first, 1)
  return first
}

/** The first working day after this one. */
export function findNextWorkingDay(day: string): string {
  return findFirstWorkingDay(addDays(day, 1))
}

/** The name of a day off other than a weekend: 개천절, 추석 연휴, 대체공휴일(개천절); null for every other day. */
export function findHolidayName(day: string): string | null {
  return findHolidays(day.slice(0, 4)).get(day) ?? null
}

function isWeekend(day: string): boolean {
  return computeWeekday(day) === 0 || computeWeekday(day) === 6
}

/** 설날, 부처님오신날 and 추석 by the lunar calendar as computed in Seoul. */
const lunarDays: Readonly<Record<string, readonly [newYear: string, buddha: string, harvest: string]>> = {
  2024: ['02-10', '05-15', '09-17'],
  2025: ['01-29', '05-05', '10-06'],
  2026: ['02-17', '05-24', '09-25'],
  2027: ['02-07', '05-13', '09-15'],
  2028: ['01-27', '05-02', '10-03'],
  2029: ['02-13', '05-20', '09-22'],
  2030: ['02-03', '05-09', '09-12'],
  2031: ['01-23', '05-28', '10-01'],
  2032: ['02-11', '05-16', '09-19'],
  2033: ['01-31', '05-06', '09-08'],
  2034: ['02-19', '05-25', '09-27'],
  2035: ['02-08', '05-15', '09-16'],
}

/**
 * Holidays of one year only: election days and 임시공휴일. Regular elections follow from 공직선거법 제34조: the
 * first Wednesday 70 (president), 50 (assembly) or 30 days before the terms end, or a week later if
 * it or an adjacent day is a holiday. An early election replaces its line.
 */
const singleYearHolidays: Readonly<Record<string, string>> = {
  '2024-04-10': '국회의원선거일',
  '2024-10-01': '임시공휴일(국군의 날)',
  '2025-01-27': '임시공휴일',
  '2025-06-03': '대통령선거일',
  '2026-06-03': '지방선거일',
  '2028-04-12': '국회의원선거일',
  '2030-03-27': '대통령선거일',
  '2030-06-12': '지방선거일',
  '2032-04-14': '국회의원선거일',
}

interface Holiday {
  readonly day: string
  readonly name: string
  /**
   * On which days of the week it gets a substitute: never, on Saturday and Sunday, or (설날, 추석) on
   * Sunday only.
   */
  readonly substituteRule: 'never' | 'weekend' | 'sunday'
}

const holidaysByYear = new Map<string, ReadonlyMap<string, string>>()

/** Names by day. */
function findHolidays(year: string): ReadonlyMap<string, string> {
  const days = holidaysByYear.get(year) ?? addSubstitutes(listNamedHolidays(year))
  holidaysByYear.set(year, days)
  return days
}

function listNamedHolidays(year: string): Holiday[] {
  const createHolidays = (substituteRule: Holiday['substituteRule'], days: Readonly<Record<string, string>>) =>
    Object.entries(days).map(([day, name]): Holiday => ({ day: `${year}-${day}`, name, substituteRule }))
  const [newYear, buddha, harvest] = lunarDays[year] ?? []
  const hasNewHolidays = Number(year) >= 2026
  return [
    // 관공서의 공휴일에 관한 규정 as amended in 2026 (대통령령 제36290호): 노동절 and 제헌절 are public holidays with
    // substitutes like national days.
    ...createHolidays('never', { '01-01': '신정', '06-06': '현충일' }),
    ...(hasNewHolidays
      ? createHolidays('weekend', { '05-01': '노동절' })
      : createHolidays('never', { '05-01': '근로자의 날' })),
    ...createHolidays('weekend', { '03-01': '삼일절', '05-05': '어린이날', '08-15': '광복절', '10-03': '개천절' }),
    ...createHolidays('weekend', { '10-09': '한글날', '12-25': '성탄절' }),
    ...createHolidays('weekend', hasNewHolidays ? { '07-17': '제헌절' } : {}),
    ...Object.entries(singleYearHolidays)
      .filter(([day]) => day.startsWith(year))
      .map(([day, name]): Holiday => ({ day, name, substituteRule: 'never' })),
    ...createHolidays('weekend', buddha === undefined ? {} : { [buddha]: '부처님오신날' }),
    ...createThreeDays(year, newYear, '설날'),
    ...createThreeDays(year, harvest, '추석'),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** 설날 and 추석 with the day before and the day after. */
function createThreeDays(year: string, middle: string | undefined, name: string): Holiday[] {
  if (middle === undefined) return []
  return [-1, 0, 1].map((offset) => ({
    day: addDays(`${year}-${middle}`, offset),
    name: offset === 0 ? name : `${name} 연휴`,
    substituteRule: 'sunday',
  }))
}

/**
 * All named holidays, and for each that falls on a weekend or another holiday, the next day that is
 * neither (제3조).
 */
function addSubstitutes(named: readonly Holiday[]): Map<string, string> {
  const days = new Map<string, string>()
  for (const { day, name } of named) days.set(day, days.has(day) ? `${days.get(day)}·${name}` : name)
  const takenDays = new Set<string>()
  for (const { day, name, substituteRule } of named) {
    const isLost =
      takenDays.has(day) ||
      (substituteRule === 'weekend' && isWeekend(day)) ||
      (substituteRule === 'sunday' && computeWeekday(day) === 0)
    takenDays.add(day)
    if (!isLost || substituteRule === 'never') continue
    let substitute = addDays(day, 1)
    while (isWeekend(substitute) || days.has(substitute)) substitute = addDays(substitute, 1)
    days.set(substitute, `대체공휴일(${name.replace(' 연휴', '')})`)
  }
  return days
}
