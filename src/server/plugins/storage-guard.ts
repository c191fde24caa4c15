import { problem } from '#contract/problem.ts'
import { troubleOf } from '../db/database-trouble.ts'
import type { App, Deps } from '../deps.ts'
import { isSignInRoute } from './bearer.ts'
import { Refusal } from './refusal.ts'

/**
 * While the disk is full, whatever would write is refused with 507 before it begins, so that the last room is left to reading. Signing in and staying signed in
 * go on: a few bytes each, without which nobody could read.
 */
export function registerStorageGuard(app: App, { storage }: Deps): void {
  app.addHook('onRequest', async (request) => {
    const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isSignInRoute(request)
    if (!isReading && storage.isFull()) throw new Refusal(problem('storage_full'))
  })
  app.addHook('onError', async (_request, _reply, error) => {
    if (troubleOf(error) === 'full') storage.noteFull()
  })
}
