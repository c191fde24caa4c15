import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { vaultName } from './vault-database.ts'
import { vaultKeysSchema, type VaultKeys } from './vault-keys.ts'

/** What the windows of one person tell each other about the copy that is sealed on this device. Keys travel within the browser only. */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('keys'), keys: vaultKeysSchema }),
  z.object({ type: z.literal('close') }),
])
type Message = z.infer<typeof messageSchema>

/** Another window answers in a few milliseconds, a busy one in a few more; nobody else is waited for. */
const patienceMs = 200

/** The keys from another window in which the copy is open; null where there is none. */
export async function askOtherWindows(runtime: Runtime, userId: string): Promise<VaultKeys | null> {
  const channel = runtime.openChannel(vaultName(userId))
  const over = new AbortController()
  try {
    return await new Promise<VaultKeys | null>((resolve, reject) => {
      channel.listen((raw) => {
        const message = messageSchema.safeParse(raw).data
        if (message?.type === 'keys') resolve(message.keys)
      })
      runtime.wait(patienceMs, over.signal).then(() => resolve(null), reject)
      channel.post({ type: 'ask' } satisfies Message)
    })
  } finally {
    over.abort()
    channel.close()
  }
}

/** While the copy is open in this window: gives the keys to windows that open, and hears when it is closed in another. Answers how to stop. */
export function shareKeys(runtime: Runtime, userId: string, { keys, onClose }: SharedKeys): () => void {
  const channel = runtime.openChannel(vaultName(userId))
  channel.listen((raw) => {
    const message = messageSchema.safeParse(raw).data
    if (message?.type === 'ask') channel.post({ type: 'keys', keys } satisfies Message)
    if (message?.type === 'close') onClose()
  })
  return () => channel.close()
}

interface SharedKeys {
  readonly keys: VaultKeys
  readonly onClose: () => void
}

/** All other windows forget the keys, too. */
export function closeEverywhere(runtime: Runtime, userId: string): void {
  const channel = runtime.openChannel(vaultName(userId))
  channel.post({ type: 'close' } satisfies Message)
  channel.close()
}
