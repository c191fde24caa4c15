import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from './trouble-log.ts'

const dayMs = 24 * 3_600_000

interface DailyTask {
  run(): Promise<void>
  /** Logged when a run throws; the next one comes all the same. */
  readonly onFailure: string
}

/** Runs a task now and every 24 hours, without keeping the process alive. Answers how to stop: no further run begins, and one that is under way is waited for. */
export function startDaily(log: FastifyBaseLogger, { run, onFailure }: DailyTask): () => Promise<void> {
  const runOnce = () => run().catch((error: unknown) => logFailure(log, error, onFailure))
  let running = runOnce()
  const timer = setInterval(() => {
    running = runOnce()
  }, dayMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
