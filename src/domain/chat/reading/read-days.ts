import { isDate } from '#contract/records/values.ts'
import { addDays, getMonthBounds } from '#domain/dates/office-date.ts'
import { blankOut } from './blank-out.ts'

/** Days in a question, both included; null leaves that side open. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
  /** As written: 이번 달, 10월 3일부터. */
  readonly words: string
}

/**
 * The first days in a Korean question, and the question without them: 오늘, 지난주, 10월, 작년 3월, 3분기, 최근
 * 3개월, 11월 3일부터 7일까지, 2026.11.20 이후. Weeks begin on Monday. A month without a year is in the year
 * of `today` (`YYYY-MM-DD`).
 */
export function readDays(question: string, today: string): FoundDays | null {
  for (const { pattern, read } of rules) {
    const match = pattern.exec(question)
    const range = match && read(match.slice(1), today)
    if (!match || !range || (range.from ?? range.to) === null) continue
    const rest = blankOut(question, match.index, match[0].length)
    return { range: { ...range, words: match[0].trim() }, at: match.index, rest }
  }
  return null
}

export interface FoundDays {
  readonly range: DayRange
  /** Position in the question. */
  readonly at: number
  /** The question with blanks in their place, so that the rest keeps its position. */
  readonly rest: string
}

type DayBounds = Pick<DayRange, 'from' | 'to'>
type Parts = readonly (string | undefined)[]

const day = String.raw`(?:\d{4}\s*[-./년]\s*\d{1,2}\s*[-./월]\s*\d{1,2}(?:\s*일)?|\d{1,2}\s*월\s*\d{1,2}\s*일|\d{1,2}/\d{1,2}|오늘|어제|그제|그저께|내일|모레)`
const month = String.raw`(?:(?:(?:올해|금년|재작년|작년|지난해|내년|\d{2,4}\s*년)\s*)?\d{1,2}\s*월(?!\s*\d)|이번\s?달|이달|금월|지?지난\s?달|저?저번\s?달|전월|다?다음\s?달|내달)`
const end = String.raw`\s*(?:까지|사이|동안)?`
const spans = '하루|이틀|사흘|나흘|닷새|일주일|열흘|보름'
const count = String.raw`(\d{1,3}|한|두|세|네|다섯|여섯)`

/** Longer patterns first: 10월 3일 must not match as 10월. */
const rules: readonly { pattern: RegExp; read(parts: Parts, today: string): DayBounds | null }[] = [
  {
    pattern: new RegExp(`(${day})\\s*(?:부터|에서|~|-)\\s*(${day}|\\d{1,2}\\s*일)${end}`),
    read: ([first, last], today) => {
      const from = parseDay(first, today)
      const to = parseDay(/^\d{1,2}\s*일$/.test(last ?? '') ? `${from?.slice(0, 7)}-${last}` : last, today)
      return from && to ? { from, to } : null
    },
  },
  {
    pattern: new RegExp(`(${month}|\\d{1,2})\\s*(?:부터|에서|~|-)\\s*(${month})${end}`),
    read: ([first, last], today) => {
      const to = parseMonth(last, today)
      const start = /^\d+$/.test(first ?? '') ? `${to?.first.slice(0, 4)}년 ${first}월` : first
      const from = parseMonth(start, today)
      return from && to ? { from: from.first, to: to.last } : null
    },
  },
  {
    pattern: new RegExp(`(${day})\\s*(?:부터|에서|~)\\s*(${month})(?:\\s*말)?\\s*(?:까지|사이)`),
    read: ([first, last], today) => {
      const [from, to] = [parseDay(first, today), parseMonth(last, today)]
      return from && to ? { from, to: to.last } : null
    },
  },
  {
    pattern: new RegExp(`(${day})\\s*(?:부터|이후|후에?)`),
    read: ([first], today) => ({ from: parseDay(first, today), to: null }),
  },
  {
    pattern: new RegExp(`(${day})\\s*(까지|이전|전까지|전에?)(?!\\s*화)`),
    read: ([last, word], today) => {
      const to = parseDay(last, today)
      return to ? { from: null, to: word === '까지' ? to : addDays(to, -1) } : null
    },
  },
  { pattern: new RegExp(`(${month})\\s*(?:부터|이후)`), read: ([m], today) => openAfter(parseMonth(m, today)) },
  {
    pattern: new RegExp(`(${month})\\s*(?:이전|전까지|전에?)(?!\\s*화)`),
    read: ([m], today) => {
      const found = parseMonth(m, today)
      return found && { from: null, to: addDays(found.first, -1) }
    },
  },
  { pattern: new RegExp(`(${month})\\s*까지`), read: ([m], today) => openBefore(parseMonth(m, today)) },
  { pattern: new RegExp(`(${day})`), read: ([only], today) => toSingleDay(parseDay(only, today)) },
  {
    pattern: /((?:올해|금년|재작년|작년|지난해|\d{2,4}\s*년)\s*)?([1-4])\s*(?:사?분기|\/4분기)/,
    read: ([year, quarter], today) =>
      toMonthRange(parseYear(year, today), Number(quarter) * 3 - 2, Number(quarter) * 3),
  },
  {
    pattern: /((?:올해|금년|재작년|작년|지난해|\d{2,4}\s*년)\s*)?(상|하)반기/,
    read: ([year, half], today) => toMonthRange(parseYear(year, today), half === '상' ? 1 : 7, half === '상' ? 6 : 12),
  },
  {
    pattern: new RegExp(`(?:최근|지난)\\s*(${spans})(?:\\s*(?:간|동안))?`),
    read: ([span], today) => ({ from: addDays(today, -parseDayCount(span)), to: today }),
  },
  {
    pattern: new RegExp(`(?:앞으로\\s*)?(${spans})\\s*(?:안에?|이내에?|내에?(?=\\s)|남은)`),
    read: ([span], today) => ({ from: today, to: addDays(today, parseDayCount(span)) }),
  },
  {
    pattern: new RegExp(`${count}\\s*(일|주일?|개월|달|년)\\s*전(?!\\s*까지|부터)(?:에|의)?(?=[^가-힣]|$)`),
    read: ([number, unit], today) => readAgo(parseNumeral(number), unit, today),
  },
  {
    pattern: new RegExp(`(${spans})\\s*전(?!\\s*까지|부터)(?:에|의)?(?=[^가-힣]|$)`),
    read: ([span], today) => toSingleDay(addDays(today, -parseDayCount(span))),
  },
  {
    pattern: /(?:다음|다가오는|앞으로의?|예정된)\s*(?=휴가|연차|반차|병가)(?!연차\s*(?:며칠|얼마|몇|일수))/,
    read: (_, today) => ({ from: addDays(today, 1), to: null }),
  },
  {
    pattern: new RegExp(
      `(${month})\\s*(?:(첫|(?:둘|셋|넷|다섯)(?=번?째))(?:번?째)?|마지막)\\s*주(?:차)?(?=[^가-힣]|[에의은는도]|$)`,
    ),
    read: ([m, nth], today) =>
      resolveMonthWeek(parseMonth(m, today), ['첫', '둘', '셋', '넷', '다섯'].indexOf(nth ?? '')),
  },
  {
    pattern: new RegExp(`(${month})\\s*(초|중순|말)(까지)?(?:쯤|경)?(?=\\s|에|의|인|$)`),
    read: ([m, part, until], today) => resolveMonthPart(parseMonth(m, today), part, until !== undefined),
  },
  {
    pattern: /(?<![가-힣\d])월(초|말)(까지)?(?:쯤|경)?(?=\s|에|의|인|$)/,
    read: ([part, until], today) => resolveMonthPart(parseMonth('이번달', today), part, until !== undefined),
  },
  {
    pattern: /(?:(이번|금|지난|저번|다음)\s?(주)?\s*)?([월화수목금토일])요일/,
    read: ([weekWord, week, weekday], today) =>
      toSingleDay(parseWeekday(weekday ?? '', { weekWord, isWeekNamed: week !== undefined }, today)),
  },
  {
    pattern: /(이번|지난|저번|다음)\s?분기/,
    read: ([word], today) => parseQuarter(word, today),
  },
  {
    pattern: new RegExp(`(?:최근|지난|요)\\s*${count}\\s*(일|주일?|개월|달|년)(?:\\s*(?:간|동안))?`),
    read: ([number, unit], today) => ({ from: stepDate(today, -parseNumeral(number), unit), to: today }),
  },
  {
    pattern: new RegExp(`(?:앞으로\\s*)?${count}\\s*(일|주일?|개월|달|년)\\s*(?:안에?|이내에?|내에?(?=\\s)|남은)`),
    read: ([number, unit], today) => ({ from: today, to: stepDate(today, parseNumeral(number), unit) }),
  },
  {
    pattern: new RegExp(
      `(${month})(?:\\s*한\\s*달)?(?:\\s*(?:간|동안))?(?=[^가-힣]|[에의은는이도중과와을를만까인보]|하고|랑|대비|$)`,
    ),
    read: ([m], today) => bothEnds(parseMonth(m, today)),
  },
  {
    // 내 주세요 is a request, not a week.
    pattern: /((?:이번|금|지?지난|저?저번|전|다?다음)\s?|내(?=주))주(?![가-힣]*주소|[세시실])(?:간)?/,
    read: ([word], today) => parseWeek(word, today),
  },
  {
    pattern: /(올해|금년|재작년|작년|지난해|내년|\d{4}\s*년|\d{2}년)(?!\s*\d)/,
    read: ([year], today) => toMonthRange(parseYear(year, today), 1, 12),
  },
]

const numerals: Readonly<Record<string, number>> = { 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 여섯: 6 }

export function parseDayCount(words = ''): number {
  return { 하루: 1, 이틀: 2, 사흘: 3, 나흘: 4, 닷새: 5, 일주일: 7, 열흘: 10 }[words] ?? 15
}

function parseNumeral(words = ''): number {
  return numerals[words] ?? Number(words)
}

function toSingleDay(only: string | null): DayBounds | null {
  return only ? { from: only, to: only } : null
}

function parseDay(words: string | undefined, today: string): string | null {
  const text = (words ?? '').trim()
  const offset = { 오늘: 0, 어제: -1, 그제: -2, 그저께: -2, 내일: 1, 모레: 2 }[text]
  if (offset !== undefined) return addDays(today, offset)
  const numbers = text.match(/\d+/g) ?? []
  const [d = '', m = '', y = today.slice(0, 4)] = numbers.toReversed()
  const value = `${y.padStart(4, '20')}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDate(value) ? value : null
}

function parseMonth(words: string | undefined, today: string): { first: string; last: string } | null {
  const text = (words ?? '').replace(/\s/g, '')
  const [year, currentMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const offset = monthOffsets[text]
  if (offset !== undefined) {
    const index = year * 12 + currentMonth - 1 + offset
    return getMonthBounds(Math.floor(index / 12), (index % 12) + 1)
  }
  const [, yearWord = '', number = ''] = /^(.*?)(\d{1,2})월$/.exec(text) ?? []
  if (Number(number) < 1 || Number(number) > 12) return null
  const resolvedYear = parseYear(yearWord, today)
  return resolvedYear === null ? null : getMonthBounds(resolvedYear, Number(number))
}

const monthOffsets: Readonly<Record<string, number>> = {
  이번달: 0,
  이달: 0,
  금월: 0,
  지난달: -1,
  저번달: -1,
  전월: -1,
  지지난달: -2,
  저저번달: -2,
  다음달: 1,
  내달: 1,
  다다음달: 2,
}

/** Null outside plausible years. */
function parseYear(words: string | undefined, today: string): number | null {
  const text = (words ?? '').replace(/\s/g, '')
  const year = Number(today.slice(0, 4))
  if (text === '재작년') return year - 2
  if (/^(작년|지난해)$/.test(text)) return year - 1
  if (text === '내년') return year + 1
  const digits = /\d+/.exec(text)?.[0]
  const resolvedYear = digits ? Number(digits.padStart(4, '20')) : year
  return resolvedYear >= 1900 && resolvedYear < 3000 ? resolvedYear : null
}

function parseWeek(word: string | undefined, today: string): DayBounds {
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const text = word ?? ''
  const weeks = /지난|저번|전/.test(text) ? -1 : /다음|내/.test(text) ? 1 : 0
  const isDoubled = /지지난|저저번|다다음/.test(text)
  const from = addDays(monday, 7 * weeks * (isDoubled ? 2 : 1))
  return { from, to: addDays(from, 6) }
}

/** A part of a month: 초 is the first ten days, 중순 the next ten, 말 the rest. */
function resolveMonthPart(
  found: { first: string; last: string } | null,
  part: string | undefined,
  isUntil: boolean,
): DayBounds | null {
  if (!found) return null
  const starts = { first: found.first, eleventh: addDays(found.first, 10), twentyFirst: addDays(found.first, 20) }
  const { from, to } =
    part === '초'
      ? { from: starts.first, to: addDays(starts.eleventh, -1) }
      : part === '중순'
        ? { from: starts.eleventh, to: addDays(starts.twentyFirst, -1) }
        : { from: starts.twentyFirst, to: found.last }
  return { from: isUntil ? null : from, to }
}

/**
 * A day of the week: 지난 금요일 is the last one before today, 지난주 금요일 that of the last week; 금요일 alone
 * that of this week.
 */
function parseWeekday(
  weekday: string,
  { weekWord, isWeekNamed }: { weekWord: string | undefined; isWeekNamed: boolean },
  today: string,
): string {
  const isLast = weekWord === '지난' || weekWord === '저번'
  const monday = parseWeek(isLast && !isWeekNamed ? '이번' : weekWord, today).from ?? today
  const found = addDays(monday, '월화수목금토일'.indexOf(weekday))
  return isLast && !isWeekNamed && found >= today ? addDays(found, -7) : found
}

/**
 * Monday to Sunday. The first week is the one with the first Thursday, as calendars count (KS X ISO
 * 8601).
 */
function resolveMonthWeek(found: { first: string; last: string } | null, nth: number): DayBounds | null {
  if (!found) return null
  const monday = parseWeek('이번', addDays(found.first, 3)).from ?? found.first
  const lastMonday = parseWeek('이번', addDays(found.last, -3)).from ?? found.last
  const from = nth < 0 ? lastMonday : addDays(monday, 7 * nth)
  return from > lastMonday ? null : { from, to: addDays(from, 6) }
}

/** 사흘 전 is a day, 2주 전 a week and 석 달 전 a month. */
function readAgo(number: number, unit: string | undefined, today: string): DayBounds {
  const then = stepDate(today, -number, unit)
  if (unit === '일') return { from: then, to: then }
  if (unit?.startsWith('주')) return parseWeek('이번', then)
  const { first, last } = getMonthBounds(Number(then.slice(0, 4)), Number(then.slice(5, 7)))
  return { from: first, to: last }
}

function parseQuarter(word: string | undefined, today: string): DayBounds | null {
  const offset = word === '이번' ? 0 : word === '다음' ? 1 : -1
  const quarter = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3) + offset
  const first = (quarter % 4) * 3 + 1
  return toMonthRange(Math.floor(quarter / 4), first, first + 2)
}

function toMonthRange(year: number | null, first: number, last: number): DayBounds | null {
  return year === null ? null : { from: getMonthBounds(year, first).first, to: getMonthBounds(year, last).last }
}

/** The day so many days, weeks, months or years later. */
export function stepDate(today: string, by: number, unit: string | undefined): string {
  if (unit === '일') return addDays(today, by)
  if (unit?.startsWith('주')) return addDays(today, 7 * by)
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + (unit === '년' ? 12 * by : by)
  const { first, last } = getMonthBounds(Math.floor(months / 12), (months % 12) + 1)
  const same = `${first.slice(0, 8)}${today.slice(8)}`
  return same > last ? last : same
}

function bothEnds(found: { first: string; last: string } | null): DayBounds | null {
  return found && { from: found.first, to: found.last }
}

function openAfter(found: { first: string } | null): DayBounds | null {
  return found && { from: found.first, to: null }
}

function openBefore(found: { last: string } | null): DayBounds | null {
  return found && { from: null, to: found.last }
}
