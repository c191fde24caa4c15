import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OfficeKeys, openOfficeKeys } from '#server/keys/office-keys.ts'

let testKeys: OfficeKeys | undefined

/** Keys for personal numbers, the same for every server of this process. */
export function testOfficeKeys(): OfficeKeys {
  testKeys ??= openOfficeKeys(join(tempFolder(), 'numbers.key'))
  return testKeys
}

const root = { path: '' }

/** A temporary folder that is removed when the process ends. */
export function tempFolder(): string {
  if (root.path === '') {
    root.path = mkdtempSync(join(tmpdir(), 'office-numbers-'))
    process.once('exit', () => rmSync(root.path, { recursive: true, force: true }))
  }
  return mkdtempSync(join(root.path, 'keys-'))
}
