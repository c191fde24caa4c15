import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import type { PostgresProgram } from './postgres-program.ts'

export type Postmaster = { pid: number; stop: () => Promise<void> }

export type PostmasterOptions = {
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
 * Runs PostgreSQL on a cluster until `stop`; resolves when it answers. Throws
 * `EmbeddedDatabaseError` with the last line of its log when it cannot start.
 */
export async function runPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { child, logStart } = spawnPostgres(options)
  const state = { isReady: false, isStopping: false, ended: undefined as string | undefined }
  const ended = new Promise<void>((done) => {
    const end = (reason: string) => {
      state.ended = reason
      if (state.isReady && !state.isStopping) options.onLost?.(reason)
      done()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ?? `code ${code}`))
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
