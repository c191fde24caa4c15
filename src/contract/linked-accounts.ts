import { z } from 'zod'
import { idSchema, instantSchema } from './values.ts'

/** Base of the calls about accounts of the vehicle maker, superusers only: who came with one, and which user it is linked to. */
export const linkedAccountsPath = '/api/staff/linked-accounts/'

/** `GET`. An account without a user waits to be linked; until then it signs in nobody. */
export const linkedAccountsSchema = z.object({
  /** Whether this server offers that sign-in. */
  is_configured: z.boolean(),
  accounts: z.array(
    z.object({
      id: idSchema,
      /** As the vehicle maker says them: a hint for whoever links, no proof. */
      name: z.string(),
      email: z.string().nullable(),
      first_seen_at: instantSchema,
      last_seen_at: instantSchema,
      user_id: idSchema.nullable(),
      user_name: z.string().nullable(),
      linked_at: instantSchema.nullable(),
      linked_by: z.string(),
    }),
  ),
  /** Active staff and superusers. */
  people: z.array(z.object({ id: idSchema, name: z.string() })),
  /** Who linked and unlinked whom, the newest first. `user_name` empty: an account was forgotten that waited. */
  history: z.array(
    z.object({
      seq: z.int(),
      at: instantSchema,
      by: z.string(),
      what: z.enum(['linked', 'unlinked']),
      account_name: z.string(),
      user_name: z.string(),
    }),
  ),
})
export type LinkedAccounts = z.infer<typeof linkedAccountsSchema>
export type LinkedAccount = LinkedAccounts['accounts'][number]

/** `PUT`: links an account that waits to a user. */
export const linkAccountSchema = z.strictObject({ id: idSchema, user_id: idSchema })
/** `DELETE`: forgets an account, linked or waiting; sessions begun with it end. */
export const unlinkAccountSchema = z.strictObject({ id: idSchema })
