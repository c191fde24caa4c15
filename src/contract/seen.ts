import { z } from 'zod'
import { collectionNames, type CollectionName } from './books/collections.ts'
import { maskResidentNumbers } from './resident-number.ts'
import { trailPath } from './trail.ts'
import { idSchema, instantSchema } from './values.ts'

/** `POST`, staff: what a device's own copy has shown, and what was made of it there, which no other call tells the server (research/domain.md §4 R8). */
export const seenPath = `${trailPath}/seen`

/** `POST`, staff, with a second factor of the last minutes: a sheet or file that a device has made of its own copy is about to leave it. Written down at once; one that is handed in as seen, too, stands once. */
export const exportOnDevicePath = `${trailPath}/export_on_device`

/** A record opened, the list of a question, words looked for, what was printed or taken out on the device, and a screen lock that lifted because nobody could be asked. */
export const seenActs = ['read', 'list', 'search', 'print', 'export', 'unlock'] as const
export type SeenAct = (typeof seenActs)[number]

/** Where a record was seen: the panel beside its list, its own window, a row that was changed, a paper at full size. */
export const seenPlaces = ['panel', 'window', 'edit', 'paper', 'everything', 'today', 'chat'] as const

export const maxSeenPerCall = 500
/** Of one call, so that it stays far below what a body may hold. */
export const maxSeenCharacters = 200_000

// Cut and starred instead of refused, here and for every text below: what a device has written down must arrive, or it would wait there for ever.
const keptText = (length: number) =>
  z.string().transform((text) => maskResidentNumbers(wellFormed(text)).slice(0, length))

/** Parsed by device and server alike: what no server takes (NUL, half a letter) must not wait on a device. */
export const aboutSchema = z.object({
  place: z.enum(seenPlaces).optional().catch(undefined),
  /** The words that were looked for. They may be a name: whoever reviews the log needs them, and the device keeps them sealed. */
  search: keptText(200).optional(),
  /** The filters of the question, as JSON. */
  filters: keptText(1000).optional(),
  /** How many records the list, the sheet or the print holds. */
  rows: z.int().nonnegative().optional().catch(undefined),
  /** Keys of the fields that a sheet or a print holds. */
  fields: z.array(keptText(80)).max(200).optional().catch(undefined),
  /** Why it was taken out, as asked; null: nobody was asked. */
  reason: keptText(200).nullable().optional(),
  is_masked: z.boolean().optional(),
  /** What this device had no room to keep one by one: so many of this kind, from the first to the last of them. */
  condensed: z
    .object({ count: z.int().positive(), since: instantSchema, until: instantSchema })
    .optional()
    .catch(undefined),
})
export type SeenAbout = z.input<typeof aboutSchema>

/** Stands for what no clock can have said; the trail marks it. */
const noInstant = '1970-01-01T00:00:00+00:00'

/** Unknown keys are passed over: a device may have a later build than the server. */
export const seenSchema = z.object({
  /** Made on the device; the same one handed in twice is written down once. */
  id: idSchema,
  act: z.enum(seenActs),
  /** By the device's clock, which may be wrong. */
  at: instantSchema.catch(noInstant),
  /** Seen while nobody could be asked. */
  offline: z.boolean(),
  /** Absent: all of them. */
  collection: z.enum(collectionNames).optional().catch(undefined),
  /** Of an address that somebody typed there may be none. */
  record_id: idSchema.optional().catch(undefined),
  about: aboutSchema.default({}),
})
export type Seen = Omit<z.input<typeof seenSchema>, 'collection' | 'about'> & {
  collection?: CollectionName | undefined
  about: SeenAbout
}
export type TakenSeen = z.output<typeof seenSchema>

export const exportOnDeviceSchema = seenSchema.extend({ act: z.literal('export') })

export const seenReportSchema = z.strictObject({ seen: z.array(seenSchema).min(1).max(maxSeenPerCall) })

/** Ids of what now stands in the trail, whether this call or an earlier one brought it. The device forgets these and nothing else. */
export const seenAnswerSchema = z.object({ taken: z.array(idSchema) })

/** PostgreSQL keeps no NUL and no half of a letter. */
function wellFormed(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
