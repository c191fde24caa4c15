import { setTimeout as delay } from 'node:timers/promises'
import { runPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts'
import { stopOrphans } from './stop-orphans.ts'

export type SupervisedPostmasterOptions = Omit<PostmasterOptions, 'onLost' | 'signal'> & {
  /** PostgreSQL ended unexpectedly and is being restarted. */
  onLost?: ((reason: string) => void) | undefined
  /** It answers again. */
  onRevived?: (() => void) | undefined
}

/**
 * Keeps PostgreSQL running until `stop`. When it ends on its own (killed, out of memory, no disk
 * space for its log), restarts it at once and then at most every five seconds until it works.
 * Throws when the first start fails.
 */
export async function supervisePostmaster(
  options: SupervisedPostmasterOptions,
): Promise<{ stop: () => Promise<void> }> {
  const stopped = new AbortController()
  let revival: Promise<void> | undefined
  let current: Postmaster | undefined
  const onLost = (reason: string) => {
    current = undefined
    if (stopped.signal.aborted) return
    options.onLost?.(reason)
    revival = revive()
  }
  const start = () => runPostmaster({ ...options, onLost, signal: stopped.signal })

  async function revive(): Promise<void> {
    for (let pauseMs = 100; !stopped.signal.aborted; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      try {
        await stopOrphans(options.folder)
        current = await start()
        options.onRevived?.()
        return
      } catch {
        // Its log has the reason, which may pass (no disk space, no memory).
      }
    }
  }

  current = await startPastLeftOvers(options.folder, start)
  return {
    stop: async () => {
      stopped.abort()
      await revival
      await current?.stop()
    },
  }
}

const maxPauseMs = 5000

/**
 * Left-overs of a killed server that disappear by themselves: dying processes, their memory, their
 * port.
 */
const passing =
  /pre-existing shared memory block|lock file ".*" already exists|could not (?:bind|create any TCP\/IP sockets)/
const patienceMs = 30_000

async function startPastLeftOvers(folder: string, start: () => Promise<Postmaster>): Promise<Postmaster> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > until || !(error instanceof Error && passing.test(error.message))) throw error
      await delay(250)
      await stopOrphans(folder)
    }
  }
}
