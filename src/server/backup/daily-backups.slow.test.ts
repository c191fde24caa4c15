import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { readBackupKey, writeNewBackupKey } from './backup-key.ts'
import { backUpWhenDue, type DailyBackupOptions, startDailyBackups } from './daily-backups.ts'
import { checkBackup } from './read-backup.ts'

const root = mkdtempSync(join(tmpdir(), 'daily-backups-'))
const database = await createTestDatabase()
afterAll(async () => {
  await database.drop()
  rmSync(root, { recursive: true })
})

const { log } = Fastify({ logger: { level: 'silent' } })
const keyFile = join(root, 'office.key')
writeNewBackupKey(keyFile)
const folder = join(root, 'backups')
let clock: Date
let office: DailyBackupOptions

beforeEach(async () => {
  clock = new Date('2026-11-24T01:00:00+09:00')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  await database.db.deleteFrom('backup_run').execute()
  const { db, ownerUrl } = database
  office = { db, ownerUrl, folder, keyFile, now: () => clock, newId, signal: new AbortController().signal }
})

const runBackup = (changed: Partial<DailyBackupOptions> = {}) => backUpWhenDue(log, { ...office, ...changed })
const readRuns = () => database.db.selectFrom('backup_run').selectAll().orderBy('started_at').execute()
const advanceClock = (hours: number) => {
  clock = new Date(clock.getTime() + hours * 3_600_000)
}

test('makes one encrypted backup a day, verifies it by reading it back, and records it', async () => {
  expect([await runBackup(), await runBackup()]).toEqual([true, false])
  const [file = '', ...more] = readdirSync(folder)
  expect([file, more]).toEqual(['office-2026-11-23T160000Z.backup', []])
  const path = join(folder, file)
  const bytes = readFileSync(path)
  expect(bytes.toString('latin1')).toMatch(/^ongyeol-office-sealed-backup 1\n/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await readRuns()).toMatchObject([{ file, bytes: bytes.length, sha256, rows: expect.any(Number), error: null }])
  const trail = await database.db.selectFrom('audit').selectAll().where('act', '=', 'backup').execute()
  expect(trail).toMatchObject([{ user_name: '서버(자동 백업)', subject: file, detail: { sealed: true } }])
  advanceClock(22.9)
  expect(await runBackup()).toBe(false)
  advanceClock(0.2)
  expect(await runBackup()).toBe(true)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('is made by one of several processes that look at the same moment', async () => {
  const created = await Promise.all([runBackup(), runBackup(), runBackup(), runBackup()])
  expect(created.filter(Boolean)).toHaveLength(1)
  expect([readdirSync(folder).length, (await readRuns()).length]).toEqual([1, 1])
})

test('removes old backups only after the new one is complete, and never other files', async () => {
  const old = Array.from({ length: 9 }, (_, n) => `office-2026-11-1${n}T160000Z.backup`)
  for (const file of [...old, 'office.key', 'office-memo.backup', `${old[0]}.77.partial`])
    writeFileSync(join(folder, file), '')
  expect(await runBackup({ keyFile: join(root, 'none.key') })).toBe(false)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(old))
  expect(await runBackup()).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual([
    // Seven days, which include the newest of their weeks and month.
    ...['13', '14', '15', '16', '17', '18'].map((day) => `office-2026-11-${day}T160000Z.backup`),
    'office-2026-11-23T160000Z.backup',
    'office-memo.backup',
    'office.key',
  ])
})

describe('a failed backup records the reason, keeps existing files, and is tried again', () => {
  test.each([
    ['no folder', { folder: join(root, 'unplugged') }, '백업 폴더(BACKUP_DIR)가 없습니다.'],
    ['no key', { keyFile: join(root, 'none.key') }, '백업 키 파일(BACKUP_KEY_FILE)을 읽을 수 없습니다'],
  ])('%s', async (_case, changed, error) => {
    const stored = 'office-2026-11-22T160000Z.backup'
    writeFileSync(join(folder, stored), 'kept')
    expect(await runBackup(changed)).toBe(false)
    expect(existsSync(join(root, 'unplugged'))).toBe(false)
    expect(await readRuns()).toMatchObject([{ error: expect.stringContaining(error), file: null, sha256: null }])
    expect(readdirSync(folder)).toEqual([stored])
    advanceClock(1)
    expect(await runBackup()).toBe(true)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('is logged when the database is unreachable, because the result cannot be recorded', async () => {
    await expect(runBackup({ ownerUrl: 'postgres://office@127.0.0.1:1/none' })).rejects.toThrow('ECONNREFUSED')
    expect([readdirSync(folder), await readRuns()]).toEqual([[], []])
  })
})

test('is aborted by a stopping server and leaves nothing behind', async () => {
  const end = new AbortController()
  const stop = startDailyBackups(log, { ...office, signal: end.signal })
  end.abort()
  await stop()
  expect([readdirSync(folder), await readRuns()]).toEqual([[], []])
})

test('is checked for repeatedly and made once a new day has begun', async () => {
  const stop = startDailyBackups(log, office, { pollMs: 20 })
  await expect.poll(() => readdirSync(folder).length).toBe(1)
  advanceClock(24)
  await expect.poll(() => readRuns().then((all) => all.length), { timeout: 10_000 }).toBe(2)
  await stop()
  const [file = ''] = readdirSync(folder)
  await checkBackup({ file: join(folder, file), key: readBackupKey(keyFile, () => undefined) })
})
