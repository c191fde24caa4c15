import type { SealingKey } from '#contract/numbers/party-number.ts'
import { numberReference, sealedText, sealingPurpose } from '#contract/numbers/sealed-number.ts'
import { newId } from '#mirror/new-id.ts'
import { sealToServer } from '#mirror/vault/seal-to-server.ts'
import { readSealingKey } from './sealing-key.ts'

/** This device has never received the server's key. */
export class NoSealingKeyError extends Error {
  override readonly name = 'NoSealingKeyError'
}

/**
 * Seals a number for the server, as a field of kind `secret` stores it.
 * @throws NoSealingKeyError without a key
 */
export async function sealNumber(digits: string, key: SealingKey | null = readSealingKey()): Promise<string> {
  if (key === null) throw new NoSealingKeyError()
  const id = newId()
  const label = { purpose: sealingPurpose, name: numberReference(id) }
  return sealedText({ id, ...(await sealToServer(key, new TextEncoder().encode(digits), label)) })
}
