import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { WorkerOptions } from './start-work.ts'

export interface SupervisedWorker {
  /**
   * Resolves when the first worker is ready; rejects with `WorkerEndedError` when it ended before,
   * while retries continue.
   */
  readonly started: Promise<void>
  /** Drains: running tasks are put back. Repeated calls return the same promise. */
  stop(): Promise<void>
}

type SuperviseOptions = Omit<WorkerOptions, 'inPlaceOf'> & { onProblem?: ((line: string) => void) | undefined }

/**
 * Keeps one worker process at work until `stop`:
 *
 *   fork ──▶ ready ──(restart asked for in the monitor: it drains and ends with 0)──▶ fork at once
 *     ▲        └─────(died)──▶ a pause, twice as long after each death in a row ──┐
 *     └───────────────────────────────────────────────────────────────────────────┘
 *
 * When its channel closes, by `stop` or because this process died, the worker drains and ends.
 */
export function superviseWorker({ onProblem, ...options }: SuperviseOptions): SupervisedWorker {
  const stopping = new AbortController()
  const started = Promise.withResolvers<void>()
  started.promise.catch(() => undefined)
  const run: { child: ChildProcess | null } = { child: null }
  const worker = superviseLoop()
  let stopped: Promise<void> | undefined
  return { started: started.promise, stop: () => (stopped ??= stop()) }

  async function superviseLoop(): Promise<void> {
    let crashes = 0
    let inPlaceOf: number | null = null
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const child = forkWorker({ ...options, inPlaceOf })
      run.child = child
      // The only message a worker sends says that it is ready.
      child.once('message', () => {
        started.resolve()
        if (crashes > 0) onProblem?.('워커 프로세스를 다시 시작했습니다. 하던 작업을 이어서 처리합니다.')
      })
      const { reason, isCleanExit } = await waitForExit(child)
      inPlaceOf = child.pid ?? inPlaceOf
      if (stopping.signal.aborted) return
      started.reject(new WorkerEndedError(reason))
      if (isCleanExit) continue
      crashes = performance.now() - startedAt > stableMs ? 1 : crashes + 1
      const pauseMs = Math.min(maxPauseMs, minPauseMs * 2 ** (crashes - 1))
      onProblem?.(`워커 프로세스가 예기치 않게 종료되었습니다(${reason}). ${pauseMs / 1000}초 뒤 다시 시작합니다.`)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const { child } = run
    if (child?.connected) child.disconnect()
    const hasExited = await Promise.race([worker.then(() => true), delay(timeoutMs, false, { ref: false })])
    if (!hasExited) child?.kill('SIGKILL')
    await worker
  }
}

/**
 * `message`: the worker's exit code (the worker printed the reason itself), or the signal that
 * ended it.
 */
export class WorkerEndedError extends Error {
  override name = 'WorkerEndedError'
}

const minPauseMs = 500
const maxPauseMs = 30_000
/** A worker that lived this long resets the pause between restarts. */
const stableMs = 60_000
/** Longer than a worker needs to put its tasks back (tasks/task-delivery.ts). */
const timeoutMs = 12_000

const program = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

function forkWorker(options: WorkerOptions): ChildProcess {
  const child = fork(program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // A failed start or a closed process is handled by its exit event.
  child.on('error', () => undefined)
  child.send(options, () => undefined)
  return child
}

async function waitForExit(child: ChildProcess): Promise<{ reason: string; isCleanExit: boolean }> {
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ reason: signal ?? String(code), isCleanExit: code === 0 }))
    // Without a pid the process never existed and emits no exit.
    child.once('error', ({ message }) => child.pid === undefined && resolve({ reason: message, isCleanExit: false }))
  })
}
