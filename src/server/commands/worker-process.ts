import { loadConfig } from '#server/config/config.ts'
import { toOperatorMessage } from './operator-message.ts'
import { startWork, type WorkerOptions, workerOptionsSchema } from './start-work.ts'

/** Exits after this time even if the database does not respond. */
const timeoutMs = 11_000

/**
 * The worker process that supervise-worker.ts starts. It works until its channel is closed, a
 * SIGTERM, or a restart requested in the monitor; then it drains and exits with 0.
 */
await main()

async function main(): Promise<void> {
  const ending = new AbortController()
  const requestStop = () => {
    ending.abort()
    setTimeout(() => process.exit(1), timeoutMs).unref()
  }
  process.on('disconnect', requestStop)
  process.on('SIGTERM', requestStop)
  // Ctrl+C reaches every process of the terminal; the parent process ends this one in order.
  process.on('SIGINT', () => undefined)
  const shutdown = { isRestart: false }
  try {
    const work = await startWork(loadConfig(process.env), await readOptions(), {
      signal: ending.signal,
      onRestart() {
        shutdown.isRestart = true
        requestStop()
      },
    })
    if (!ending.signal.aborted) process.send?.('ready')
    await waitUntilAborted(ending.signal)
    await work.stop({ isReplaced: shutdown.isRestart })
    process.exit(0)
  } catch (error) {
    if (ending.signal.aborted) process.exit(0)
    console.error(toOperatorMessage(error))
    process.exit(1)
  }
}

async function readOptions(): Promise<WorkerOptions> {
  if (process.send === undefined) throw new Error('not started by a supervisor; use npm run worker')
  return await new Promise((resolve, reject) => {
    process.once('message', (message) => resolve(workerOptionsSchema.parse(message)))
    process.once('disconnect', () => reject(new Error('the supervisor closed the channel')))
  })
}

async function waitUntilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
