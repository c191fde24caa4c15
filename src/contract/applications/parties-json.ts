import { z } from 'zod'

/** A land of an application: `lands_json` is an array of these. */
export const applicationLandSchema = z.object({
  id: z.string(),
  address: z.string(),
  land_kind: z.string().nullable(),
  area: z.number().nullable(),
})

/**
 * A party of an application: `grantees_json` and `grantors_json` are arrays of these. `id` is that of the unit's owner or mortgage record, whose number is looked up
 * where the form is printed; `num_masked` is for eyes.
 */
export const applicationPartySchema = z.object({
  id: z.string(),
  party_kind: z.enum(['person', 'corporation']),
  /** Grantors only: who takes the mortgage is never printed as the seller. */
  role: z.enum(['mortgagee', 'seller']).nullable(),
  name: z.string(),
  num_masked: z.string().nullable(),
  address: z.string(),
  position: z.string().nullable(),
  business_name: z.string().nullable(),
  business_num: z.string().nullable(),
  business_owner_name: z.string().nullable(),
  /** Percent, two decimals. */
  share_ratio: z.number(),
  /** As it was typed: `3/7`. Forms of before there were fractions have none. */
  share_fraction: z.string().nullish(),
})

export type ApplicationLand = z.infer<typeof applicationLandSchema>
export type ApplicationParty = z.infer<typeof applicationPartySchema>
