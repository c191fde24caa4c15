import type { KyInstance } from 'ky'
import { session } from '#app/session/session-store.ts'
import { deviceStorage, parseStoredJson } from '#app/ui/browser/device-storage.ts'
import {
  formatPersonNumberReference,
  formatSealedNumber,
  type SealingKey,
  sealingKeyPath,
  sealingKeySchema,
  sealingPurpose,
} from '#contract/person-numbers/sealed-number.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { sealToServer } from '#mirror/vault/seal-to-server.ts'

/** This device has never received the server's key. */
export class NoSealingKeyError extends Error {
  override readonly name = 'NoSealingKeyError'
}

/**
 * Seals a number for the server, as a field of kind `secret` stores it.
 * @throws NoSealingKeyError without a key
 */
export async function sealPersonNumber(digits: string, key: SealingKey | null = readSealingKey()): Promise<string> {
  if (key === null) throw new NoSealingKeyError()
  const id = newId()
  const label = { purpose: sealingPurpose, name: formatPersonNumberReference(id) }
  return formatSealedNumber({ id, ...(await sealToServer(key, new TextEncoder().encode(digits), label)) })
}

/** Removed at sign-out with everything else the server can send again (own-keys.ts). */
const buildStorageKey = (userId: string) => `sealing-key-${userId}`

/** The server's public key as last received; null if there is none yet. */
export function readSealingKey(): SealingKey | null {
  const stored = parseStoredJson(deviceStorage.getItem(buildStorageKey(session.user?.id ?? '')))
  return sealingKeySchema.safeParse(stored).data ?? null
}

/**
 * Fetches and stores the server's public key, so that numbers can be sealed without a network.
 * Older keys stay valid: the server opens what was sealed with them.
 */
export async function fetchSealingKey(api: KyInstance): Promise<void> {
  try {
    const key = sealingKeySchema.parse(await api.get(sealingKeyPath).json())
    // Signed out meanwhile; store nothing on the device.
    if (session.user) deviceStorage.setItem(buildStorageKey(session.user.id), JSON.stringify(key))
  } catch {
    // Offline, or not allowed now; the next start asks again.
  }
}
