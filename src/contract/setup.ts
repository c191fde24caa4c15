import { z } from 'zod'

/** `GET /api/setup`, superusers: how this server is set up, as far as the first steps of an office ask. */
export const setupSchema = z.object({
  /** BACKUP_KEY_FILE is set where the server runs. */
  has_backup_key: z.boolean(),
})
