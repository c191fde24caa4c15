import { z } from 'zod'
import { officeSealPath } from './office-words.ts'
import { plainNumber } from './plain-number.ts'
import { textSchema } from './values.ts'

const line = (maxLength: number) => textSchema(maxLength).transform((text) => text.replace(/\s+/g, ' ').trim())
const filled = (maxLength: number, label: string) => line(maxLength).pipe(z.string().min(1, `${label} 입력해 주세요.`))

/** Blanks, dots and brackets between its parts are hyphens: (02) 123.4567. */
const telephone = line(30).transform((text) =>
  plainNumber(text)
    .replace(/[().\s-]+/g, '-')
    .replace(/^-|-$/g, ''),
)

/** What a superuser writes down of the office (decision 30), with what may stand in each. */
const officeFields = {
  /** 온결 법무사사무소. */
  name: filled(60, '사무소 이름을'),
  /** Stands before the number of its letters: 온결법무 2026-0001호. */
  letter_mark: filled(20, '문서번호에 쓸 약칭을'),
  /** What its scrivener signs as: 법무사, of a firm 대표법무사. */
  scrivener_title: filled(20, '직함을'),
  /** Name of the scrivener without the word 법무사: 한온결. */
  scrivener: filled(40, '법무사 성명을'),
  /** 법무사 등록번호; empty where it is not written down yet. */
  registration_number: line(40).transform(plainNumber),
  address: filled(200, '주소를'),
  telephone: telephone.pipe(z.string().regex(/^\+?\d[\d-]{6,}$/, '전화번호는 02-123-4567처럼 입력해 주세요.')),
  fax: telephone.pipe(z.string().regex(/^(\+?\d[\d-]{6,})?$/, '팩스번호는 02-123-4567처럼 입력해 주세요.')),
  email: line(120).pipe(z.union([z.literal(''), z.email('이메일 주소를 확인해 주세요.')])),
  hours: filled(60, '상담 시간을'),
  /** 입금계좌 as it stands in statements of costs: bank, number, holder. */
  account: line(120).transform(plainNumber),
  /** The two letters of its mark, and of the drawn seal where it has no picture of one. */
  seal_letters: line(2).pipe(z.string().regex(/^[가-힣]{2}$/, '도장에 새길 한글 두 글자를 입력해 주세요.')),
  /** Path of the picture of its seal 직인, as an upload has answered it; null: the drawn one. */
  seal_image: z
    .string()
    .regex(new RegExp(`^${officeSealPath}[0-9a-f]{64}$`), '올린 이미지만 쓸 수 있습니다.')
    .nullable(),
}

/**
 * The office itself (decision 30): one record, edited by a superuser under /settings, read by public pages, letters, forms and prints alike. Nothing of it stands in code
 * but what a new database begins with (domain/office.ts).
 */
export const officeSettingsSchema = z.object({ version: z.int().positive(), ...officeFields })
export type OfficeSettings = z.infer<typeof officeSettingsSchema>

/** `PUT`: `version` is the one that was read; with another on the server nothing is written and the answer is `conflict`, with the office as it is now. */
export const officeChangeSchema = z.strictObject(officeSettingsSchema.shape)

/** 보수 for the transfer of ownership at a price, in won, before VAT and taxes. */
const feeExampleSchema = z.object({ price: z.int().positive(), fee: z.int().positive() })
export type FeeExample = z.infer<typeof feeExampleSchema>

/** `GET`. The account is said to staff only; to others it is empty. Not judged by the rules for typing: what stands there was taken once. */
export const officeSchema = z.object({
  version: z.int().positive(),
  name: z.string(),
  letter_mark: z.string(),
  scrivener_title: z.string(),
  scrivener: z.string(),
  registration_number: z.string(),
  address: z.string(),
  telephone: z.string(),
  fax: z.string(),
  email: z.string(),
  hours: z.string(),
  account: z.string(),
  seal_letters: z.string(),
  seal_image: z.string().nullable(),
  /** The seal as it is drawn from its letters: SVG paths in a square of 32. */
  seal_strokes: z.array(z.string()),
  /** What a transfer costs at round prices, by the 보수기준 that the office has set itself; empty until it has. */
  fees: z.array(feeExampleSchema),
})
export type OfficeAnswer = z.infer<typeof officeSchema>

/** A seal is printed 18 mm wide and shown smaller. */
export const sealPictureLimits = {
  maxBytes: 1_048_576,
  maxSide: 2000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  shownSide: 600,
}

/** `POST` of a picture to `officeSealPath`: where it is served, to be named by the next change. */
export const sealPictureSchema = z.object({ url: z.string() })
