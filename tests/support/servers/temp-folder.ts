import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let root: string | undefined

/** Creates a temporary folder that is removed when the process ends. */
export function createTempFolder(): string {
  root ??= createRoot()
  return mkdtempSync(join(root, 'folder-'))
}

function createRoot(): string {
  const path = mkdtempSync(join(tmpdir(), 'office-test-'))
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}
