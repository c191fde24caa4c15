import '#contract/schemas-without-eval.ts'
import { z } from 'zod'
import { browserRuntime } from '../browser-runtime.ts'
import { createEngine, type Engine } from './engine.ts'
import type { Command, Report } from './messages.ts'

/** The dedicated worker of one tab. The first message names the user; what comes before the engine stands waits for it. */
const startSchema = z.object({ type: z.literal('start'), userId: z.string().min(1) })

declare const self: DedicatedWorkerGlobalScope

let engine: Promise<Engine> | null = null

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const start = startSchema.safeParse(event.data)
  if (start.success) {
    engine ??= createEngine({ runtime: browserRuntime(), userId: start.data.userId, report })
    engine.catch((error: unknown) => report({ type: 'failed', message: String(error) }))
    return
  }
  // Commands come from our own page, which is built together with this file.
  const command = event.data as Command
  engine?.then(
    (running) => running.handle(command),
    () => undefined,
  )
})

function report(message: Report): void {
  self.postMessage(message)
}
