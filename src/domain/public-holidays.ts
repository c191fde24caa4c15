import { addDays } from './office-date.ts'

/**
 * Is this a day on which the office works? Weekends and public holidays are none (관공서의 공휴일에 관한 규정 §2, with substitute days of §3; employees of a private
 * office have them as paid holidays under 근로기준법 §55②), nor is 1 May (근로자의 날). HAZARD: what is decreed year by year (temporary holidays, election days)
 * must be added below when it is; until then such a day counts as a working day. Lunar holidays are known from 2024 to 2035.
 */
export function isWorkingDay(day: string): boolean {
  return !isWeekend(day) && !holidaysOf(day.slice(0, 4)).has(day)
}

function isWeekend(day: string): boolean {
  return weekday(day) === 0 || weekday(day) === 6
}

/** Day of the week from 0, Sunday, to 6. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** New Year's days 설날, 부처님오신날 and 추석 by the lunar calendar as it is reckoned in Seoul. */
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

/** Holidays of one year only: election days and 임시공휴일. */
const decreed: readonly string[] = ['2024-04-10', '2024-10-01', '2025-01-27', '2025-06-03', '2026-06-03']

interface Holiday {
  readonly day: string
  /** On which days of the week it is made up for: never, on Saturday and Sunday, or (설날, 추석) on Sunday only. */
  readonly madeUp: 'never' | 'weekend' | 'sunday'
}

const known = new Map<string, ReadonlySet<string>>()

function holidaysOf(year: string): ReadonlySet<string> {
  const days = known.get(year) ?? withSubstitutes(namedHolidays(year))
  known.set(year, days)
  return days
}

function namedHolidays(year: string): Holiday[] {
  const on = (days: readonly string[], madeUp: Holiday['madeUp']) =>
    days.map((day): Holiday => ({ day: `${year}-${day}`, madeUp }))
  const [newYear, buddha, harvest] = lunarDays[year] ?? []
  const three = (middle: string | undefined) =>
    middle === undefined ? [] : [-1, 0, 1].map((offset) => addDays(`${year}-${middle}`, offset).slice(5))
  return [
    ...on(['01-01', '05-01', '06-06'], 'never'),
    ...on(['03-01', '05-05', '08-15', '10-03', '10-09', '12-25'], 'weekend'),
    // 제헌절: a public holiday again since the act of January 2026 (공휴일에 관한 법률, all national days).
    ...on(Number(year) < 2026 ? [] : ['07-17'], 'weekend'),
    ...decreed.filter((day) => day.startsWith(year)).map((day): Holiday => ({ day, madeUp: 'never' })),
    ...on(buddha === undefined ? [] : [buddha], 'weekend'),
    ...on([...three(newYear), ...three(harvest)], 'sunday'),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Every named holiday, and for each that is lost on a weekend or on another holiday the next day that is neither (§3). */
function withSubstitutes(named: readonly Holiday[]): Set<string> {
  const days = new Set(named.map(({ day }) => day))
  const seen = new Set<string>()
  for (const { day, madeUp } of named) {
    const isLost =
      seen.has(day) || (madeUp === 'weekend' && isWeekend(day)) || (madeUp === 'sunday' && weekday(day) === 0)
    seen.add(day)
    if (!isLost || madeUp === 'never') continue
    let substitute = addDays(day, 1)
    while (isWeekend(substitute) || days.has(substitute)) substitute = addDays(substitute, 1)
    days.add(substitute)
  }
  return days
}
