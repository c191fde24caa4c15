import type { KyInstance } from 'ky'
import { type SealingKey, sealingKeyPath, sealingKeySchema } from '#contract/party-number.ts'

/** Of this device, not of a person: it is the same for everybody and tells nothing. */
const shelf = 'sealing_key'

/** The server's public key as it was last heard of; null on a device that never heard of it. */
export function readSealingKey(): SealingKey | null {
  try {
    return sealingKeySchema.parse(JSON.parse(localStorage.getItem(shelf) ?? 'null'))
  } catch {
    return null
  }
}

/** Asks the server for its key and keeps it, so that numbers can be sealed without a network. An older key stays good: the server opens what was sealed to it. */
export async function fetchSealingKey(api: KyInstance): Promise<void> {
  try {
    const key = sealingKeySchema.parse(await api.get(sealingKeyPath).json())
    localStorage.setItem(shelf, JSON.stringify(key))
  } catch {
    // Offline, or nobody's turn: the next start asks again.
  }
}
