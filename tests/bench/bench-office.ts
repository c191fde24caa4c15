import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Tokens } from '#contract/session/session.ts'
import { signInForTokens } from '../support/people/sign-in-calls.ts'

export interface BenchOffice {
  url: string
  /** The database behind it, for direct use by a database driver. */
  databaseUrl: string
  /** Access tokens of the people created for the run, each with a separate session. */
  staffTokens: readonly string[]
  /** Of the server process. */
  pid: number
  /** CPU time in ms of the server process so far, without PostgreSQL. */
  cpuMs(): Promise<number>
  signIn(): Promise<Tokens>
  stop(): Promise<void>
}

/**
 * The real server in a separate process with `records` case-book entries and the given number of
 * deposit cases, which also serves the bench pages in `distDir`. `databaseUrl`: the database of
 * another such server, already filled.
 */
export async function openBenchOffice(options: {
  records: number
  depositCases?: number
  addresses?: number
  staff?: number
  distDir: string
  databaseUrl?: string
}): Promise<BenchOffice> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-'))
  chmodSync(dataDir, 0o711)
  const child = fork(join(import.meta.dirname, 'bench-server.ts'), [], {
    env: { ...process.env, RRN_KEY_FILE: join(dataDir, 'numbers.key'), BENCH: JSON.stringify({ ...options, dataDir }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { url, ...open } = await waitForOpening(child)
  return {
    url,
    ...open,
    pid: child.pid ?? 0,
    cpuMs: () => measureCpu(child),
    signIn: () => signInForTokens(url, 'staff'),
    stop: async () => {
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const openingSchema = z.object({ url: z.url(), databaseUrl: z.string(), staffTokens: z.array(z.string()) })

function waitForOpening(child: ChildProcess): Promise<z.infer<typeof openingSchema>> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(openingSchema.parse(message)))
    child.once('exit', (code) => reject(new Error(`the bench server ended with ${code}`)))
  })
}

const cpuSchema = z.object({ cpu: z.object({ user: z.number(), system: z.number() }) })

function measureCpu(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      const { cpu } = cpuSchema.parse(message)
      resolve((cpu.user + cpu.system) / 1000)
    })
    child.send('cpu')
  })
}
