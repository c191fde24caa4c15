import type { App } from '../deps.ts'
import type { AnswerWrite } from './write-routes.ts'

/** The calls that a batch of writes may contain (sync/batch.ts), by method and path. */
export type BatchCalls = ReadonlyMap<string, AnswerWrite>

/**
 * Collects every route with an `answerWrite` that is registered from now on. HAZARD: call this on
 * the server itself and before its plugins: a hook inside a plugin does not see the routes of
 * others, and no hook sees earlier ones.
 */
export function collectBatchCalls(app: App): BatchCalls {
  const calls = new Map<string, AnswerWrite>()
  app.addHook('onRoute', ({ method, url, config }) => {
    // Skips routes with the record in the path: each has a twin that names it in the body.
    if (config?.answerWrite && !url.includes(':')) calls.set(batchCallName(String(method), url), config.answerWrite)
  })
  return calls
}

export function batchCallName(method: string, url: string): string {
  return `${method} ${url.replace(/\/$/, '')}`
}
