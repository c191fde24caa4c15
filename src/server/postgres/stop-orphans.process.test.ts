import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { readProcessIdentity } from './process-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'orphans-'))
chmodSync(folder, 0o711)
const cluster = join(folder, 'postgres')
const started: ChildProcess[] = []

beforeAll(async () => {
  await (await startEmbedded({ dataDir: folder })).stop()
})
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/**
 * Runs a script under the cluster's account, because only its own processes keep a postmaster out.
 * Returns the number it prints first.
 */
async function run(script: string): Promise<number> {
  const { uid, gid } = statSync(cluster)
  const child = spawn('sh', ['-c', script], { uid, gid, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [firstOutput] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(firstOutput.toString())
}

/** The pid file of a killed postmaster whose pid belongs to another process now. */
function leavePidFile(pid: number): void {
  const path = join(cluster, 'postmaster.pid')
  writeFileSync(path, `${pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\n`, { mode: 0o600 })
  const { uid, gid } = statSync(cluster)
  chownSync(path, uid, gid)
}

test.each([
  ['an unrelated process, which stays alive', 'echo $$; exec sleep 600', true],
  ['a zombie process', 'sleep 0 & echo $!; exec sleep 600', false],
])('a pid file that names %s does not keep PostgreSQL out', async (_, script, isAlive) => {
  const pid = await run(script)
  await expect.poll(() => readProcessIdentity(pid) !== undefined).toBe(isAlive)
  leavePidFile(pid)
  const database = await startEmbedded({ dataDir: folder })
  expect(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])).not.toBe(pid)
  expect(readProcessIdentity(pid) !== undefined).toBe(isAlive)
  await database.stop()
})
