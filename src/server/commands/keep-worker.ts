import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { WorkerOrder } from './worker-order.ts'

export interface KeptWorker {
  /** Resolves when the first one works; rejects with `WorkerEndedError` when it ended before. Another is tried all the same. */
  readonly started: Promise<void>
  /** Drains: what runs is put back. Calling it again returns the same end. */
  stop(): Promise<void>
}

type Options = Omit<WorkerOrder, 'inPlaceOf'> & { onTrouble?: ((line: string) => void) | undefined }

/**
 * Keeps one worker process at work until `stop`:
 *
 *   fork ──▶ ready ──(restart asked for in the monitor: it drains and ends with 0)──▶ fork at once
 *     ▲        └─────(died)──▶ a pause, twice as long after each death in a row ──┐
 *     └───────────────────────────────────────────────────────────────────────────┘
 *
 * The channel to it is its leash: closed by `stop`, or by the death of this process however it came, the worker drains and ends.
 */
export function keepWorker({ onTrouble, ...order }: Options): KeptWorker {
  const stopping = new AbortController()
  const started = Promise.withResolvers<void>()
  started.promise.catch(() => undefined)
  const run: { child: ChildProcess | null } = { child: null }
  const kept = keep()
  let end: Promise<void> | undefined
  return { started: started.promise, stop: () => (end ??= stop()) }

  async function keep(): Promise<void> {
    let deaths = 0
    let inPlaceOf: number | null = null
    while (!stopping.signal.aborted) {
      const bornAt = performance.now()
      const child = forkWorker({ ...order, inPlaceOf })
      run.child = child
      // All that it ever says.
      child.once('message', () => {
        started.resolve()
        if (deaths > 0) onTrouble?.('워커 프로세스를 다시 시작했습니다. 하던 작업을 이어서 처리합니다.')
      })
      const { word, isInOrder } = await endOf(child)
      inPlaceOf = child.pid ?? inPlaceOf
      if (stopping.signal.aborted) return
      started.reject(new WorkerEndedError(word))
      if (isInOrder) continue
      deaths = performance.now() - bornAt > calmMs ? 1 : deaths + 1
      const pauseMs = Math.min(maxPauseMs, minPauseMs * 2 ** (deaths - 1))
      onTrouble?.(`워커 프로세스가 예기치 않게 종료되었습니다(${word}). ${pauseMs / 1000}초 뒤 다시 시작합니다.`)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const { child } = run
    if (child?.connected) child.disconnect()
    const isGone = await Promise.race([kept.then(() => true), delay(patienceMs, false, { ref: false })])
    if (!isGone) child?.kill('SIGKILL')
    await kept
  }
}

/** `message`: its exit code, after which it has said why itself, or the signal that ended it. */
export class WorkerEndedError extends Error {
  override name = 'WorkerEndedError'
}

const minPauseMs = 500
const maxPauseMs = 30_000
/** Who lived so long died of something else than the one before. */
const calmMs = 60_000
/** Longer than a worker takes to put back what it is at (jobs/job-line.ts). */
const patienceMs = 12_000

const program = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

function forkWorker(order: WorkerOrder): ChildProcess {
  const child = fork(program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // One that could not be started, or is gone already, tells it by its end.
  child.on('error', () => undefined)
  child.send(order, () => undefined)
  return child
}

async function endOf(child: ChildProcess): Promise<{ word: string; isInOrder: boolean }> {
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ word: signal ?? String(code), isInOrder: code === 0 }))
    // Without a number it never was, and there will be no end.
    child.once('error', ({ message }) => child.pid === undefined && resolve({ word: message, isInOrder: false }))
  })
}
