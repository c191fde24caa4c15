import { z } from 'zod'
import { buildTextSchema } from '#contract/records/values.ts'
import { normalizeNumber } from '#contract/text/normalize-number.ts'
import { hyphenateTelephone } from '#contract/text/telephone.ts'
import { officeStampPath } from './office-paths.ts'

const line = (maxLength: number) => buildTextSchema(maxLength).transform((text) => text.replace(/\s+/g, ' ').trim())
const requiredText = (maxLength: number, label: string) =>
  line(maxLength).pipe(z.string().min(1, `${label} 입력해 주세요.`))

/** Replaces what was typed between the groups by hyphens: (02) 123.4567, 021234567. */
const telephone = line(30).transform((text) =>
  hyphenateTelephone(
    normalizeNumber(text)
      .replace(/[().\s-]+/g, '-')
      .replace(/^-|-$/g, ''),
  ),
)

/** Details of the office that superusers edit, with their validation. */
const officeFields = {
  /** 온결 법무사사무소. */
  name: requiredText(60, '사무소 이름을'),
  /** Prefix of letter numbers: 온결법무 2026-0001호. */
  letter_mark: requiredText(20, '문서번호에 쓸 약칭을'),
  /** Title of the signing scrivener: 법무사, in a firm 대표법무사. */
  scrivener_title: requiredText(20, '직함을'),
  /** Name of the scrivener without the word 법무사: 한온결. */
  scrivener: requiredText(40, '법무사 성명을'),
  /** 법무사 등록번호; empty until entered. */
  registration_number: line(40).transform(normalizeNumber),
  address: requiredText(200, '주소를'),
  telephone: telephone.pipe(z.string().regex(/^\+?\d[\d-]{6,}$/, '전화번호는 02-123-4567처럼 입력해 주세요.')),
  fax: telephone.pipe(z.string().regex(/^(\+?\d[\d-]{6,})?$/, '팩스번호는 02-123-4567처럼 입력해 주세요.')),
  email: line(120).pipe(z.union([z.literal(''), z.email('이메일 주소를 확인해 주세요.')])),
  hours: requiredText(60, '상담 시간을'),
  /** 입금계좌 as printed in cost statements: bank, number, holder. */
  account: line(120).transform(normalizeNumber),
  /** The two letters of the logo, also used for the drawn stamp if there is no picture. */
  seal_letters: line(2).pipe(z.string().regex(/^[가-힣]{2}$/, '도장에 새길 한글 두 글자를 입력해 주세요.')),
  /** Path of the picture of the stamp 직인, returned by an upload; null for the drawn stamp. */
  seal_image: z
    .string()
    .regex(new RegExp(`^${officeStampPath}[0-9a-f]{64}$`), '올린 이미지만 쓸 수 있습니다.')
    .nullable(),
}

/**
 * The office itself: one record, edited by superusers under /settings and used by public pages,
 * letters, forms and prints. The code holds only the initial values of a new database
 * (office/office.ts).
 */
export const officeSettingsSchema = z.object({ version: z.int().positive(), ...officeFields })
export type OfficeSettings = z.infer<typeof officeSettingsSchema>

/**
 * `PUT`: `version` is the version that was read. If the server has another one, it writes nothing
 * and returns `conflict` with the current record.
 */
export const officeChangeSchema = z.strictObject(officeSettingsSchema.shape)

/** 보수 for a transfer of ownership by sale at `price`, in won, before VAT and taxes. */
const feeExampleSchema = z.object({
  price: z.int().positive(),
  fee: z.int().positive(),
  /** From this day on the rates apply. */
  since: z.string(),
})
export type FeeExample = z.infer<typeof feeExampleSchema>

/** Taxes of a person without another home who buys one at `price`, in won. */
const taxExampleSchema = z.object({
  price: z.int().positive(),
  /** Largest 전용면적 without 농어촌특별세, in m². */
  area: z.int().positive(),
  acquisition_tax: z.int().positive(),
  education_tax: z.int().positive(),
  since: z.string(),
})
export type TaxExample = z.infer<typeof taxExampleSchema>

/**
 * The settings as they are read. Stored values were validated at the save, so the input rules do
 * not apply.
 */
export const storedOfficeSchema = z.object({
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
})

/** `GET`: the settings and what follows from them. The account is empty for anybody but staff. */
export const officeSchema = storedOfficeSchema.extend({
  /** The stamp drawn from its letters: SVG paths in a 32×32 square. */
  seal_strokes: z.array(z.string()),
  /** Fees for transfers at round prices by the office's own 보수기준; empty until it has one. */
  fees: z.array(feeExampleSchema),
  /** Taxes at round prices by the statutory rates; empty where the office has removed them. */
  taxes: z.array(taxExampleSchema),
})
export type OfficeResponse = z.infer<typeof officeSchema>

/** A stamp is printed 18 mm wide and shown smaller. */
export const stampPictureLimits = {
  maxBytes: 1_048_576,
  maxSide: 2000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  shownSide: 600,
}

/**
 * `POST` of a picture to `officeStampPath`: returns its path, for use in the next `PUT` of the
 * settings.
 */
export const stampPictureSchema = z.object({ url: z.string() })
