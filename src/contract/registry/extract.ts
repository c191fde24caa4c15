import { z } from 'zod'

/**
 * A registry extract 등기사항전부증명서 in its three parts: 표제부, 갑구 (ownership) and 을구 (all other rights).
 * The http source sends this JSON as `docs`; it is stored with the extract and compared with the
 * next one. Resident numbers are masked before anything is stored.
 */
const partySchema = z.object({
  name: z.string().max(100),
  /** `900101-1******` or a corporation's number; empty if the register has none. */
  num_masked: z.string().max(20),
  address: z.string().max(300),
  /** `2분의 1`; empty for a sole owner. */
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
  /** 채권최고액 of a mortgage; null for other rights. */
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
export type RegistryExtract = z.infer<typeof extractSchema>

/**
 * Source of an extract that was made from the office's own records and not issued by a register
 * office.
 */
export const ownRecordsSource = '시연용'

/** `GET ?id=`: PDF of an extract as it was issued. */
export const extractFilePath = '/api/deposition/address/immovable/file'
