import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from './trouble-log.ts'

const dayMs = 24 * 3_600_000

interface DailyTask {
  run(): Promise<void>
  /** Logged when a run throws; the next one comes all the same. */
  readonly onFailure: string
}

/** Runs a task now and every 24 hours, without keeping the process alive. Answers how to stop: no further run begins, and one that is under way is waited for. */
export function startDaily(log: FastifyBaseLogger, task: DailyTask): () => Promise<void> {
  return startRepeating(log, { ...task, everyMs: dayMs })
}

/** By the logger of a server. What many modules do at its start would take all its connections if they did it at once. */
const firstRuns = new WeakMap<FastifyBaseLogger, Promise<void>>()

/** The same in other steps. While one run lasts no other begins. First runs follow one another. */
export function startRepeating(
  log: FastifyBaseLogger,
  { run, onFailure, everyMs }: DailyTask & { readonly everyMs: number },
): () => Promise<void> {
  let isRunning = true
  let isStopped = false
  const runOnce = async () => {
    isRunning = true
    await run().catch((error: unknown) => logFailure(log, error, onFailure))
    isRunning = false
  }
  const before = firstRuns.get(log) ?? Promise.resolve()
  let running = before.then(() => (isStopped ? undefined : runOnce()))
  firstRuns.set(log, running)
  const timer = setInterval(() => {
    if (!isRunning) running = runOnce()
  }, everyMs)
  timer.unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
