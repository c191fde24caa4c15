import type { SealingKey } from '#contract/numbers/party-number.ts'
import { escrowLabel } from '#contract/session/copy-key.ts'
import type { Runtime } from '../runtime.ts'
import { lockWithPin } from './pin-key.ts'
import { sealToServer } from './seal-to-server.ts'
import { changeVault, type PinCost } from './vault-database.ts'
import { keysOf, newKeyBytes, type VaultKeys } from './vault-keys.ts'

interface NewVault {
  readonly runtime: Runtime
  readonly userId: string
  readonly pin: string
  /**
   * The server's public key. The outbox key is sealed to it, so that a forgotten PIN doesn't lose
   * unsent edits.
   */
  readonly serverKey: SealingKey
  /** The outbox key the server returned for a dropped vault; waiting edits are sealed with it. */
  readonly outboxKey?: Uint8Array<ArrayBuffer> | undefined
  /** Cost of the PIN; defaults to pin-key.ts. */
  readonly cost?: PinCost
}

/**
 * Creates a user's vault on this device and returns its keys. Data under an earlier mirror key
 * becomes unreadable and should be removed (drop-vault.ts). Needs contact with the server for its
 * key.
 */
export async function makeVault({ runtime, userId, pin, serverKey, outboxKey, cost }: NewVault): Promise<VaultKeys> {
  const material = { mirror: newKeyBytes(), outbox: outboxKey ?? newKeyBytes() }
  const lock = await lockWithPin(pin, material, cost)
  const escrow = await sealToServer(serverKey, material.outbox, escrowLabel(userId))
  const now = runtime.now()
  await changeVault(runtime, userId, () => ({
    id: 'vault',
    pin: lock,
    escrow,
    tries: 0,
    dropped: null,
    contactAt: now,
    seenAt: now,
  }))
  return await keysOf(material)
}
