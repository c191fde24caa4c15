import type { ReplacedKind } from '#contract/chat/answer.ts'
import { fitsCorporation, fitsPerson, isBirthday } from '#contract/numbers/resident-number.ts'
import { accounts, isCalledAccount } from './account-rule.ts'
import {
  digits,
  finderOf,
  gap,
  isAccountShape,
  isDated,
  isEven,
  type Found,
  type NumberMatch,
} from './number-shapes.ts'

/**
 * All personal numbers in a folded text, by rule; if several rules match the same digits, the first
 * wins. Cards come first, because thirteen of their sixteen digits may look like a resident number.
 */
export function secretsByRule(text: string): Found[] {
  return [cards, persons, halves, phones, passports, accounts].flatMap((find) => find(text))
}

const documentNames = {
  person: /(?:주민|외국인|거소|rrn)[^\d]{0,14}$/i,
  corporation: /법인[^\d]{0,12}$/,
  card: /카드[^\d]{0,12}$/,
  passport: /(?:여권|passport)[^\dA-Z]{0,14}$/i,
}
const amountAfter = /^\s?원/

const thirteen = [digits(13), String.raw`\d{6}[^\d]{1,12}\d{7}`, String.raw`\d(?:, ?\d){12}`]
const persons = finderOf(
  [
    ...thirteen,
    String.raw`(?:19|20)\d{6}${gap}\d{7}`,
    String.raw`(?:19|20)\d\d(?<mark>[./-])\d\d\k<mark>\d\d\.? ?- ?\d{7}`,
    String.raw`\d{2}년 ?\d{1,2}월 ?\d{1,2}일(?:생|[^\d]{0,8}주민)?[^\d]{1,8}\d{7}`,
  ],
  (number) => {
    if (number.whole.includes('년')) return kindOfBirthday(number)
    return number.value.length === 15 ? kindOfLongYear(number) : kindOfThirteen(number)
  },
)

function kindOfThirteen({ whole, value, groups, before, after }: NumberMatch): ReplacedKind | null {
  if (documentNames.corporation.test(before)) return 'corporation'
  if (documentNames.person.test(before)) return 'resident'
  if (isDated(whole) || amountAfter.test(after)) return null
  // Part of an account with more groups.
  if (/\d{3}-$/.test(before) || /^-\d/.test(after)) return null
  if (isAccountShape(whole) || (whole === value && isCalledAccount(before))) return 'account'
  const isPlain = /^\d{6} ?- ?\d{7}$/.test(whole)
  if (!isBirthday(value)) return isPlain ? 'corporation' : null
  if (!isSplitLikeResidentNumber(groups, whole) || /^,\d{3}(?!\d)/.test(groups.at(-1) === 7 ? '' : after)) return null
  if (!whole.includes('-') && whole !== value && value.endsWith('000')) return null
  if (whole === value && !/[1-8]/.test(value[6] ?? '')) return null
  return fitsCorporation(value) && !fitsPerson(value) ? 'corporation' : 'resident'
}

/**
 * Split after the birth date, or digit by digit; small numbers in a row (9 10 11 12 13 14 15) don't
 * count.
 */
function isSplitLikeResidentNumber(groups: readonly number[], whole: string): boolean {
  if (groups.length === 1 || groups.length === 13) return true
  if (groups[0] === 6) return groups.length <= 4
  const ends = groups.reduce<number[]>((all, size) => [...all, (all.at(-1) ?? 0) + size], [])
  // 87/01/01-1234567
  const isBehindDay = /^\d\d(?<mark>[./-])\d\d\k<mark>\d\d\.? ?- ?\d{7}$/.test(whole)
  return ends.includes(6) && groups.length <= 6 && (isEven(whole) || isBehindDay)
}

/** 19900101-1234567. */
function kindOfLongYear({ whole, value, before, after }: NumberMatch): ReplacedKind | null {
  const isOfCentury = value.startsWith('19') ? /[1256]/.test(value[8] ?? '') : /[3478]/.test(value[8] ?? '')
  if (amountAfter.test(after) || !isOfCentury || !isBirthday(value.slice(2))) return null
  const isPlainForm = whole === value || /^(?:\d{8}|\d{4}[./-]\d\d[./-]\d\d\.?) ?- ?\d{7}$/.test(whole)
  return documentNames.person.test(before) || isPlainForm ? 'resident' : null
}

/** 90년 1월 1일생 1234567: only when the text says that it belongs to a person. */
function kindOfBirthday({ whole, before, after }: NumberMatch): ReplacedKind | null {
  if (amountAfter.test(after)) return null
  return documentNames.person.test(before) || /생|주민|-/.test(whole) ? 'resident' : null
}

/** The second half of a resident number alone, when the text calls it that. */
const halves = finderOf([String.raw`\d{7}`], ({ before }) =>
  /(?:뒷|뒤)\s?(?:자리|번호)?[^\d]{0,8}$/.test(before) ? 'resident' : null,
)

const cards = finderOf(
  [19, 16, 15, 14].map((count) => digits(count)),
  ({ whole, value, groups, before, after }) => {
    if (isDated(whole) || amountAfter.test(after)) return null
    if (documentNames.card.test(before) || /^[^\d]{0,3}카드/.test(after)) return 'card'
    // May be part of a longer number with hyphens (1234-5678-9012-3456-789).
    const isWhole = !/\d-$/.test(before) && !/^-\d/.test(after)
    if (isWhole && /^\d{4}-\d{4}-\d{4}-\d{4}$/.test(whole)) return 'card'
    return isIssued(value) && fitsLuhn(value) && cardCuts.has(groups.join(' ')) && isEven(whole) ? 'card' : null
  },
)

/** Groupings as printed or typed on cards; anything else is just a row of numbers. */
const cardCuts = new Set([
  '14',
  '15',
  '16',
  '19',
  '4 4 4 4',
  '4 6 5',
  '4 6 4',
  '8 8',
  '4 4 8',
  '4 12',
  '4 4 4 3',
  '4 4 4 4 3',
  '4 4 4 2',
  ...[14, 15, 16].map((count) => Array.from({ length: count }, () => 1).join(' ')),
])

/** First digits of issued cards; years and small sums begin differently. */
function isIssued(value: string): boolean {
  const first = Number(value.slice(0, 4))
  if (value.length === 19) return value.startsWith('62')
  if (value.length === 14) return /^3[068]/.test(value)
  if (value.length === 15) return /^3[47]|^35|^62/.test(value)
  return /^[34569]/.test(value) || (first >= 2221 && first <= 2720)
}

function fitsLuhn(value: string): boolean {
  const sum = [...value].toReversed().reduce((all, one, at) => {
    const doubled = Number(one) * (at % 2 === 0 ? 1 : 2)
    return all + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && /[1-9]/.test(value)
}

const passports = finderOf(
  [
    String.raw`(?<![A-Za-z])[MSRODG]${gap}(?:${digits(8)}|${digits(3)}${gap}[A-Z]${gap}${digits(4)})(?![A-Za-z])`,
    String.raw`(?<![A-Za-z])P[MSROD]${gap}${digits(7)}(?![A-Za-z])`,
    String.raw`(?<![A-Za-z])[A-Z]{1,2}${gap}\d{6,9}(?![A-Za-z])`,
  ],
  ({ value, before }) =>
    documentNames.passport.test(before) || /^(?:[MSRODG]\d{3}[A-Z]?\d{4,5}|P[MSROD]\d{7})$/.test(value)
      ? 'passport'
      : null,
)

const cut = String.raw`[^\d]{0,4}`
const mobile = String.raw`1-?[016789]`
const others = String.raw`(?:2|[3-6]-?[1-5]|7-?0|5-?0-?\d)`

/** Excludes company numbers that anybody may call: 1588-… and 080-…. */
const phones = finderOf(
  [
    String.raw`(?:\+|00)?${gap}8-?2[ .\-()]{0,4}0?[ .\-()]{0,3}(?:${mobile}|${others})[ .\-_/)]{0,4}(?:${digits(8)}|${digits(7)})`,
    String.raw`0-?${mobile}${cut}(?:\d{3,4}${cut}\d{4}|${digits(8)}|${digits(7)})`,
    String.raw`0-?${others}[ .\-_/)]{0,4}(?:\d{3,4}[ .\-_/)]{0,3}\d{4}|\d(?:-\d){6,7})`,
    // Digit by digit, with the same separator between all of them.
    String.raw`0(?<each>[ .\-_,/]{1,3})(?:1\k<each>[016789]|2|[3-6]\k<each>[1-5]|7\k<each>0)(?:\k<each>\d){7,8}`,
  ],
  ({ whole }) => (whole.startsWith('82') && !/^82[ -]/.test(whole) && whole.length < 12 ? null : 'phone'),
)
