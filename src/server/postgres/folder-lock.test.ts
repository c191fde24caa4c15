import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('locks a folder once, and again after it was freed', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  unlock()
  lockFolder(folder)()
  expect(readdirSync(folder)).toEqual([])
})

test('takes over the lock of a process that is gone', () => {
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: 2 ** 22 + 1, mark: 'long ago' }))
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  unlock()
})

test('takes over a truncated lock file', () => {
  writeFileSync(join(folder, 'server.lock'), '{"pid":')
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  unlock()
})
