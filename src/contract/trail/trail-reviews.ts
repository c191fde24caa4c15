import { z } from 'zod'
import { buildTextSchema, idSchema, instantSchema } from '#contract/records/values.ts'
import { trailPath } from './trail.ts'

/**
 * Monthly review 월별 점검 of the trail: `GET` lists the months, `GET {month}` returns one, `POST
 * {month}` signs it off. Superusers only.
 */
export const trailReviewsPath = `${trailPath}/reviews`

const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '달은 2026-01 형식으로 입력해 주세요.')
export const reviewPathSchema = z.object({ month: monthSchema })

/** A finished month; `reviewed_at` is null until it is reviewed. */
const reviewMonthSchema = z.object({
  month: z.string(),
  reviewed_at: instantSchema.nullable(),
  user_name: z.string().nullable(),
})
export type ReviewMonth = z.infer<typeof reviewMonthSchema>

/** Newest month first. */
export const reviewMonthsSchema = z.object({ results: z.array(reviewMonthSchema), due_count: z.int() })

const countSchema = z.int()

/** A download, export or print, with the reason given. */
const exportEntrySchema = z.object({
  seq: countSchema,
  at: instantSchema,
  user_name: z.string(),
  act: z.string(),
  collection: z.string().nullable(),
  /** Null if no reason was asked for or given. */
  reason: z.string().nullable(),
})

/** Maximum entries listed; the count is always complete. */
export const maxListedExports = 200

const reviewFiguresSchema = z.object({
  rows: countSchema,
  acts: z.array(z.object({ act: z.string(), count: countSchema })),
  people: z.array(
    z.object({
      user_name: z.string(),
      count: countSchema,
      reveals: countSchema,
      taken_out: countSchema,
      refusals: countSchema,
      /** Between 22:00 and 06:00, or on a Sunday. */
      unusual_hours: countSchema,
    }),
  ),
  taken_out: z.object({ count: countSchema, without_reason: countSchema, listed: z.array(exportEntrySchema) }),
  role_changes: z.array(z.object({ at: instantSchema, user_name: z.string(), subject: z.string().nullable() })),
})
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>

const signedReviewSchema = z.object({
  reviewed_at: instantSchema,
  user_name: z.string(),
  remark: z.string(),
  /** By alert id. */
  notes: z.record(z.string(), z.string()),
  head_number: countSchema,
  head_hash: z.string(),
  /** Whether the chain was intact at that time. */
  is_whole: z.boolean(),
})

/**
 * Alerts 이상 징후: `GET` lists them, `POST {id}/look` records that a superuser has reviewed one.
 * Superusers only.
 */
export const trailAlertsPath = `${trailPath}/alerts`

/** The superuser's assessment; stored permanently. */
const alertLookSchema = z.object({
  looked_at: instantSchema,
  user_name: z.string(),
  note: z.string(),
})

export const trailAlertSchema = z.object({
  id: idSchema,
  /** One of `alertRules` (#domain/trail/alert-rules.ts), or of a later version of the program. */
  rule: z.string(),
  at: instantSchema,
  /** Empty if nobody was signed in. */
  user_name: z.string(),
  address: z.string().nullable(),
  first_seq: z.int(),
  last_seq: z.int(),
  /** Number of events when it was detected. */
  count: z.int(),
  look: alertLookSchema.nullable(),
})
export type TrailAlert = z.infer<typeof trailAlertSchema>

/** Unreviewed ones, newest first, at most `maxAlerts`. */
export const trailAlertListSchema = z.object({ results: z.array(trailAlertSchema), open_count: z.int() })
export type TrailAlertList = z.infer<typeof trailAlertListSchema>
export const maxAlerts = 100

export const alertPathSchema = z.object({ id: idSchema })
export const alertNoteSchema = z.object({
  note: buildTextSchema(500).pipe(z.string().trim().min(1, '확인한 내용을 입력해 주세요.')),
})

/** For a signed-off month, `figures` are those at the sign-off. */
export const trailReviewSchema = z.object({
  month: z.string(),
  figures: reviewFiguresSchema,
  alerts: z.array(trailAlertSchema),
  signed: signedReviewSchema.nullable(),
})
export type TrailReview = z.infer<typeof trailReviewSchema>

export const signReviewSchema = z.object({
  remark: buildTextSchema(2000).transform((text) => text.trim()),
  notes: z.record(idSchema, buildTextSchema(500)).default({}),
})
export type ReviewSignOff = z.infer<typeof signReviewSchema>
