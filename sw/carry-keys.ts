import { browserRuntime } from '#mirror/browser-runtime.ts'
import { carryKeys, carryKeysSchema } from '#mirror/vault/carry-keys.ts'
import { onMessage } from './heed-events.ts'

/** Pages come and go, the worker stays for a moment: it hands the keys of a sealed copy from the page that is left to the one that comes. */
export function carryKeysOver(scope: ServiceWorkerGlobalScope): void {
  onMessage(scope, 'CARRY_KEYS', async (data) => {
    const asked = carryKeysSchema.safeParse(data).data
    if (asked) await carryKeys(browserRuntime(), asked)
  })
}
