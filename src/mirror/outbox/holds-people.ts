import type { CollectionName } from '#contract/records/collections.ts'

/** Inquiries are deleted because a visitor may ask for it: no copy of one may stay behind on a device. */
export const holdsPeople: ReadonlySet<CollectionName> = new Set(['inquiries'])
