import type { FastifyBaseLogger } from 'fastify'
import { dayMs } from '#contract/dates/day-ms.ts'
import { logFailure } from '#server/logging/log.ts'

interface DailyTask {
  run(): Promise<void>
  /** Log message when a run throws; the next run takes place regardless. */
  readonly onFailure: string
}

/**
 * The last daily run per server. Daily tasks run one after another, because running all of them at
 * startup would take every database connection.
 */
const lastRuns = new WeakMap<FastifyBaseLogger, Promise<void>>()

/**
 * Runs a task now and every 24 hours without keeping the process alive; tasks of one server (by its
 * logger) run one after the other. Returns a function that stops it: no further run begins, and a
 * running one is awaited.
 */
export function startDaily(log: FastifyBaseLogger, task: DailyTask): () => Promise<void> {
  let isStopped = false
  const run = async () => {
    const previousRun = lastRuns.get(log) ?? Promise.resolve()
    const currentRun = previousRun.then(() => (isStopped ? undefined : task.run()))
    lastRuns.set(
      log,
      currentRun.catch(() => undefined),
    )
    await currentRun
  }
  const stop = startRepeating(log, { ...task, run, everyMs: dayMs })
  return async () => {
    isStopped = true
    await stop()
  }
}

/** Like `startDaily` with another interval. Runs never overlap. */
export function startRepeating(
  log: FastifyBaseLogger,
  { run, onFailure, everyMs }: DailyTask & { readonly everyMs: number },
): () => Promise<void> {
  let isRunning = false
  const runOnce = async () => {
    isRunning = true
    await run().catch((error: unknown) => logFailure(log, error, onFailure))
    isRunning = false
  }
  let running = runOnce()
  const timer = setInterval(() => {
    if (!isRunning) running = runOnce()
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
