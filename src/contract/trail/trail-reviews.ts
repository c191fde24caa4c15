import { z } from 'zod'
import { trailAlertSchema } from './trail-alerts.ts'
import { trailPath } from './trail.ts'
import { idSchema, instantSchema, textSchema } from '../records/values.ts'

/**
 * Monthly review 월별 점검 of the trail: `GET` lists the months, `GET {month}` returns one, `POST
 * {month}` signs it off. Superusers only.
 */
export const trailReviewsPath = `${trailPath}/reviews`

export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '달은 2026-01 형식으로 입력해 주세요.')
export const reviewPathSchema = z.object({ month: monthSchema })

/** A finished month; `reviewed_at` is null until it is reviewed. */
export const reviewMonthSchema = z.object({
  month: z.string(),
  reviewed_at: instantSchema.nullable(),
  user_name: z.string().nullable(),
})
export type ReviewMonth = z.infer<typeof reviewMonthSchema>

/** Newest month first. */
export const reviewMonthsSchema = z.object({ results: z.array(reviewMonthSchema), due_count: z.int() })

const count = z.int()

/** A download, export or print, with the reason given. */
export const takenOutSchema = z.object({
  seq: count,
  at: instantSchema,
  user_name: z.string(),
  act: z.string(),
  collection: z.string().nullable(),
  /** Null if no reason was asked for or given. */
  reason: z.string().nullable(),
})

/** Maximum entries listed; the count is always complete. */
export const maxListed = 200

export const reviewFiguresSchema = z.object({
  rows: count,
  acts: z.array(z.object({ act: z.string(), count })),
  people: z.array(
    z.object({
      user_name: z.string(),
      count,
      reveals: count,
      taken_out: count,
      refusals: count,
      /** Between 22:00 and 06:00, or on a Sunday. */
      unusual_hours: count,
    }),
  ),
  taken_out: z.object({ count, without_reason: count, listed: z.array(takenOutSchema) }),
  role_changes: z.array(z.object({ at: instantSchema, user_name: z.string(), subject: z.string().nullable() })),
})
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>

export const signedReviewSchema = z.object({
  reviewed_at: instantSchema,
  user_name: z.string(),
  remark: z.string(),
  /** By alert id. */
  notes: z.record(z.string(), z.string()),
  head_number: count,
  head_hash: z.string(),
  /** Whether the chain was intact at that time. */
  is_whole: z.boolean(),
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
  remark: textSchema(2000).transform((text) => text.trim()),
  notes: z.record(idSchema, textSchema(500)).default({}),
})
export type SignReview = z.infer<typeof signReviewSchema>
