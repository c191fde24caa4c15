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
  /** The server's public key: without it a forgotten PIN would take unsent edits along. */
  readonly serverKey: SealingKey
  /** What the server handed back of a vault that was dropped here; edits that wait are sealed with it. */
  readonly outboxKey?: Uint8Array<ArrayBuffer> | undefined
  /** Absent: what a PIN costs (pin-key.ts). */
  readonly cost?: PinCost
}

/**
 * Makes the vault of a person on this device and answers its keys, open. What stood under an earlier mirror key cannot be read any more; have it removed
 * (drop-vault.ts). The person is in contact with the server, or there would be no key to seal to.
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
