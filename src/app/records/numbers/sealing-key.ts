import type { KyInstance } from 'ky'
import { type SealingKey, sealingKeyPath, sealingKeySchema } from '#contract/party-number.ts'
import { session } from '#app/session/session-store.ts'

/** Forgotten at sign-out with everything else that the server can give again (own-keys.ts). */
const shelfOf = (userId: string) => `sealing-key-${userId}`

/** The server's public key as it was last heard of; null on a device that never heard of it. */
export function readSealingKey(): SealingKey | null {
  try {
    return sealingKeySchema.parse(JSON.parse(localStorage.getItem(shelfOf(session.user?.id ?? '')) ?? 'null'))
  } catch {
    return null
  }
}

/** Asks the server for its key and keeps it, so that numbers can be sealed without a network. An older key stays good: the server opens what was sealed to it. */
export async function fetchSealingKey(api: KyInstance): Promise<void> {
  try {
    const key = sealingKeySchema.parse(await api.get(sealingKeyPath).json())
    // Signed out meanwhile: nothing comes back to the device.
    if (session.user) localStorage.setItem(shelfOf(session.user.id), JSON.stringify(key))
  } catch {
    // Offline, or nobody's turn: the next start asks again.
  }
}
