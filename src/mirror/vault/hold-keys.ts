import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { openVaultLine } from './share-keys.ts'
import { vaultKeysSchema } from './vault-keys.ts'

/** How long a reloaded page may take to ask for the keys; a slow tablet needs four seconds. */
export const handoverMs = 15_000

/** Message from a closing page to the service worker. */
export const holdKeysSchema = z.object({
  type: z.literal('CARRY_KEYS'),
  userId: z.string().min(1),
  keys: vaultKeysSchema,
})
export type HoldKeysMessage = z.infer<typeof holdKeysSchema>

/**
 * Holds the keys of a closing page until the next one asks for them, so that a reload of the only
 * window or an app update doesn't ask for the PIN again. The keys stay in memory and are dropped at
 * once when a window locks the copy. Resolves when they are dropped.
 */
export async function holdKeys(runtime: Runtime, { userId, keys }: HoldKeysMessage): Promise<void> {
  const controller = new AbortController()
  const line = openVaultLine(runtime, userId, { keys: () => keys, heard: () => controller.abort() })
  try {
    await runtime.wait(handoverMs, controller.signal).catch(() => undefined)
  } finally {
    line.close()
  }
}
