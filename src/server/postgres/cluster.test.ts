import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveClusterLocation } from './cluster.ts'

// mkdtemp creates folders that only their owner may enter, as /root is.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'location-')))
afterAll(() => rmSync(folder, { recursive: true }))

const stranger = { name: 'nobody', uid: 65_534, gid: 65_534 }
const system = join(folder, 'var-lib')

function createDataFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

test('uses the data folder for an ordinary user', () => {
  const data = createDataFolder('ordinary')
  expect(resolveClusterLocation(data, undefined, system)).toBe(join(data, 'postgres'))
})

test('uses a linked folder if PostgreSQL’s account cannot enter the data folder', () => {
  const data = createDataFolder('closed')
  const location = resolveClusterLocation(data, stranger, system)
  expect(location.startsWith(system)).toBe(true)
  expect(resolveClusterLocation(data, stranger, system)).toBe(location)
})

test('does not find the old database from a data folder that was deleted and created again', () => {
  const data = createDataFolder('again')
  const first = resolveClusterLocation(data, stranger, system)
  rmSync(data, { recursive: true })
  mkdirSync(data)
  expect(resolveClusterLocation(data, stranger, system)).not.toBe(first)
})

test('refuses a copy of a data folder, which would share the original’s database', () => {
  const data = createDataFolder('original')
  resolveClusterLocation(data, stranger, system)
  const copy = join(folder, 'copy')
  cpSync(data, copy, { recursive: true, verbatimSymlinks: true })
  expect(() => resolveClusterLocation(copy, stranger, system)).toThrow('복사한 폴더')
})

test('moves the database along with its data folder', () => {
  const data = createDataFolder('before')
  const location = resolveClusterLocation(data, stranger, system)
  const moved = join(folder, 'after')
  renameSync(data, moved)
  expect(resolveClusterLocation(moved, stranger, system)).toBe(location)
})

test('follows a link that the operator made to another disk', () => {
  const data = createDataFolder('linked')
  const disk = join(folder, 'disk', 'postgres')
  mkdirSync(disk, { recursive: true })
  symlinkSync(disk, join(data, 'postgres'))
  expect(resolveClusterLocation(data, stranger, system)).toBe(disk)
})
