import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a file that only its owner may read, where there is none yet. HAZARD: two processes may start at once on one folder. A link is made whole or not at all, so both
 * go on with the same file.
 */
export function makeSecretFile(path: string, text: () => string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeSecret(draft, text())
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A new file, on the disk before anything goes by it. */
export function writeSecret(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
