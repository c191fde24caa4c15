import { z } from 'zod'

/** `GET`, superusers: how this server is set up. Says whether, never what. */
export const setupPath = '/api/setup'

export const setupSchema = z.object({
  /** BACKUP_KEY_FILE is set where the server runs. */
  has_backup_key: z.boolean(),
  /** SUPERUSERS names somebody. */
  has_superusers: z.boolean(),
  /** Somebody else works here, or was invited to. */
  has_colleague: z.boolean(),
})
