import { z } from 'zod'
import { chatPaths } from './chat/chat-words.ts'
import { taskMonitorPath } from './task-monitor.ts'
import { idSchema, instantSchema } from './values.ts'

/** The calls behind API 테스트 (spec 3 §7 "Rest Test"); all of them for superusers. What needs keys of others answers `not_configured` until they are set (decision 27). */
export const apiTestPaths = {
  /** `POST`: asks the office's helper program for a refresh token of the vehicle maker. */
  refreshToken: '/api/kia/refresh_token/',
  /** `GET`: what this server is connected to. */
  get: '/api/kia/test/',
  /** `POST`: takes what is sent to the database and back. */
  post: '/api/staff/list/',
  /** `POST`: one question to the chat; its own call (chat/chat-words.ts). */
  chat: chatPaths.ask,
  /** `POST`: has every worker take up what it did and begin anew; a call of the task monitor. */
  restartWorkers: `${taskMonitorPath}/tasks/update-and-restart-workers/`,
} as const

/** Answer of `GET /api/kia/test/`: what a server may be connected to, and whether it is; never to what. */
export const apiTestItemsSchema = z.object({
  data: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), is_configured: z.boolean() })) }),
})

/** `POST /api/staff/list/`. */
export const apiTestRequestSchema = z.strictObject({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(2000),
  /** When the device sent it. */
  timestamp: instantSchema,
})

/** What arrived, when by the database's clock, and who sent it. */
export const apiTestAnswerSchema = z.object({
  data: apiTestRequestSchema.extend({
    received_at: instantSchema,
    sender: z.object({ id: idSchema, name: z.string() }),
  }),
})

/** Answer of `POST /api/kia/refresh_token/`: enough to see that a token came. The token itself stays on the server's side and is kept nowhere. */
export const helperTokenSchema = z.object({
  data: z.object({
    /** Its first four characters. */
    refresh_token: z.string(),
    length: z.int().positive(),
    /** Seconds; null: the helper did not say. */
    expires_in: z.int().nullable(),
  }),
})
