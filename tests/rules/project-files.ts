import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../..')

/** What no commit ever holds (.gitignore); walked instead of asked from git, because a copy of the tree without its history is tested too. */
const notOurs = [
  'node_modules',
  'dist',
  '.git',
  '.data*',
  'test-results',
  'playwright-report',
  'tests/rules/breaches',
  'tests/rules/new-book/files',
]

/** Files of the project that match a pattern, as paths from its root with `/`. */
export function projectFiles(pattern: string): string[] {
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
