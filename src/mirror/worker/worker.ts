import '#contract/records/set-up-schemas.ts'
import { z } from 'zod'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import type { Channel } from '#mirror/runtime/runtime.ts'
import { createSeals, vaultKeysSchema } from '#mirror/vault/vault-keys.ts'
import { serveEngine } from './engine.ts'

/**
 * The dedicated worker of one tab. The first message names the user; all others are calls, which
 * wait until the engine is ready.
 */
const startSchema = z.object({
  type: z.literal('start'),
  userId: z.string().min(1),
  keys: vaultKeysSchema.nullable(),
})

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', startEngine)

function startEngine(event: MessageEvent<unknown>): void {
  const start = startSchema.safeParse(event.data)
  if (!start.success) return
  self.removeEventListener('message', startEngine)
  const { userId, keys } = start.data
  serveEngine(pageChannel, { runtime: createBrowserRuntime(keys && createSeals(keys)), userId })
}

const pageChannel: Channel = {
  post: (message) => self.postMessage(message),
  listen(listener) {
    const onEvent = (event: MessageEvent<unknown>) => listener(event.data)
    self.addEventListener('message', onEvent)
    return () => self.removeEventListener('message', onEvent)
  },
  close: () => self.close(),
}
