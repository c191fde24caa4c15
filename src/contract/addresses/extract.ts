import { z } from 'zod'

/**
 * What a registry extract 등기사항전부증명서 says, as its three parts have it: 표제부, 갑구 (ownership), 을구 (all other rights). The same JSON travels from a source
 * (`docs` of the http source), is kept with an extract, and is compared with the next. Numbers of persons are masked in everything that is kept.
 */
const partySchema = z.object({
  name: z.string().max(100),
  /** `900101-1******` or a corporation's; empty where the register has none. */
  num_masked: z.string().max(20),
  address: z.string().max(300),
  /** `2분의 1`; empty: alone. */
  share: z.string().max(50),
})
export type RegisteredParty = z.infer<typeof partySchema>

/** One entry 순위번호 of 갑구 or 을구. `is_cancelled`: struck out, kept as history. */
const entrySchema = z.object({
  rank: z.string().max(20),
  purpose: z.string().max(100),
  received_at: z.iso.date(),
  receipt_num: z.string().max(30),
  cause: z.string().max(200),
  parties: z.array(partySchema).max(200),
  /** 채권최고액 of a mortgage; null of anything else. */
  claim_amount: z.int().nonnegative().nullable(),
  is_cancelled: z.boolean(),
})
export type RegisteredEntry = z.infer<typeof entrySchema>

export const extractSchema = z.object({
  num: z.string().max(20),
  kind: z.enum(['collective_building', 'land', 'building']),
  /** 표제부, line by line. */
  description: z.object({
    address: z.string().max(300),
    land_kind: z.string().max(20),
    area: z.number().nonnegative().nullable(),
    details: z.array(z.string().max(300)).max(50),
  }),
  ownership: z.array(entrySchema).max(500),
  rights: z.array(entrySchema).max(500),
})
export type Extract = z.infer<typeof extractSchema>

/** What an extract names as its source that the office's own records answered: no register office has issued it. */
export const ownRecordsSource = '시연용'

/** `GET ?id=` of an extract: its PDF as it was issued. */
export const extractFilePath = '/api/deposition/address/immovable/file'
