import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from './trouble-log.ts'

const dayMs = 24 * 3_600_000

interface DailyTask {
  run(): Promise<void>
  /** Logged when a run throws; the next one comes all the same. */
  readonly onFailure: string
}

/** The daily run of each server that was begun last. At its start there are many, which at once would take all its connections. */
const lastTurns = new WeakMap<FastifyBaseLogger, Promise<void>>()

/**
 * Runs a task now and every 24 hours, without keeping the process alive; tasks of one server (by its logger) run one
 * after the other. Answers how to stop: no further run begins, and one that is under way is waited for.
 */
export function startDaily(log: FastifyBaseLogger, task: DailyTask): () => Promise<void> {
  let isStopped = false
  const run = async () => {
    const before = lastTurns.get(log) ?? Promise.resolve()
    const turn = before.then(() => (isStopped ? undefined : task.run()))
    lastTurns.set(
      log,
      turn.catch(() => undefined),
    )
    await turn
  }
  const stop = startRepeating(log, { ...task, run, everyMs: dayMs })
  return async () => {
    isStopped = true
    await stop()
  }
}

/** The same in other steps. While one run lasts no other begins. */
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
