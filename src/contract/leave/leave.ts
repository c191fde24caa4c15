import { z } from 'zod'
import { leaveRequestBook } from '#contract/books/leave.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { dateSchema, idSchema } from '#contract/records/values.ts'

const year = z.coerce.number().int().min(2000).max(2100)

/**
 * `GET /api/staff/leave/`: the user's own requests; for superusers everybody's, or those of
 * `requester`. `year`: requests with a day in that year.
 */
export const leaveQueryShape = { year: year.optional(), requester: z.union([z.literal(''), idSchema]).optional() }
export type LeaveQuery = z.output<z.ZodObject<typeof leaveQueryShape>>

/** Each request with its number of working days. */
export const leaveListSchema = listResponseSchema(leaveRequestBook, { days: z.number() })

export const leaveAllowancePath = '/api/staff/leave/allowance/'

export const leaveAllowanceQuerySchema = z.object({ year: year.optional() })

/**
 * Annual leave of one person in one calendar year. `granted`: by law, or set by a superuser
 * (`is_set`). `used`: days of approved requests. `waiting`: days of undecided requests, which are
 * not yet subtracted from `remaining`. `remaining` is the user record's `vacation_over_days` and
 * negative if overdrawn.
 */
export const leaveAllowanceSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  employment_date: z.string().nullable(),
  /** Last day of employment. */
  left_on: z.string().nullable(),
  granted: z.number(),
  is_set: z.boolean(),
  used: z.number(),
  waiting: z.number(),
  remaining: z.number(),
})
export type LeaveAllowance = z.infer<typeof leaveAllowanceSchema>

/** `GET /api/staff/leave/allowance/`: the user's own; for superusers everybody's. */
export const leaveAllowancesSchema = z.object({ year: z.int(), results: z.array(leaveAllowanceSchema) })
export type LeaveAllowances = z.infer<typeof leaveAllowancesSchema>

/**
 * `PUT`, superusers only: sets the days of one person and year (null: by law), the first day of
 * employment, or both.
 */
export const leaveGrantSchema = z.strictObject({
  user_id: idSchema,
  year: year.optional(),
  granted: z
    .number('숫자로 입력해 주세요.')
    .min(0, '0 이상으로 입력해 주세요.')
    .max(99, '99 이하로 입력해 주세요.')
    .multipleOf(0.5, '0.5일 단위로 입력해 주세요.')
    .nullable()
    .optional(),
  employment_date: dateSchema.nullable().optional(),
})
export type LeaveGrant = z.infer<typeof leaveGrantSchema>
