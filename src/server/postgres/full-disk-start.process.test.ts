import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { spawnServer } from '#tests/support/processes/spawn-server.ts'
import { buildInnerPath, buildSmallDiskCommand, fillDisk } from '#tests/support/servers/small-disk.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const pollOptions = { timeout: 60_000, interval: 100 }
const folder = mkdtempSync(join(tmpdir(), 'full-disk-start-'))
chmodSync(folder, 0o711)
const disk = join(folder, 'disk')
mkdirSync(disk)
afterAll(() => rmSync(folder, { recursive: true }))

test('starts a killed server for reading on a disk without a free byte', async () => {
  const server = spawnServer({ DATA_DIR: join(disk, 'data') }, buildSmallDiskCommand(disk, 400, { isTwice: true }))
  await server.origin
  const inside = buildInnerPath(server.child.pid ?? 0, disk)
  const reserve = join(inside, 'data', 'postgres', 'office-reserve')
  await expect.poll(() => existsSync(reserve), pollOptions).toBe(true)
  const lock = z.object({ pid: z.int() }).parse(JSON.parse(readFileSync(join(inside, 'data', 'server.lock'), 'utf8')))
  process.kill(lock.pid, 'SIGKILL')
  process.kill(
    Number(readFileSync(join(inside, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  )
  await fillDisk(inside)
  const listOrigins = () => server.output().match(/https?:\/\/localhost:\d+/g) ?? []
  await expect.poll(() => listOrigins().length, pollOptions).toBe(2)
  const fetchReadiness = async () => (await fetch(`${listOrigins()[1]}/api/health/ready`)).json()
  await expect.poll(fetchReadiness, pollOptions).toEqual({ status: 'storage_full' })
  expect(existsSync(reserve)).toBe(false)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('reports a backup without room in one line and leaves no partial file', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  // Random text, which does not compress: more than the disk has room for.
  await client.query(`insert into audit (user_name, act, subject)
    select '긴 기록', 'read', string_agg(md5(random()::text), '') from generate_series(1, 300) as row, generate_series(1, 300) as word group by row`)
  await client.end()
  const [program = '', ...given] = buildSmallDiskCommand(disk, 1)
  const backup = [
    process.execPath,
    join(import.meta.dirname, '..', 'commands', 'backup.ts'),
    join(disk, 'office.backup'),
  ]
  const looking = ['sh', '-c', '"$@"; echo "exit $?"; ls -A "$0"', disk]
  const { stdout, stderr } = await promisify(execFile)(program, [...given, ...looking, ...backup], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url },
  })
  expect(stderr.trim()).toMatch(/^디스크에 남은 공간이 없습니다\. \(요청 번호 [0-9a-f-]{36}\)$/)
  expect(stdout.trim()).toBe('exit 1')
  await database.drop()
})
