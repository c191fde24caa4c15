import { browserRuntime } from '#mirror/browser-runtime.ts'
import { carryKeys, carryKeysSchema } from '#mirror/vault/carry-keys.ts'
import { onMessage } from './heed-events.ts'

/** Hands the keys of a sealed copy from a closing page to the next one. */
export function carryKeysOver(scope: ServiceWorkerGlobalScope): void {
  onMessage(scope, 'CARRY_KEYS', async (data) => {
    const asked = carryKeysSchema.safeParse(data).data
    if (asked) await carryKeys(browserRuntime(), asked)
  })
}
