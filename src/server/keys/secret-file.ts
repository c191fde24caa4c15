import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a file that only its owner may read, unless it exists. HAZARD: two processes may start at
 * once on one folder. Linking is atomic, so both continue with the same file.
 */
export function makeSecretFile(path: string, createText: () => string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeSecret(draft, createText())
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Writes a new file and syncs it to disk before it is used. */
export function writeSecret(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** True when other users of this machine may read the file. */
export function isReadableByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
}
