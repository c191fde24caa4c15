import { z } from 'zod'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { buildVaultName } from './vault-database.ts'
import { type VaultKeys, vaultKeysSchema } from './vault-keys.ts'

/**
 * Messages between one user's windows about the copy on this device. Keys never leave the browser.
 * `lock`: forget the keys and cover the screens; `replaced`: the open copy is no longer the
 * device's current one.
 */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('keys'), keys: vaultKeysSchema }),
  z.object({ type: z.literal('lock') }),
  z.object({ type: z.literal('replaced') }),
])
type Message = z.infer<typeof messageSchema>

/** How long to wait for another window, which normally responds in a few milliseconds. */
const timeoutMs = 200

export interface VaultChannel {
  /** The keys from another window with an open copy; null when there is none. */
  fetchKeys(): Promise<VaultKeys | null>
  notify(type: 'lock' | 'replaced'): void
  close(): void
}

interface VaultListener {
  /** The keys this window gives to others that request them. */
  getKeys(): VaultKeys | null
  onMessage(type: 'lock' | 'replaced'): void
}

export function openVaultChannel(runtime: Runtime, userId: string, listener: VaultListener): VaultChannel {
  const channel = runtime.openChannel(buildVaultName(userId))
  const waiting = new Set<(keys: VaultKeys) => void>()
  const post = (message: Message) => channel.post(message)
  channel.listen((raw) => {
    const message = messageSchema.safeParse(raw).data
    const keys = message?.type === 'ask' ? listener.getKeys() : null
    if (keys) post({ type: 'keys', keys })
    if (message?.type === 'keys') for (const resolve of waiting) resolve(message.keys)
    if (message?.type === 'lock' || message?.type === 'replaced') listener.onMessage(message.type)
  })
  return {
    async fetchKeys() {
      const controller = new AbortController()
      const keysReceived = Promise.withResolvers<VaultKeys | null>()
      waiting.add(keysReceived.resolve)
      runtime.wait(timeoutMs, controller.signal).then(() => keysReceived.resolve(null), keysReceived.reject)
      post({ type: 'ask' })
      try {
        return await keysReceived.promise
      } finally {
        waiting.delete(keysReceived.resolve)
        controller.abort()
      }
    },
    notify: (type) => post({ type }),
    close: () => channel.close(),
  }
}

/** How long a reloaded page may take to request the keys; a slow tablet needs four seconds. */
export const handoverMs = 15_000

/** Message from a closing page to the service worker. */
export const holdKeysSchema = z.object({
  type: z.literal('CARRY_KEYS'),
  userId: z.string().min(1),
  keys: vaultKeysSchema,
})
export type HoldKeysMessage = z.infer<typeof holdKeysSchema>

/**
 * Holds the keys of a closing page until the next one requests them, so that a reload of the only
 * window or an app update doesn't ask for the PIN again. The keys stay in memory and are dropped at
 * once when a window locks the copy. Resolves when they are dropped.
 */
export async function holdKeys(runtime: Runtime, { userId, keys }: HoldKeysMessage): Promise<void> {
  const controller = new AbortController()
  const channel = openVaultChannel(runtime, userId, { getKeys: () => keys, onMessage: () => controller.abort() })
  try {
    await runtime.wait(handoverMs, controller.signal).catch(() => undefined)
  } finally {
    channel.close()
  }
}
