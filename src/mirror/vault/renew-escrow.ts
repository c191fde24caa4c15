import { escrowLabel } from '#contract/session/copy-key.ts'
import type { SealingKey } from '#contract/numbers/party-number.ts'
import type { Runtime } from '../runtime.ts'
import { openWithPin } from './pin-key.ts'
import { sealToServer } from './seal-to-server.ts'
import { changeVault, readVault } from './vault-database.ts'

/**
 * Seals the outbox key again when the server's key has changed. A server that lost its old keys (a
 * restore without `numbers.key`) could never return it, and a forgotten PIN would lose unsent
 * edits. Call it with the PIN just verified; a wrong one changes nothing and isn't counted.
 */
export async function renewEscrow(
  runtime: Runtime,
  { userId, pin, serverKey }: { userId: string; pin: string; serverKey: SealingKey },
): Promise<void> {
  const before = await readVault(runtime, userId)
  if (!before?.pin || before.escrow.keyId === serverKey.key_id) return
  const material = await openWithPin(pin, before.pin)
  if (!material) return
  const escrow = await sealToServer(serverKey, material.outbox, escrowLabel(userId))
  // Unless the vault was dropped or recreated meanwhile.
  await changeVault(runtime, userId, (now) =>
    now?.pin && now.escrow.box === before.escrow.box ? { ...now, escrow } : undefined,
  )
}
