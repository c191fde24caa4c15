import type { KyInstance } from 'ky'
import { sealingKeyPath, sealingKeySchema } from '#contract/party-number.ts'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { renewEscrow } from '#mirror/vault/renew-escrow.ts'

/** After a right PIN: has the copy's escrow follow the keys of the server. Without a network, or before the second step, the next PIN does it. */
export async function keepEscrow(api: KyInstance, userId: string, pin: string): Promise<void> {
  try {
    const serverKey = sealingKeySchema.parse(await api.get(sealingKeyPath).json())
    await renewEscrow(browserRuntime(), { userId, pin, serverKey })
  } catch {
    // The escrow of before stands.
  }
}
