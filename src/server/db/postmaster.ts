import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresProgram } from './postgres-program.ts'
import { commandLineOf, markOfProcess } from './process-mark.ts'

export type Postmaster = { pid: number; stop: () => Promise<void> }

export type PostmasterOptions = {
  program: PostgresProgram
  folder: string
  logFile: string
  settings: Record<string, string>
  isReady: () => Promise<boolean>
  onLost?: (reason: string) => void
}

/** Runs PostgreSQL on a cluster until `stop`; resolves when it answers. Throws, with the last lines of its log, when it cannot start. */
export async function runPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const child = spawnPostgres(options)
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
  await waitUntilReady(options, () => state.ended).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  state.isReady = true
  return { pid: child.pid ?? 0, stop }
}

/**
 * Stops a postmaster that outlived its server (kill -9). Its shared memory and its lock on the cluster would keep the next one out;
 * stopping it in order costs less than a second and leaves a cluster that needs no recovery.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : Number.NaN
  if (!Number.isInteger(pid) || pid <= 1 || !commandLineOf(pid).includes(` -D ${folder} `)) return
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    process.kill(pid, signal)
    if (await isGone(pid, seconds)) return
  }
}

function spawnPostgres({ program, folder, logFile, settings }: PostmasterOptions): ChildProcess {
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const { account } = program
  try {
    return spawn(
      program.postgres,
      ['-D', folder, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      {
        cwd: folder,
        env: { LC_ALL: 'C', TZ: 'UTC' },
        // A log file and not a pipe: a pipe dies with the server, and the postmaster would be killed by its own next message.
        stdio: ['ignore', log, log],
        // Own process group: Ctrl-C in the terminal is for the server, which first lets running requests finish.
        detached: true,
        ...(account && { uid: account.uid, gid: account.gid }),
      },
    )
  } finally {
    closeSync(log)
  }
}

async function waitUntilReady({ isReady, logFile }: PostmasterOptions, ended: () => string | undefined): Promise<void> {
  const patience = Date.now() + 120_000
  while (!(await isReady())) {
    const reason = ended()
    if (reason !== undefined || Date.now() > patience) {
      throw new Error(
        `내장 PostgreSQL을 시작하지 못했습니다(${reason ?? '응답 없음'}): ${lastLine(logFile)} — 자세한 내용: ${logFile}`,
      )
    }
    await delay(20)
  }
}

function lastLine(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

/** SIGINT is PostgreSQL's "fast" shutdown: open transactions are rolled back, everything is written, clients are told. */
async function endProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const isDone = await Promise.race([ended.then(() => true), delay(20_000, false, { ref: false })])
  if (isDone) return
  child.kill('SIGQUIT')
  await ended
}

async function isGone(pid: number, seconds: number): Promise<boolean> {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    if (markOfProcess(pid) === undefined) return true
    await delay(20)
  }
  return false
}
