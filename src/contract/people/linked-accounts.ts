import { z } from 'zod'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/**
 * Base of the calls about accounts of the vehicle maker Kia, a second way for staff to sign in:
 * which account is linked to which user. Superusers only.
 */
export const linkedAccountsPath = '/api/staff/linked-accounts/'

/** `GET`. An account without a user is pending and cannot sign in until it is linked. */
export const linkedAccountsSchema = z.object({
  /** Whether this server offers that sign-in. */
  is_configured: z.boolean(),
  accounts: z.array(
    z.object({
      id: idSchema,
      /** As reported by Kia; a hint for the superuser, not proof. */
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
  /** Links and unlinks, newest first. `user_name` is empty if a pending account was removed. */
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

/** `PUT`: links a pending account to a user. */
export const linkAccountSchema = z.strictObject({ id: idSchema, user_id: idSchema })
/** `DELETE`: removes a linked or pending account and ends its sessions. */
export const unlinkAccountSchema = z.strictObject({ id: idSchema })
