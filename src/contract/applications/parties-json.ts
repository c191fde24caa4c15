import { z } from 'zod'

/** A land of an application: one entry of `lands_json`. */
export const applicationLandSchema = z.object({
  id: z.string(),
  address: z.string(),
  land_kind: z.string().nullable(),
  area: z.number().nullable(),
})

/**
 * A party of an application: one entry of `grantees_json` or `grantors_json`. `id` is that of the
 * unit's owner or mortgage record, from which the printed form takes the number; `num_masked` is
 * for display only.
 */
export const applicationPartySchema = z.object({
  id: z.string(),
  party_kind: z.enum(['person', 'corporation']),
  /** Grantors only. A mortgagee is never printed as the seller. */
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
  /** As typed: `3/7`. Absent in forms saved before fractions existed. */
  share_fraction: z.string().nullish(),
})

export type ApplicationLand = z.infer<typeof applicationLandSchema>

export type ApplicationParty = z.infer<typeof applicationPartySchema>
