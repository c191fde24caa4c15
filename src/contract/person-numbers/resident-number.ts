import type { Field } from '#contract/books/field.ts'
import { dayMs } from '#contract/dates/day-ms.ts'

/**
 * Resident registration numbers (주민등록번호, 외국인등록번호) in free text. Only the encrypted fields of
 * parties and owners may hold them, so every other text is refused with the message returned here;
 * null if there is none. The message never contains the number.
 *
 * A number is six digits that are a date, a type digit for the century, then six more. The check
 * digit is ignored, because numbers issued since October 2020 have none. The halves may be
 * separated by nothing, by blanks on one line, or by a hyphen, also across a line break; a list
 * with dates above amounts does not match. Dates of birth in the future do not match. Further
 * digits before or after make it a telephone, card, account, case or parcel number, and a valid
 * barcode check digit that does not fit a person makes it a barcode. Masked numbers
 * (900101-1******) are accepted.
 */
export function findResidentNumberError(text: string): string | null {
  const [first] = findNumbers(text)
  return first === undefined ? null : describeNumberError(first)
}

/**
 * Error message if a text holds a resident number that the field must not contain, else null.
 * Encrypted fields may hold them. In a mail number field, exactly thirteen digits are a mail number
 * (1110101234567 also looks like a date of birth). In a corporation field the text is checked as if
 * 법인등록번호 preceded it.
 */
export function findPersonNumberError(
  field: Pick<Field, 'kind' | 'isMailNumber' | 'isCorporateNumber'>,
  text: string,
): string | null {
  if (field.kind === 'secret' || (field.isMailNumber && /^\d{13}$/.test(text.trim()))) return null
  return findResidentNumberError(field.isCorporateNumber ? `법인등록번호 ${text}` : text)
}

export function containsResidentNumber(text: string): boolean {
  return findNumbers(text).length > 0
}

/**
 * Masks everything after the type digit, so that the text may be stored; returns the same text if
 * there is nothing to mask.
 */
export function maskResidentNumbers(text: string): string {
  return findNumbers(text).reduceRight(
    (masked, { at, whole, birthDigits, join, digits }) =>
      `${masked.slice(0, at)}${birthDigits}${join}${digits[6] ?? ''}******${masked.slice(at + whole.length)}`,
    text,
  )
}

export function countResidentNumbers(text: string): number {
  return findNumbers(text).length
}

interface FoundNumber {
  readonly at: number
  readonly whole: string
  readonly birthDigits: string
  readonly join: string
  /** All thirteen digits, as ASCII. */
  readonly digits: string
}

/** Invisible characters, which are common in pasted text and would hide a number. */
const invisible =
  '[\\u00ad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\u115f\\u1160\\u3164\\uffa0]*'
const digit = '[0-9０-９]'
const blank = `(?:[^\\S\\r\\n]|${invisible.slice(0, -1)})`
const gap = `(?:\\s|${invisible.slice(0, -1)})`
const dash = '[-‐-―−－﹣﹘~～·._/]'
const numberPattern = new RegExp(
  `((?:${digit}${invisible}){6})(${gap}{0,9}${dash}{1,3}${gap}{0,9}|${blank}{0,9})((?:${digit}${invisible}){6}${digit})(?!${invisible}${digit})`,
  'g',
)
const digitBefore = new RegExp(`${digit}${invisible}$`)

function findNumbers(text: string): FoundNumber[] {
  return [...text.matchAll(numberPattern)].flatMap(
    ({ 0: whole, 1: birthDigits = '', 2: join = '', 3: lastDigits = '', index: at }) => {
      const digits = `${birthDigits}${lastDigits}`.normalize('NFKC').replace(/\D/g, '')
      const before = text.slice(Math.max(0, at - 64), at)
      const after = text.slice(at + whole.length, at + whole.length + 64)
      const isNumber =
        !digitBefore.test(before) &&
        isBirthday(digits) &&
        !isAmount(digits, join, after) &&
        !isHash(join, before, after) &&
        !isAccount(before, after) &&
        !isBarcode(digits, join) &&
        !(join === '' && !fitsPerson(digits) && otherNumberLabel.test(before)) &&
        !isCorporate(digits, before)
      return isNumber ? [{ at, whole, birthDigits, join, digits }] : []
    },
  )
}

/**
 * Whether it is a real date in the century of the type digit: 9 and 0 for the 1800s, 1 2 5 6 for
 * the 1900s, 3 4 7 8 for the 2000s. Numbers were first issued in 1968, so nobody born before 1850
 * has one; this excludes most corporations, whose serial numbers begin with 0.
 */
export function isBirthday(digits: string): boolean {
  const type = Number(digits[6])
  const century = type === 0 || type === 9 ? 1800 : [1, 2, 5, 6].includes(type) ? 1900 : 2000
  const [year, month, day] = [0, 2, 4].map((start) => Number(digits.slice(start, start + 2))) as [
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(century + year, month - 1, day))
  const isBorn = date.getTime() <= Date.now() + clockSkewMs
  return isBorn && century + year >= 1850 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Allowed clock skew. A full day, because midnight in Seoul is nine hours ahead of UTC. */
const clockSkewMs = dayMs

/**
 * `240315 1500000`: a date and an amount. Serial parts do not end in 000, except for one in a
 * thousand of those issued since October 2020.
 */
function isAmount(digits: string, join: string, after: string): boolean {
  if (/[-‐-―−－﹣﹘]/.test(join)) return false
  return /^원(?:정|$|[^가-힣])/.test(after) || (join !== '' && digits.endsWith('000'))
}

/** `301-900101-1234567-01`: more groups with hyphens, as banks write account numbers. */
function isAccount(before: string, after: string): boolean {
  return /[0-9０-９]{3}[-‐-―−－]$/.test(before) || /^[-‐-―−－][0-9０-９]/.test(after)
}

/**
 * Korean barcodes begin with 880, which would be births in 1988: thirteen digits without separator
 * whose check digit fits a barcode (GS1) and not a person.
 */
function isBarcode(digits: string, join: string): boolean {
  return join === '' && digits.startsWith('880') && sumWeighted(digits, [1, 3], 13) % 10 === 0 && !fitsPerson(digits)
}

const otherNumberLabel =
  /(?:계좌|통장|은행|뱅크|농협|신협|수협|금고|우체국|바코드|상품|제품|송장|등기우편)\s*(?:번호|코드)?[\s:：(（]{0,3}$/

/** Thirteen digits in a row can occur in the path of an uploaded picture. */
function isHash(join: string, before: string, after: string): boolean {
  const hex = (/(?<![0-9a-f])[0-9a-f]*$/i.exec(before)?.[0] ?? '') + (/^[0-9a-f]*/i.exec(after)?.[0] ?? '')
  return join === '' && hex.length + 13 >= 32
}

/**
 * Corporate numbers have the same shape: registry office (4), kind (2), serial number (6), check
 * digit. 110111-1707178 is a company in Seoul but could be a man born on 11 January 1911. It is a
 * corporation's if office and kind exist and the check digit fits a corporation and not a person.
 * If both fit, or neither does (corporations since 2025 have no check digit), the word 법인등록번호
 * before it decides: letting a resident number through is worse than refusing a corporate one.
 */
function isCorporate(digits: string, before: string): boolean {
  return (
    hasCorporationPrefix(digits) &&
    (corporateNumberLabel.test(before) || (fitsCorporation(digits) && !fitsPerson(digits)))
  )
}

/**
 * Whether thirteen digits belong to a person or a corporation. Digits that begin with a date are a
 * person's, unless everything indicates a corporation. Null if this does not decide it.
 */
export function classifyNumberOwner(digits: string): 'person' | 'corporation' | null {
  if (isBirthday(digits)) {
    if (!hasCorporationPrefix(digits) || fitsPerson(digits) !== fitsCorporation(digits))
      return hasCorporationPrefix(digits) && fitsCorporation(digits) ? 'corporation' : 'person'
    return null
  }
  return /^(?:1[1-9]|2)/.test(digits) && fitsCorporation(digits) ? 'corporation' : null
}

/**
 * Registry offices whose numbers look like dates (서울 1101, 인천 1201, 부천 1211, 수원 1301, 성남 1311, 평택
 * 1312, …, 제주 2201, 울산 2301); companies 11–15, associations 21, foundations 22.
 */
function hasCorporationPrefix(digits: string): boolean {
  return /^(?:(?:1[1-9]|2[0-3])01|1211|131[12]|1812)(?:1[1-5]|2[12])/.test(digits)
}

const corporateNumberLabel = /법인(?:\s*(?:등기|등록))?\s*번호[\s:：="'(（[]*$/

/** Whether the last digit is a valid check digit of a corporation's number. */
export function fitsCorporation(digits: string): boolean {
  return (10 - (sumWeighted(digits, [1, 2]) % 10)) % 10 === Number(digits[12])
}

/** The same for a person's number; those issued since October 2020 have none. */
export function fitsPerson(digits: string): boolean {
  const check = (11 - (sumWeighted(digits, [2, 3, 4, 5, 6, 7, 8, 9]) % 11)) % 10
  const isForeigner = /[5-8]/.test(digits[6] ?? '')
  return [check, ...(isForeigner ? [(check + 2) % 10] : [])].includes(Number(digits[12]))
}

function sumWeighted(digits: string, weights: readonly number[], count = 12): number {
  return [...digits.slice(0, count)].reduce(
    (sum, char, index) => sum + Number(char) * (weights[index % weights.length] ?? 0),
    0,
  )
}

function describeNumberError({ digits, join }: FoundNumber): string {
  if (hasCorporationPrefix(digits))
    return `${unsureMessage} 법인등록번호이면 숫자 바로 앞에 ‘법인등록번호’라고 적어 주세요.`
  if (join === '' && !fitsPerson(digits)) return `${unsureMessage} 계좌번호이면 하이픈(-)을 넣어 주세요.`
  return '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.'
}

const unsureMessage = '주민등록번호로 보이는 숫자는 적을 수 없습니다. 주민등록번호이면 뒷자리를 가려 주세요.'
