import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Tokens } from '#contract/session/session.ts'
import { tokensByCalls } from '../support/sign-in-calls.ts'

export interface BenchOffice {
  url: string
  /** The database behind it, for what a driver does beside the server. */
  databaseUrl: string
  /** Access tokens of the people hired for the run, each with a session of their own. */
  staffTokens: readonly string[]
  /** Milliseconds of processor time that the server process has used so far, PostgreSQL's aside. */
  cpuMs(): Promise<number>
  signIn(): Promise<Tokens>
  stop(): Promise<void>
}

/**
 * The real server in its own process with `records` demo entries of the case book and so many deposit cases, serving the bench pages in `distDir` from the same
 * origin. `databaseUrl`: an external PostgreSQL instead of the embedded one (a database of its own, which the run fills; with `isFilled` another process has).
 */
export async function openBenchOffice(options: {
  records: number
  depositCases?: number
  addresses?: number
  staff?: number
  distDir: string
  databaseUrl?: string
  isFilled?: boolean
}): Promise<BenchOffice> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-'))
  chmodSync(dataDir, 0o711)
  const child = fork(join(import.meta.dirname, 'bench-server.ts'), [], {
    env: { ...process.env, RRN_KEY_FILE: join(dataDir, 'numbers.key'), BENCH: JSON.stringify({ ...options, dataDir }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { url, ...open } = await openingOf(child)
  return {
    url,
    ...open,
    cpuMs: () => cpuOf(child),
    signIn: () => tokensByCalls(url, 'staff'),
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

function openingOf(child: ChildProcess): Promise<z.infer<typeof openingSchema>> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(openingSchema.parse(message)))
    child.once('exit', (code) => reject(new Error(`the bench server ended with ${code}`)))
  })
}

const cpuSchema = z.object({ cpu: z.object({ user: z.number(), system: z.number() }) })

function cpuOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      const { cpu } = cpuSchema.parse(message)
      resolve((cpu.user + cpu.system) / 1000)
    })
    child.send('cpu')
  })
}
