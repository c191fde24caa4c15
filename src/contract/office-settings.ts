import { z } from 'zod'

/**
 * The office itself (decision 30): one record, edited by a superuser under /settings, read by public pages, letters, forms and prints alike. Nothing of it stands in code
 * but what a new database begins with.
 */
export const officeSettingsSchema = z.object({
  version: z.int().positive(),
  /** 온결 법무사사무소. */
  name: z.string(),
  /** Stands before the number of its letters: 온결법무 2026-0001호. */
  letter_mark: z.string(),
  /** Name of the scrivener without the word 법무사: 한온결. */
  scrivener: z.string(),
  /** 법무사 등록번호; empty where it is not written down yet. */
  registration_number: z.string(),
  address: z.string(),
  telephone: z.string(),
  hours: z.string(),
  /** 입금계좌 as it stands in statements of costs: bank, number, holder. */
  account: z.string(),
  /** Path of the picture of its seal 직인; null: the drawn one. */
  seal_image: z.string().nullable(),
})

export type OfficeSettings = z.infer<typeof officeSettingsSchema>
