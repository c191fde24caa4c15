import type { ReplacedNumberKind } from '#contract/chat/answer.ts'
import { fitsCorporation, fitsPerson, isBirthday } from '#contract/person-numbers/resident-number.ts'

/**
 * All personal numbers in a folded text, by rule; if several rules match the same digits, the first
 * wins. Cards come first, because thirteen of their sixteen digits may look like a resident number.
 */
export function findByRule(text: string): FoundNumber[] {
  return [cards, persons, secondHalves, phones, passports, accounts].flatMap((find) => find(text))
}

const contextPatterns = {
  person: /(?:주민|외국인|거소|rrn)[^\d]{0,14}$/i,
  corporation: /법인[^\d]{0,12}$/,
  card: /카드[^\d]{0,12}$/,
  passport: /(?:여권|passport)[^\dA-Z]{0,14}$/i,
}
const amountAfter = /^\s?원/

/** A number in a folded text. */
export interface FoundNumber {
  readonly kind: ReplacedNumberKind
  readonly index: number
  readonly to: number
  /** Its digits and letters alone, the same for every spelling. */
  readonly value: string
}

/** The input of a rule. */
interface NumberMatch {
  readonly whole: string
  readonly value: string
  /** Lengths of the digit groups, in order. */
  readonly groups: readonly number[]
  /** The text directly before and after it. */
  readonly before: string
  readonly after: string
}

/**
 * Finds matches of the shapes, in order, with no digit directly before or after; the rule returns
 * the kind, or null.
 */
function createFinder(
  shapes: readonly string[],
  classify: (match: NumberMatch) => ReplacedNumberKind | null,
): (text: string) => readonly FoundNumber[] {
  const patterns = shapes.map((shape) => new RegExp(String.raw`(?<!\d)(?=(?<whole>${shape})(?!\d))`, 'gi'))
  return (text) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(({ groups, index }) => {
        const whole = groups?.['whole'] ?? ''
        const kind = classify(matchAt(text, index, whole))
        const to = index + whole.length
        return kind === null || isWithinId(text, index, to) ? [] : [{ kind, index, to, value: normalizeNumber(whole) }]
      }),
    )
}

function matchAt(text: string, index: number, whole: string): NumberMatch {
  const to = index + whole.length
  return {
    whole,
    value: normalizeNumber(whole),
    groups: (whole.match(/\d+/g) ?? []).map((group) => group.length),
    before: text.slice(Math.max(0, index - 24), index),
    after: text.slice(to, to + 24),
  }
}

function normalizeNumber(whole: string): string {
  return whole.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

const gap = String.raw`[ .\-_/]{0,3}`

/** That many digits with any separators between them. */
function digits(count: number): string {
  return count === 1 ? String.raw`\d` : String.raw`\d(?:${gap}\d){${count - 1}}`
}

/** Registry numbers (1146-2026-710003). */
function isRegistryNumber(whole: string): boolean {
  return /^\d{4}-(?:19|20)\d\d-\d{6}$/.test(whole)
}

/** Begins with a date. */
function hasLeadingDate(whole: string): boolean {
  return /^(?:19|20)\d\d ?[-./] ?\d{1,2} ?[-./] ?\d{1,2}(?!\d)/.test(whole)
}

/** A bank account format: three or four groups with hyphens. */
function isAccountShape(whole: string): boolean {
  return !isRegistryNumber(whole) && /^\d{3,6}-\d{2,6}-\d{3,7}(?:-\d{1,4})?$/.test(whole)
}

/** All separators are the same. Two adjacent numbers have a different one between them. */
function hasUniformSeparators(whole: string): boolean {
  return new Set(whole.match(/\D+/g)).size <= 1
}

/** Whether the digits are part of an id or hash, which is no personal number. */
function isWithinId(text: string, at: number, to: number): boolean {
  const start = Math.max(0, at - 64)
  const context = text.slice(start, to + 64)
  if (!/[0-9a-f]{12}/i.test(context)) return false
  const ids = [...context.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi)]
  return ids.some(({ 0: id, index }) => /[a-f]/i.test(id) && start + index <= at && to <= start + index + id.length)
}

const thirteen = [digits(13), String.raw`\d{6}[^\d]{1,12}\d{7}`, String.raw`\d(?:, ?\d){12}`]

/**
 * Bank accounts: recognized by their shape with hyphens, otherwise by neighboring words. Sums,
 * days and company numbers next to the same words don't count.
 */
const accounts = createFinder(
  [
    String.raw`\d+(?:-\d+){1,4}`,
    ...[4, 3, 2, 1].map((more) => String.raw`\d+(?:[ .\-]{1,2}\d+){${more}}`),
    String.raw`\d{9,16}`,
  ],
  (match) => (isAccount(match) ? 'account' : null),
)

function isCalledAccount(before: string): boolean {
  return calledAccount.test(before)
}

function isAccount(match: NumberMatch): boolean {
  const { whole, value, groups, before, after } = match
  if (value.length < 9 || value.length > 16 || hasLeadingDate(whole)) return false
  if (groups.length > 1 && !whole.includes('-') && (groups[0] ?? 0) >= 10) return false
  // 1,234,567 and 1234567원 are sums, checked before and after the match.
  if (/^\s?(?:원|만|억|천|,\d{3}|세대|㎡)/.test(after) || /\d,$/.test(before) || /사업자[^\d]{0,10}$/.test(before))
    return false
  if (isCalledAccount(before) || nameAfter.test(after)) return true
  if (isRegistryNumber(whole)) return false
  if (value.length >= 11 && isAccountShape(whole)) return !/\d-$/.test(before) && !/^-\d/.test(after)
  return isNearBank(match)
}

const banks =
  '국민|신한|우리|하나|농협|기업|카카오|토스|케이|새마을금고|새마을|우체국|신협|수협|제일|씨티|대구|부산|경남|광주|전북|제주|산업|iM'
const calledAccount = /(?:계좌|통장|예금주|account)(?!\s?이체)[^\d]{0,14}$/i
const nameAfter = new RegExp(
  String.raw`^[^\d]{0,4}(?:계좌|통장|예금주|은행|뱅크|농협|(?:${banks})\s?(?:은행|뱅크)|[(（]\s?(?:${banks})\s?[)）]|로 (?:입금|송금|이체))`,
)
const bankBefore = new RegExp(String.raw`(?:${banks}|은행|뱅크|입금|송금|예금|이체)(?!액)[^\d]{0,14}$`)

/**
 * A bank's name is weaker evidence than a word for account: 우리 and 기업 are common words, and 입금 is
 * as often next to a sum.
 */
function isNearBank({ whole, value, groups, before }: NumberMatch): boolean {
  if (!bankBefore.test(before) || value.length < 10 || /액[^\d]{0,6}$/.test(before)) return false
  const isFirm = /^\d{3}-\d{2}-\d{5}$/.test(whole)
  const isSum = value.endsWith('000') && !whole.includes('-')
  return !isFirm && !isSum && groups.length <= 4
}

const persons = createFinder(
  [
    ...thirteen,
    String.raw`(?:19|20)\d{6}${gap}\d{7}`,
    String.raw`(?:19|20)\d\d(?<mark>[./-])\d\d\k<mark>\d\d\.? ?- ?\d{7}`,
    String.raw`\d{2}년 ?\d{1,2}월 ?\d{1,2}일(?:생|[^\d]{0,8}주민)?[^\d]{1,8}\d{7}`,
  ],
  (number) => {
    if (number.whole.includes('년')) return classifyBirthday(number)
    return number.value.length === 15 ? classifyLongYear(number) : classifyThirteen(number)
  },
)

function classifyThirteen({ whole, value, groups, before, after }: NumberMatch): ReplacedNumberKind | null {
  if (contextPatterns.corporation.test(before)) return 'corporation'
  if (contextPatterns.person.test(before)) return 'resident'
  if (hasLeadingDate(whole) || amountAfter.test(after)) return null
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
  const isAfterDate = /^\d\d(?<mark>[./-])\d\d\k<mark>\d\d\.? ?- ?\d{7}$/.test(whole)
  return ends.includes(6) && groups.length <= 6 && (hasUniformSeparators(whole) || isAfterDate)
}

/** 19900101-1234567. */
function classifyLongYear({ whole, value, before, after }: NumberMatch): ReplacedNumberKind | null {
  const hasMatchingCentury = value.startsWith('19') ? /[1256]/.test(value[8] ?? '') : /[3478]/.test(value[8] ?? '')
  if (amountAfter.test(after) || !hasMatchingCentury || !isBirthday(value.slice(2))) return null
  const isPlainForm = whole === value || /^(?:\d{8}|\d{4}[./-]\d\d[./-]\d\d\.?) ?- ?\d{7}$/.test(whole)
  return contextPatterns.person.test(before) || isPlainForm ? 'resident' : null
}

/** A birthday (90년 1월 1일생 1234567) counts only when the text says that it belongs to a person. */
function classifyBirthday({ whole, before, after }: NumberMatch): ReplacedNumberKind | null {
  if (amountAfter.test(after)) return null
  return contextPatterns.person.test(before) || /생|주민|-/.test(whole) ? 'resident' : null
}

/** The second half of a resident number alone, when the text calls it that. */
const secondHalves = createFinder([String.raw`\d{7}`], ({ before }) =>
  /(?:뒷|뒤)\s?(?:자리|번호)?[^\d]{0,8}$/.test(before) ? 'resident' : null,
)

const cards = createFinder(
  [19, 16, 15, 14].map((count) => digits(count)),
  ({ whole, value, groups, before, after }) => {
    if (hasLeadingDate(whole) || amountAfter.test(after)) return null
    if (contextPatterns.card.test(before) || /^[^\d]{0,3}카드/.test(after)) return 'card'
    // May be part of a longer number with hyphens (1234-5678-9012-3456-789).
    const isWhole = !/\d-$/.test(before) && !/^-\d/.test(after)
    if (isWhole && /^\d{4}-\d{4}-\d{4}-\d{4}$/.test(whole)) return 'card'
    return isIssued(value) && fitsLuhn(value) && cardGroupings.has(groups.join(' ')) && hasUniformSeparators(whole)
      ? 'card'
      : null
  },
)

/** Groupings as printed or typed on cards; anything else is just a row of numbers. */
const cardGroupings = new Set([
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
  const sum = [...value].toReversed().reduce((all, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return all + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && /[1-9]/.test(value)
}

const passports = createFinder(
  [
    String.raw`(?<![A-Za-z])[MSRODG]${gap}(?:${digits(8)}|${digits(3)}${gap}[A-Z]${gap}${digits(4)})(?![A-Za-z])`,
    String.raw`(?<![A-Za-z])P[MSROD]${gap}${digits(7)}(?![A-Za-z])`,
    String.raw`(?<![A-Za-z])[A-Z]{1,2}${gap}\d{6,9}(?![A-Za-z])`,
  ],
  ({ value, before }) =>
    contextPatterns.passport.test(before) || /^(?:[MSRODG]\d{3}[A-Z]?\d{4,5}|P[MSROD]\d{7})$/.test(value)
      ? 'passport'
      : null,
)

const phoneGap = String.raw`[^\d]{0,4}`
const mobile = String.raw`1-?[016789]`
const landlinePrefix = String.raw`(?:2|[3-6]-?[1-5]|7-?0|5-?0-?\d)`

/** Telephone numbers of persons. Service numbers (1588-…, 080-…) are not hidden. */
const phones = createFinder(
  [
    String.raw`(?:\+|00)?${gap}8-?2[ .\-()]{0,4}0?[ .\-()]{0,3}(?:${mobile}|${landlinePrefix})[ .\-_/)]{0,4}(?:${digits(8)}|${digits(7)})`,
    String.raw`0-?${mobile}${phoneGap}(?:\d{3,4}${phoneGap}\d{4}|${digits(8)}|${digits(7)})`,
    String.raw`0-?${landlinePrefix}[ .\-_/)]{0,4}(?:\d{3,4}[ .\-_/)]{0,3}\d{4}|\d(?:-\d){6,7})`,
    // Digit by digit, with the same separator between all of them.
    String.raw`0(?<each>[ .\-_,/]{1,3})(?:1\k<each>[016789]|2|[3-6]\k<each>[1-5]|7\k<each>0)(?:\k<each>\d){7,8}`,
  ],
  ({ whole }) => (whole.startsWith('82') && !/^82[ -]/.test(whole) && whole.length < 12 ? null : 'phone'),
)
