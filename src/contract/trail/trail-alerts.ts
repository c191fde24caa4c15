import { z } from 'zod'
import { trailPath } from './trail.ts'
import { idSchema, instantSchema, textSchema } from '../records/values.ts'

/**
 * Alerts 이상 징후: `GET` lists them, `POST {id}/look` records that a superuser has reviewed one.
 * Superusers only.
 */
export const trailAlertsPath = `${trailPath}/alerts`

/** The superuser's assessment; stored permanently. */
export const alertLookSchema = z.object({
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
  note: textSchema(500).pipe(z.string().trim().min(1, '확인한 내용을 입력해 주세요.')),
})
