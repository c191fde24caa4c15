import type { SealedBox } from '#contract/numbers/sealed-box.ts'
import type { SealingKey } from '#contract/numbers/party-number.ts'
import type { Runtime } from '../runtime.ts'
import { makeVault } from './make-vault.ts'
import { readVault, type PinCost } from './vault-database.ts'
import type { VaultKeys } from './vault-keys.ts'

/** What only the server can give. Both reject when it cannot be asked. */
export interface VaultServer {
  sealingKey(): Promise<SealingKey>
  /** The outbox's key of a vault that stands, or was dropped, on this device (session/copy-key.ts). */
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
 * Gives a person's copy on this device a new vault and answers its keys; the key of unsent edits stays that of the vault before, if there was one. One window at a time: two that made a key each would
 * leave edits under one that nobody has.
 * @throws what the server's answers reject with; nothing was changed then
 */
export function sealAnew({ runtime, userId, pin, server, cost }: Sealing): Promise<VaultKeys> {
  return runtime.locks.request(`seal-${userId}`, async () => {
    const before = await readVault(runtime, userId)
    const serverKey = await server.sealingKey()
    const outboxKey = before ? await server.handBack(before.escrow) : undefined
    return await makeVault({ runtime, userId, pin, serverKey, outboxKey, ...(cost && { cost }) })
  })
}
