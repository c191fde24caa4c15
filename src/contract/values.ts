import { z } from 'zod'
import { isDate } from './is-date.ts'
import { residentNumberFault } from './resident-number.ts'

/** UUIDv7 in lower case, made by whoever creates the record (design §3). Other UUID versions of imported records pass too. */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '번호 형식이 올바르지 않습니다.')

/** A day of the office's calendar (Asia/Seoul) as `YYYY-MM-DD`; 2026-02-30 is refused. */
export const dateSchema = z.string().refine(isDate, '날짜는 2026-01-31 형식으로 입력해 주세요.')

/** Integer won within what JavaScript and a bigint column both hold exactly. */
export const wonSchema = z
  .number('금액은 숫자로 입력해 주세요.')
  .int('금액은 원 단위 정수로 입력해 주세요.')
  .min(-999_999_999_999_999)
  .max(999_999_999_999_999, '금액이 너무 큽니다.')

/** An instant as ISO 8601 with offset, of those that PostgreSQL knows: no year 0, no zone further away than 15 hours 59 minutes. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => !text.startsWith('0000') && !/[+-](1[6-9]|2\d):\d\d$/.test(text),
    '시각의 형식이 올바르지 않습니다.',
  )

/**
 * An instant in the one spelling that devices and PostgreSQL share: UTC, at most milliseconds, without zeros at the end. So the text a device has written is the
 * text it is answered, and such texts compare as the moments do.
 */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(/(?:\.000|0{1,2})?Z$/, '+00:00')
}

/** Text as anybody may type it anywhere: no resident number stands in it (decision 29). */
export function textSchema(maxLength: number) {
  return secretTextSchema(maxLength).superRefine((text, context) => {
    const fault = residentNumberFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
}

/** Text that PostgreSQL and every screen can hold: no NUL, no lone surrogate. Stored in NFC. By itself only for fields that are encrypted. */
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
