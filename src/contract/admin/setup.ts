import { z } from 'zod'

/** `GET`, superusers: how this server is set up. Booleans only, never the values. */
export const setupPath = '/api/setup'

export const setupSchema = z.object({
  /** Whether BACKUP_KEY_FILE is set on the server. */
  has_backup_key: z.boolean(),
  /** Whether SUPERUSERS names anybody. */
  has_superusers: z.boolean(),
  /** Whether somebody else works here or was invited. */
  has_colleague: z.boolean(),
})
