import { z } from 'zod'
import { findResidentNumberError } from '#contract/numbers/resident-number.ts'

/**
 * UUIDv7 in lower case, made by the creator of the record. Other UUID versions of imported records
 * are accepted.
 */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '번호 형식이 올바르지 않습니다.')

/** A date in the office's time zone (Asia/Seoul) as `YYYY-MM-DD`; 2026-02-30 is refused. */
export const dateSchema = z.string().refine(isDate, '날짜는 2026-01-31 형식으로 입력해 주세요.')

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
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(/(?:\.000|0{1,2})?Z$/, '+00:00')
}

/** Free text; refused if it holds a resident number. */
export function textSchema(maxLength: number) {
  return secretTextSchema(maxLength).superRefine((text, context) => {
    const error = findResidentNumberError(text)
    if (error !== null) context.addIssue({ code: 'custom', message: error })
  })
}

/**
 * Text that PostgreSQL and every screen can hold: no NUL, no lone surrogate. Stored in NFC. Use it
 * directly only for encrypted fields.
 */
export function secretTextSchema(maxLength: number) {
  return z
    .string('글자로 입력해 주세요.')
    .refine(isWellFormed, '사용할 수 없는 글자가 들어 있습니다.')
    .transform((text) => text.normalize('NFC'))
    .pipe(z.string().max(maxLength, `${maxLength}자 이하로 입력해 주세요.`))
}

function isWellFormed(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/**
 * Whether a text is a calendar date `YYYY-MM-DD`; 2026-02-30 is not. Kept apart from the schemas
 * because visitors load this.
 */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (lengths[month - 1] ?? 0)
}
