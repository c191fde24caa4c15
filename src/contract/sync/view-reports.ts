import { z } from 'zod'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'
import { trailPath } from '#contract/trail/trail.ts'

/**
 * `POST`, staff: what a device has shown or made from its own copy, which no other call reports to
 * the server.
 */
export const viewsPath = `${trailPath}/seen`

/**
 * `POST`, staff, with a fresh second factor: a sheet or file made from the device's copy is about
 * to leave it. Logged at once, and only once even if the view log reports it too.
 */
export const exportOnDevicePath = `${trailPath}/export_on_device`

/**
 * Opening a record, listing, searching, printing or exporting on the device, and a screen unlock
 * while the server was unreachable.
 */
export const viewActs = ['read', 'list', 'search', 'print', 'export', 'unlock'] as const
export type ViewAct = (typeof viewActs)[number]

/**
 * Where a record was seen: panel, own window, edited row, document at full size, search across
 * everything, today's page, calendar or chat.
 */
const viewLocations = ['panel', 'window', 'edit', 'paper', 'everything', 'today', 'calendar', 'chat'] as const

export const maxViewsPerCall = 500
/** Per call; far below the body limit. */
export const maxViewCharacters = 200_000

// Texts are cut and masked instead of refused, here and below: a record that the server refused
// would wait on the device forever.
const truncatedText = (length: number) =>
  z.string().transform((text) => maskResidentNumbers(wellFormed(text)).slice(0, length))

/**
 * Used by device and server alike: text that the server cannot store (NUL, lone surrogates) must
 * not wait on a device.
 */
export const viewDetailsSchema = z.object({
  place: z.enum(viewLocations).optional().catch(undefined),
  /**
   * The search terms. They may be a name: reviewers of the log need them, and the device stores
   * them encrypted.
   */
  search: truncatedText(200).optional(),
  /** The filters, as JSON. */
  filters: truncatedText(1000).optional(),
  /** Number of records in the list, sheet or print. */
  rows: z.int().nonnegative().optional().catch(undefined),
  /** Field keys in the sheet or print. */
  fields: z.array(truncatedText(80)).max(200).optional().catch(undefined),
  /** The reason given for the export; null if nobody was asked. */
  reason: truncatedText(200).nullable().optional(),
  is_masked: z.boolean().optional(),
  /**
   * Entries of this kind that the device had no room to store singly: their number and time span.
   */
  condensed: z
    .object({ count: z.int().positive(), since: instantSchema, until: instantSchema })
    .optional()
    .catch(undefined),
})
export type ViewDetails = z.input<typeof viewDetailsSchema>

/** Replaces an invalid time; the trail marks it. */
const unknownInstant = '1970-01-01T00:00:00+00:00'

/** Unknown keys are ignored, because a device may run a later build than the server. */
export const viewEventSchema = z.object({
  /** Made on the device; a repeated report is logged once. */
  id: idSchema,
  act: z.enum(viewActs),
  /** By the device's clock, which may be wrong. */
  at: instantSchema.catch(unknownInstant),
  /** Whether the server was unreachable. */
  offline: z.boolean(),
  /** Absent: all collections. */
  collection: z.enum(collectionNames).optional().catch(undefined),
  /** Absent if a typed address does not name a valid record. */
  record_id: idSchema.optional().catch(undefined),
  about: viewDetailsSchema.default({}),
})
export type ViewEvent = Omit<z.input<typeof viewEventSchema>, 'collection' | 'about'> & {
  collection?: CollectionName | undefined
  about: ViewDetails
}
export type ReceivedViewEvent = z.output<typeof viewEventSchema>

export const exportOnDeviceSchema = viewEventSchema.extend({ act: z.literal('export') })

export const viewReportSchema = z.strictObject({ seen: z.array(viewEventSchema).min(1).max(maxViewsPerCall) })

/** Ids in the trail now, from this call or an earlier one. The device deletes exactly these. */
export const viewReportResponseSchema = z.object({ taken: z.array(idSchema) })

/** Removes what PostgreSQL cannot store: NUL and lone surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
