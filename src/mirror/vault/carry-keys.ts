import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { openVaultLine } from './share-keys.ts'
import { vaultKeysSchema } from './vault-keys.ts'

/** How long a reloaded page may take to ask for the keys; a slow tablet needs four seconds. */
export const carriedMs = 15_000

/** Message from a closing page to the service worker. */
export const carryKeysSchema = z.object({
  type: z.literal('CARRY_KEYS'),
  userId: z.string().min(1),
  keys: vaultKeysSchema,
})
export type CarryKeys = z.infer<typeof carryKeysSchema>

/**
 * Holds the keys of a closing page until the next one asks for them, so that a reload of the only
 * window or an app update doesn't ask for the PIN again. The keys stay in memory and are dropped at
 * once when a window locks the copy. Resolves when they are dropped.
 */
export async function carryKeys(runtime: Runtime, { userId, keys }: CarryKeys): Promise<void> {
  const over = new AbortController()
  const line = openVaultLine(runtime, userId, { keys: () => keys, heard: () => over.abort() })
  try {
    await runtime.wait(carriedMs, over.signal).catch(() => undefined)
  } finally {
    line.close()
  }
}
