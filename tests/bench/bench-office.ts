import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { tokensSchema, type Tokens } from '#contract/session.ts'

export interface BenchOffice {
  url: string
  signIn(): Promise<Tokens>
  stop(): Promise<void>
}

/**
 * The real server in its own process with `records` demo entries of the case book and so many deposit cases, serving the bench pages in `distDir` from the same
 * origin. `databaseUrl`: an external
 * PostgreSQL instead of the embedded one (a database of its own, which the run fills).
 */
export async function openBenchOffice(options: {
  records: number
  depositCases?: number
  distDir: string
  databaseUrl?: string
}): Promise<BenchOffice> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-'))
  chmodSync(dataDir, 0o711)
  const child = fork(join(import.meta.dirname, 'bench-server.ts'), [], {
    env: { ...process.env, BENCH: JSON.stringify({ ...options, dataDir }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const url = await addressOf(child)
  return {
    url,
    signIn: () => signIn(url),
    stop: async () => {
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(z.url().parse(message)))
    child.once('exit', (code) => reject(new Error(`the bench server ended with ${code}`)))
  })
}

async function signIn(url: string): Promise<Tokens> {
  const redirectUri = `${url}/oauth/callback/kakao`
  const query = new URLSearchParams({
    client_id: 'local',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 's',
    account: 'staff',
  })
  const page = await fetch(`${url}/oauth/local/authorize?${query}`, { redirect: 'manual' })
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code')
  const answer = await fetch(`${url}/oauth/callback/kakao`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, redirect_uri: redirectUri, return_uri: '/' }),
  })
  return tokensSchema.parse(await answer.json())
}
