import { z } from 'zod'
import { instantSchema } from '#contract/records/values.ts'

/** Below it is nothing but calendars for other programs, and the calls about them. */
export const calendarPath = '/api/calendar/'

/**
 * A person's calendar for other programs. `GET`: its state; `POST`: a new address, which ends the
 * previous one; `PUT`: the choices; `DELETE`: no address any more.
 */
export const calendarFeedPath = `${calendarPath}feed`

/** The calendar itself (RFC 5545), for anyone who knows the token. */
export const calendarFilePath = `${calendarPath}:token.ics`

export const feedChoicesSchema = z.strictObject({
  /** Without names it holds no personal data. */
  shows_names: z.boolean(),
  /** Only what the person is in charge of, and their own leave. */
  is_own_only: z.boolean(),
})
export type FeedChoices = z.infer<typeof feedChoicesSchema>

export const feedStateSchema = z.object({
  /** Null while there is no address. */
  feed: z
    .object({
      ...feedChoicesSchema.shape,
      made_at: instantSchema,
      /** When a program last asked for it, to within some minutes; null: never. */
      last_read_at: instantSchema.nullable(),
    })
    .nullable(),
})
export type FeedState = z.infer<typeof feedStateSchema>

/** `POST`: the address is returned here and nowhere else. */
export const createdFeedSchema = feedStateSchema.extend({ address: z.url() })
