import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedDatabaseError, type PostgresProgram } from './postgres-program.ts'
import { stopOrphans } from './stop-orphans.ts'

interface Postmaster {
  pid: number
  stop: () => Promise<void>
}

interface PostmasterOptions {
  program: PostgresProgram
  folder: string
  logFile: string
  settings: Record<string, string>
  isReady: () => Promise<boolean>
  /** Aborting stops the wait and ends the process. */
  signal?: AbortSignal
  onLost?: (reason: string) => void
}

/**
 * Runs PostgreSQL on a cluster until `stop`; resolves when it responds. Throws
 * `EmbeddedDatabaseError` with the last line of its log when it cannot start.
 */
export async function runPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { child, logStart } = spawnPostgres(options)
  const state = { isReady: false, isStopping: false, ended: undefined as string | undefined }
  const ended = new Promise<void>((resolve) => {
    const onEnd = (reason: string) => {
      state.ended = reason
      if (state.isReady && !state.isStopping) options.onLost?.(reason)
      resolve()
    }
    child.once('error', (error) => onEnd(error.message))
    child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`))
  })
  const stop = async () => {
    state.isStopping = true
    if (state.ended === undefined) await endProcess(child, ended)
  }
  await waitUntilReady({ ...options, logStart }, () => state.ended).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  state.isReady = true
  return { pid: child.pid ?? 0, stop }
}

/** `logStart`: size in bytes of the log from earlier runs. */
function spawnPostgres({ program, folder, logFile, settings }: PostmasterOptions): {
  child: ChildProcess
  logStart: number
} {
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const { account } = program
  try {
    const logStart = fstatSync(log).size
    const child = spawn(
      program.postgres,
      ['-D', folder, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      {
        cwd: folder,
        env: { LC_ALL: 'C', TZ: 'UTC' },
        // A log file rather than a pipe: a pipe closes with the server, and the postmaster would
        // die at its next message.
        stdio: ['ignore', log, log],
        // A separate process group: Ctrl-C in the terminal is for the server, which first lets
        // running requests finish.
        detached: true,
        ...(account && { uid: account.uid, gid: account.gid }),
      },
    )
    return { child, logStart }
  } finally {
    closeSync(log)
  }
}

async function waitUntilReady(
  { isReady, logFile, logStart, signal }: PostmasterOptions & { logStart: number },
  ended: () => string | undefined,
): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isReady())) {
    const reason = ended()
    if (reason !== undefined || signal?.aborted || Date.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `내장 PostgreSQL을 시작하지 못했습니다(${reason ?? '응답 없음'}): ${lastLine(logFile, logStart)} — 자세한 내용: ${logFile}`,
      )
    }
    await delay(20)
  }
}

/** The last line of this run only. */
function lastLine(logFile: string, logStart: number): string {
  const lines = readFileSync(logFile).subarray(logStart).toString('utf8').trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

/**
 * SIGINT is PostgreSQL's "fast" shutdown: it rolls back open transactions, writes everything and
 * disconnects clients.
 */
async function endProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const isDone = await Promise.race([ended.then(() => true), delay(20_000, false, { ref: false })])
  if (isDone) return
  child.kill('SIGQUIT')
  await ended
}

type SupervisedPostmasterOptions = Omit<PostmasterOptions, 'onLost' | 'signal'> & {
  /** PostgreSQL ended unexpectedly and is being restarted. */
  onLost?: ((reason: string) => void) | undefined
  /** Called when it responds again. */
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

  current = await startWithRetry(options.folder, start)
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
const transientErrors =
  /pre-existing shared memory block|lock file ".*" already exists|could not (?:bind|create any TCP\/IP sockets)/
const timeoutMs = 30_000

async function startWithRetry(folder: string, start: () => Promise<Postmaster>): Promise<Postmaster> {
  const until = Date.now() + timeoutMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > until || !(error instanceof Error && transientErrors.test(error.message))) throw error
      await delay(250)
      await stopOrphans(folder)
    }
  }
}
