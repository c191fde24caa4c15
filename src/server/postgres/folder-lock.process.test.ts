import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { readProcessIdentity } from './process-identity.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('takes over the lock of a dead process whose pid belongs to another one now', async () => {
  const other = spawn('sleep', ['60'])
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: other.pid, mark: 'an earlier process' }))
  expect(readProcessIdentity(other.pid ?? 0)).toBeDefined()
  lockFolder(folder)()
  other.kill()
})

test('gives the folder to one of eight servers that find the same dead lock', async () => {
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: 2 ** 22 + 1, mark: 'long ago' }))
  const script = `
    import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))}
    try { lockFolder(process.argv[1]); console.log('mine'); setInterval(() => {}, 1000) } catch (error) { console.log(error.name) }`
  const starters = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', script, folder]),
  )
  const outcomes = await Promise.all(
    starters.map(
      (child) =>
        new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))),
    ),
  )
  for (const child of starters) child.kill()
  expect(outcomes.filter((outcome) => outcome === 'mine')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'FolderInUseError')).toHaveLength(7)
  expect(existsSync(join(folder, 'server.lock'))).toBe(true)
})
