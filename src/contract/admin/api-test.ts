import { z } from 'zod'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'
import { taskMonitorPath } from './task-monitor.ts'

/**
 * The calls behind API 테스트; superusers only. A call that needs external keys returns
 * `not_configured` until they are set.
 */
export const apiTestPaths = {
  /** `POST`: asks the token helper (TOKEN_HELPER_URL) for a Kia refresh token. */
  refreshToken: '/api/kia/refresh_token/',
  /** `GET`: which external services this server is connected to. */
  get: '/api/kia/test/',
  /** `POST`: sends a value to the database and returns it. */
  post: '/api/staff/list/',
  /** `POST`: one question to the chat; this is the chat's own call. */
  chat: chatPaths.ask,
  /** `POST`: restarts every worker on the current code; a call of the task monitor. */
  restartWorkers: `${taskMonitorPath}/tasks/update-and-restart-workers/`,
} as const

/**
 * Response of `GET /api/kia/test/`: whether each service is connected. Never contains addresses or
 * keys.
 */
export const apiTestItemsSchema = z.object({
  data: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), is_configured: z.boolean() })) }),
})

/** `POST /api/staff/list/`. */
export const apiTestRequestSchema = z.strictObject({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(2000),
  /** By the device's clock. */
  timestamp: instantSchema,
})

/** The received text, its arrival time by the database's clock, and the sender. */
export const apiTestResponseSchema = z.object({
  data: apiTestRequestSchema.extend({
    received_at: instantSchema,
    sender: z.object({ id: idSchema, name: z.string() }),
  }),
})

/**
 * Response of `POST /api/kia/refresh_token/`: proof that a token arrived. The token itself stays on
 * the server and is not stored.
 */
export const helperTokenSchema = z.object({
  data: z.object({
    /** First four characters. */
    refresh_token: z.string(),
    length: z.int().positive(),
    /** Seconds; null if the helper did not report it. */
    expires_in: z.int().nullable(),
  }),
})
