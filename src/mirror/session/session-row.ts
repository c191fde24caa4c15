import { z } from 'zod'
import { userInfoSchema } from '#contract/session.ts'

/**
 * The session stands beside the outbox it may send, so that a worker without a page can drain. A database without this row is never drained.
 */
export const sessionRowSchema = z.object({
  id: z.literal('session'),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970 by this device's clock; a hint only, the server's 401 decides. */
  expiresAt: z.number(),
  userInfo: userInfoSchema,
  /** The server refused to renew it: nothing is sent until the user signs in again. */
  isRefused: z.boolean(),
})
export type SessionRow = z.infer<typeof sessionRowSchema>
