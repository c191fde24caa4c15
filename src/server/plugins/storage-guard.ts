import { problem } from '#contract/problem.ts'
import { troubleOf } from '../db/database-trouble.ts'
import type { App, Deps } from '../deps.ts'
import { isSignInRoute } from './bearer.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * While the disk is full, refuses writes with 507 before they begin, so that the remaining room is
 * left for reading. Sign-in and token refresh still work: they need a few bytes each, and nobody
 * could read without them.
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
