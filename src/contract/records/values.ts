import { z } from 'zod'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'

/**
 * UUIDv7 in lower case, made by the creator of the record. Other UUID versions of imported records
 * are accepted.
 */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '번호 형식이 올바르지 않습니다.')

/** A date in the office's time zone (Asia/Seoul) as `YYYY-MM-DD`; 2026-02-30 is refused. */
export const dateSchema = z
  .string()
  .refine(isDate, { error: ({ input }) => describeMissingDay(String(input)) ?? wrongDateText })

/** Integer won, within the range that JavaScript numbers and a bigint column both hold exactly. */
export const wonSchema = z
  .number('금액은 숫자로 입력해 주세요.')
  .int('금액은 원 단위 정수로 입력해 주세요.')
  .min(-999_999_999_999_999)
  .max(999_999_999_999_999, '금액이 너무 큽니다.')

/**
 * An instant as ISO 8601 with offset, within what PostgreSQL accepts: no year 0, no offset beyond
 * 15 hours 59 minutes.
 */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => !text.startsWith('0000') && !/[+-](1[6-9]|2\d):\d\d$/.test(text),
    '시각의 형식이 올바르지 않습니다.',
  )

/**
 * An instant in the one spelling that devices and PostgreSQL share: UTC, at most milliseconds, no
 * trailing zeros. So devices get back the text they wrote, and comparing texts compares the
 * instants.
 */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/(?:\.000|0{1,2})?Z$/, '+00:00')
}

/** Free text; refused if it holds a resident number. */
export function buildTextSchema(maxLength: number) {
  return buildSecretTextSchema(maxLength).superRefine((text, context) => {
    const error = findResidentNumberError(text)
    if (error !== null) context.addIssue({ code: 'custom', message: error })
  })
}

/**
 * Text that PostgreSQL and every screen can hold: no NUL, no lone surrogate. Stored in NFC. Use it
 * directly only for encrypted fields.
 */
export function buildSecretTextSchema(maxLength: number) {
  return z
    .string('글자로 입력해 주세요.')
    .refine(isWellFormed, '사용할 수 없는 글자가 들어 있습니다.')
    .transform((text) => text.normalize('NFC'))
    .pipe(z.string().max(maxLength, `${maxLength}자 이하로 입력해 주세요.`))
}

function isWellFormed(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

export const wrongDateText = '날짜는 2026-01-31 형식으로 입력해 주세요.'

/** Whether a text is a calendar date `YYYY-MM-DD`; 2026-02-30 is not. */
export function isDate(text: string): boolean {
  const dateParts = splitDate(text)
  return dateParts !== null && dateParts.day >= 1 && dateParts.day <= monthLength(dateParts)
}

/** Names the month or day that `2026-13-01` lacks; null for any other text. */
export function describeMissingDay(text: string): string | null {
  const dateParts = splitDate(text)
  if (dateParts === null || isDate(text)) return null
  const { year, month, day } = dateParts
  return monthLength(dateParts) === 0 ? `${month}월은 없습니다.` : `${year}년 ${month}월에는 ${day}일이 없습니다.`
}

interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The numbers of a text in the form of a date, from 1900 on. */
function splitDate(text: string): DateParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match || Number(match[1]) < 1900) return null
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
}

/** Days of a month; 0 for a month that doesn't exist. */
function monthLength({ year, month }: DateParts): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return lengths[month - 1] ?? 0
}
