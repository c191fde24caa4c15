import type { SealedBox } from '#contract/numbers/sealed-box.ts'
import type { SealingKey } from '#contract/numbers/party-number.ts'
import type { Runtime } from '../runtime.ts'
import { makeVault } from './make-vault.ts'
import { readVault, type PinCost } from './vault-database.ts'
import type { VaultKeys } from './vault-keys.ts'

/** Requests only the server can answer. Both reject when it is unreachable. */
export interface VaultServer {
  sealingKey(): Promise<SealingKey>
  /**
   * Returns the outbox key of this device's current or dropped vault
   * (contract/session/copy-key.ts).
   */
  handBack(escrow: SealedBox): Promise<Uint8Array<ArrayBuffer>>
}

interface Sealing {
  readonly runtime: Runtime
  readonly userId: string
  readonly pin: string
  readonly server: VaultServer
  readonly cost?: PinCost
}

/**
 * Creates a new vault for a user's copy on this device and returns its keys; an existing outbox key
 * is kept. Runs in one window at a time, because two windows with different keys would leave edits
 * under a key nobody has.
 * @throws what the server's answers reject with; nothing was changed then
 */
export function resealCopy({ runtime, userId, pin, server, cost }: Sealing): Promise<VaultKeys> {
  return runtime.locks.request(`seal-${userId}`, async () => {
    const before = await readVault(runtime, userId)
    const serverKey = await server.sealingKey()
    const outboxKey = before ? await server.handBack(before.escrow) : undefined
    return await makeVault({ runtime, userId, pin, serverKey, outboxKey, ...(cost && { cost }) })
  })
}
