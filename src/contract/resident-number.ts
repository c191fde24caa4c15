/**
 * Resident registration numbers (주민등록번호, 외국인등록번호) in free text. They are kept in the encrypted fields of parties and owners only (decision 29), so every other text is
 * refused with the sentence answered here; null when there is none. The sentence never holds the number.
 *
 * What makes one: six digits that are a day, then a type digit that says which century, then six more (decision 24: the check digit decides nothing, numbers since
 * October 2020 have none). Between the halves stands nothing, blanks of one line, or a hyphen, over a line break too: a list with dates above amounts is no number.
 * Nobody is born after today. Digits in front or behind make it a telephone, card, account, case or parcel number, and so does a barcode's check digit where a person's does not fit. A masked half (900101-1******) is what the sentence asks for.
 */
export function residentNumberFault(text: string): string | null {
  const [first] = numbersIn(text)
  return first === undefined ? null : faultOf(first)
}

export function holdsResidentNumber(text: string): boolean {
  return numbersIn(text).length > 0
}

/** The text with what follows the type digit starred out, so that it may be kept; the same text when there is nothing to hide. */
export function maskResidentNumbers(text: string): string {
  return numbersIn(text).reduceRight(
    (masked, { at, whole, front, join, digits }) =>
      `${masked.slice(0, at)}${front}${join}${digits[6] ?? ''}******${masked.slice(at + whole.length)}`,
    text,
  )
}

/** How many stand in the text. */
export function countResidentNumbers(text: string): number {
  return numbersIn(text).length
}

interface FoundNumber {
  readonly at: number
  readonly whole: string
  readonly front: string
  readonly join: string
  /** All thirteen, as ASCII. */
  readonly digits: string
}

/** Invisible characters, which pasted text is full of and which would hide a number. */
const unseen =
  '[\\u00ad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\u115f\\u1160\\u3164\\uffa0]*'
const digit = '[0-9０-９]'
const blank = `(?:[^\\S\\r\\n]|${unseen.slice(0, -1)})`
const gap = `(?:\\s|${unseen.slice(0, -1)})`
const dash = '[-‐-―−－﹣﹘~～·._/]'
const shape = new RegExp(
  `((?:${digit}${unseen}){6})(${gap}{0,9}${dash}{1,3}${gap}{0,9}|${blank}{0,9})((?:${digit}${unseen}){6}${digit})(?!${unseen}${digit})`,
  'g',
)
const digitBefore = new RegExp(`${digit}${unseen}$`)

function numbersIn(text: string): FoundNumber[] {
  return [...text.matchAll(shape)].flatMap(({ 0: whole, 1: front = '', 2: join = '', 3: back = '', index: at }) => {
    const digits = `${front}${back}`.normalize('NFKC').replace(/\D/g, '')
    const before = text.slice(Math.max(0, at - 64), at)
    const after = text.slice(at + whole.length, at + whole.length + 64)
    const isNumber =
      !digitBefore.test(before) &&
      isBirthday(digits) &&
      !isAmount(digits, join, after) &&
      !isHash(join, before, after) &&
      !isAccount(before, after) &&
      !isGoods(digits, join) &&
      !(join === '' && !fitsPerson(digits) && calledOtherwise.test(before)) &&
      !isCorporate(digits, before)
    return isNumber ? [{ at, whole, front, join, digits }] : []
  })
}

/**
 * A real day in the century that the type digit says: 9 and 0 born in the 1800s, 1 2 5 6 in the 1900s, 3 4 7 8 in the 2000s. The first numbers were given in 1968: nobody
 * born before 1850 has one, which sets most corporations apart, whose serial numbers begin with 0.
 */
export function isBirthday(digits: string): boolean {
  const type = Number(digits[6])
  const century = type === 0 || type === 9 ? 1800 : [1, 2, 5, 6].includes(type) ? 1900 : 2000
  const [year, month, day] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2))) as [number, number, number]
  const date = new Date(Date.UTC(century + year, month - 1, day))
  const isBorn = date.getTime() <= Date.now() + clockSkewMs
  return isBorn && century + year >= 1850 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Allowed clock skew: a day, as midnight in Seoul is nine hours early. */
const clockSkewMs = 86_400_000

/** `240315 1500000`: a day and an amount. No serial part ends in 000 but one in a thousand of those since October 2020. */
function isAmount(digits: string, join: string, after: string): boolean {
  if (/[-‐-―−－﹣﹘]/.test(join)) return false
  return /^원(?:정|$|[^가-힣])/.test(after) || (join !== '' && digits.endsWith('000'))
}

/** `301-900101-1234567-01`: further groups with hyphens, as banks write them. */
function isAccount(before: string, after: string): boolean {
  return /[0-9０-９]{3}[-‐-―−－]$/.test(before) || /^[-‐-―−－][0-9０-９]/.test(after)
}

/** Goods of Korea are numbered from 880 on, which would be births of 1988: thirteen digits in a row with the check digit of a barcode (GS1), and not that of a person. */
function isGoods(digits: string, join: string): boolean {
  return join === '' && digits.startsWith('880') && weigh(digits, [1, 3], 13) % 10 === 0 && !fitsPerson(digits)
}

const calledOtherwise =
  /(?:계좌|통장|은행|뱅크|농협|신협|수협|금고|우체국|바코드|상품|제품|송장|등기우편)\s*(?:번호|코드)?[\s:：(（]{0,3}$/

/** Thirteen digits in a row happen in the address of an uploaded picture. */
function isHash(join: string, before: string, after: string): boolean {
  const hex = (/(?<![0-9a-f])[0-9a-f]*$/i.exec(before)?.[0] ?? '') + (/^[0-9a-f]*/i.exec(after)?.[0] ?? '')
  return join === '' && hex.length + 13 >= 32
}

/**
 * Corporations are registered under numbers of the same shape: registry office (4), kind (2), serial number (6), check digit. 110111-1707178 is a company of Seoul and would be
 * a man born on 11 January 1911. It passes where all of it speaks for a company: an office and a kind that exist, its check digit fits and a person's does not. Where
 * both fit, or neither (corporations since 2025 have no check digit either), the word 법인등록번호 in front decides: a number let through by mistake is worse than a refused one.
 */
function isCorporate(digits: string, before: string): boolean {
  return isOfCorporations(digits) && (calledCorporate.test(before) || (fitsCorporation(digits) && !fitsPerson(digits)))
}

/**
 * Whose thirteen digits are, as far as they tell: those of a day of birth are a person's, unless all of them speak for a company. Null: they could be both, or nobody's whose number has
 * its check digit.
 */
export function ownerOfNumber(digits: string): 'person' | 'corporation' | null {
  if (isBirthday(digits)) {
    if (!isOfCorporations(digits) || fitsPerson(digits) !== fitsCorporation(digits))
      return isOfCorporations(digits) && fitsCorporation(digits) ? 'corporation' : 'person'
    return null
  }
  return /^(?:1[1-9]|2)/.test(digits) && fitsCorporation(digits) ? 'corporation' : null
}

/** Offices whose numbers look like days (서울 1101, 인천 1201, 부천 1211, 수원 1301, 성남 1311, 평택 1312, …, 제주 2201, 울산 2301); companies 11–15, associations 21, foundations 22. */
function isOfCorporations(digits: string): boolean {
  return /^(?:(?:1[1-9]|2[0-3])01|1211|131[12]|1812)(?:1[1-5]|2[12])/.test(digits)
}

const calledCorporate = /법인(?:\s*(?:등기|등록))?\s*번호[\s:：="'(（[]*$/

/** Whether the last digit is the one that a corporation's number has. */
export function fitsCorporation(digits: string): boolean {
  return (10 - (weigh(digits, [1, 2]) % 10)) % 10 === Number(digits[12])
}

/** The same of a person's; numbers since October 2020 have none. */
export function fitsPerson(digits: string): boolean {
  const check = (11 - (weigh(digits, [2, 3, 4, 5, 6, 7, 8, 9]) % 11)) % 10
  const isForeigner = /[5-8]/.test(digits[6] ?? '')
  return [check, ...(isForeigner ? [(check + 2) % 10] : [])].includes(Number(digits[12]))
}

function weigh(digits: string, weights: readonly number[], count = 12): number {
  return [...digits.slice(0, count)].reduce(
    (sum, one, at) => sum + Number(one) * (weights[at % weights.length] ?? 0),
    0,
  )
}

function faultOf({ digits, join }: FoundNumber): string {
  if (isOfCorporations(digits)) return `${unsure} 법인등록번호이면 숫자 바로 앞에 ‘법인등록번호’라고 적어 주세요.`
  if (join === '' && !fitsPerson(digits)) return `${unsure} 계좌번호이면 하이픈(-)을 넣어 주세요.`
  return '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.'
}

const unsure = '주민등록번호로 보이는 숫자는 적을 수 없습니다. 주민등록번호이면 뒷자리를 가려 주세요.'
