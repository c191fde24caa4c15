import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../..')

/**
 * Folders that are never committed (.gitignore). The tree is walked rather than read from git,
 * because copies without history are tested too.
 */
const notOurs = [
  'node_modules',
  'tests/bench/peers/node_modules',
  'dist',
  '.git',
  '.data*',
  'test-results',
  'playwright-report',
  'tests/rules/breaches',
  'tests/rules/new-book/files',
]

/** Project files that match a pattern, as paths from the root with `/`. */
export function listProjectFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: projectRoot, exclude: notOurs, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(projectRoot.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}

export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}
