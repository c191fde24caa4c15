import { browserRuntime } from '#mirror/browser-runtime.ts'
import { holdKeys, holdKeysSchema } from '#mirror/vault/hold-keys.ts'
import { onMessage } from './worker-events.ts'

/** Hands the keys of a sealed copy from a closing page to the next one. */
export function holdKeysForReload(scope: ServiceWorkerGlobalScope): void {
  onMessage(scope, 'CARRY_KEYS', async (data) => {
    const message = holdKeysSchema.safeParse(data).data
    if (message) await holdKeys(browserRuntime(), message)
  })
}
