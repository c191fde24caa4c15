import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { openVaultLine } from './share-keys.ts'
import { vaultKeysSchema } from './vault-keys.ts'

/** How long a page that is loaded anew may take until it asks for the keys; a slow tablet takes four seconds. */
export const carriedMs = 15_000

/** What a page that is left asks of the service worker. */
export const carryKeysSchema = z.object({
  type: z.literal('CARRY_KEYS'),
  userId: z.string().min(1),
  keys: vaultKeysSchema,
})
export type CarryKeys = z.infer<typeof carryKeysSchema>

/**
 * Holds the keys of a page that is being left until the next one has asked for them: without it a reload of the only window, or an update of the app, would ask for the PIN as a start of
 * the browser does. They stand in memory, end with the browser, and are forgotten at once where somebody locks the copy. Resolves when they are.
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
