import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

/** A smaller file that only one other imports is a part of that one. */
const minLines = 40

/** Names that every business has: a reader looks for them. */
const isConventional = (path: string) =>
  /\/(books|policy|task-kinds|routes|plugin)\.ts$|-routes\.tsx?$|^src\/domain\/books\//.test(path)

/** Small on purpose, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/app/ui/data-table/screen-reader/cell-events.ts': 'one of the four files that may read keys',
  'src/server/documents/markdown/clean-html.ts': 'the one list of HTML that readers get, named by tests/security',
}

test('a file of a few lines that one other file imports belongs in that file', () => {
  expect(findSmallParts(readTree()).filter((path) => !(path in exceptions))).toEqual([])
})

test('every listed exception is still a small file with one importer', () => {
  const small = findSmallParts(readTree())
  expect(Object.keys(exceptions).filter((path) => !small.includes(path))).toEqual([])
})

test('a small file with one importer is reported, one with a test of its own or a second importer is not', () => {
  const tree = new Map([
    [
      'src/app/page.tsx',
      "import { a } from './part.ts'\nimport { b } from './tested.ts'\nimport { c } from './shared.ts'\n",
    ],
    ['src/app/other.ts', "import { c } from './shared.ts'\n"],
    ['src/app/part.ts', 'export const a = 1\n'],
    ['src/app/tested.ts', 'export const b = 1\n'],
    ['src/app/tested.test.ts', "import { b } from './tested.ts'\n"],
    ['src/app/shared.ts', 'export const c = 1\n'],
  ])
  expect(findSmallParts(tree)).toEqual(['src/app/part.ts'])
})

function readTree(): ReadonlyMap<string, string> {
  const paths = listProjectFiles('{src,sw,tests}/**/*.{ts,tsx}')
  return new Map(paths.map((path) => [path, readProjectFile(path)]))
}

/** Imported statically by one file of the same layer and by no test. */
function findSmallParts(tree: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, { path: string; isStatic: boolean }[]>()
  for (const [path, text] of tree) {
    for (const [found, from, lazy] of text.matchAll(/\bfrom '([^']+)'|\b(?:import|URL)\(\s*'([^']+)'/g)) {
      const target = resolveImport(path, from ?? lazy ?? '')
      const known = importers.get(target) ?? []
      importers.set(target, [...known, { path, isStatic: found.startsWith('from') }])
    }
  }
  return [...tree].flatMap(([path, text]) => {
    const isSmall = path.startsWith('src/') && !path.includes('.test.') && text.split('\n').length - 1 < minLines
    const [only, ...more] = importers.get(path) ?? []
    const isPart = only?.isStatic === true && more.length === 0 && findLayer(only.path) === findLayer(path)
    const isListed = only !== undefined && isConventional(only.path) && /\/app$|-routes\.tsx?$/.test(only.path)
    return isSmall && isPart && !isListed && !isConventional(path) && only.path !== 'src/server/app.ts' ? [path] : []
  })
}

function resolveImport(importer: string, name: string): string {
  const path = name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(importer), name))
  return path.replaceAll('\\', '/')
}

function findLayer(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}
