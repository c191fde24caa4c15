import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { vaultName } from './vault-database.ts'
import { vaultKeysSchema, type VaultKeys } from './vault-keys.ts'

/**
 * What the windows of one person tell each other about the copy on this device. Keys travel within the browser only. `lock`: forget them, and cover the screens; `replaced`: the copy
 * that is open is not the one of the device any more.
 */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('keys'), keys: vaultKeysSchema }),
  z.object({ type: z.literal('lock') }),
  z.object({ type: z.literal('replaced') }),
])
type Message = z.infer<typeof messageSchema>

/** Another window answers in a few milliseconds, a busy one in a few more; nobody else is waited for. */
const patienceMs = 200

export interface VaultLine {
  /** The keys from another window in which the copy is open; null where there is none. */
  ask(): Promise<VaultKeys | null>
  notify(type: 'lock' | 'replaced'): void
  close(): void
}

interface VaultEars {
  /** What this window gives to others that ask. */
  keys(): VaultKeys | null
  heard(type: 'lock' | 'replaced'): void
}

export function openVaultLine(runtime: Runtime, userId: string, ears: VaultEars): VaultLine {
  const channel = runtime.openChannel(vaultName(userId))
  const waiting = new Set<(keys: VaultKeys) => void>()
  const post = (message: Message) => channel.post(message)
  channel.listen((raw) => {
    const message = messageSchema.safeParse(raw).data
    const keys = message?.type === 'ask' ? ears.keys() : null
    if (keys) post({ type: 'keys', keys })
    if (message?.type === 'keys') for (const take of waiting) take(message.keys)
    if (message?.type === 'lock' || message?.type === 'replaced') ears.heard(message.type)
  })
  return {
    async ask() {
      const over = new AbortController()
      const answered = Promise.withResolvers<VaultKeys | null>()
      waiting.add(answered.resolve)
      runtime.wait(patienceMs, over.signal).then(() => answered.resolve(null), answered.reject)
      post({ type: 'ask' })
      try {
        return await answered.promise
      } finally {
        waiting.delete(answered.resolve)
        over.abort()
      }
    },
    notify: (type) => post({ type }),
    close: () => channel.close(),
  }
}
