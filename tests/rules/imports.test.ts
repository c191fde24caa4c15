import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { cruiseTree } from './cruise-tree.ts'
import { importRules } from './import-rules.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'

const folders = ['src', 'sw', 'tests']
const project = await cruiseTree(join(import.meta.dirname, '../..'), folders)
const breachTree = await cruiseTree(join(import.meta.dirname, 'breaches'), folders)

test('every import follows the table of who may import whom', () => {
  const wrong = project.breaches.filter(({ rule }) => rule !== 'no-dead-files')
  expect(wrong.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`)).toEqual([])
})

test('every file of the product is reached from an entry point', () => {
  const dead = project.breaches.filter(({ rule }) => rule === 'no-dead-files')
  expect(dead.map(({ from }) => from)).toEqual([])
})

// A compiler without an API makes dependency-cruiser read one module and find nothing.
test('the whole project is read', () => {
  expect(project.modules).toBeGreaterThanOrEqual(100)
})

test.each(listPlanted())('%s reports the breach planted in %s', (rule, from) => {
  expect(breachTree.breaches.filter((breach) => breach.from === from).map((breach) => breach.rule)).toContain(rule)
})

test('every import rule has a breach planted for it', () => {
  const proved = new Set(listPlanted().map(([rule]) => rule))
  expect(importRules().forbidden?.filter(({ name }) => !proved.has(name ?? ''))).toEqual([])
})

test('files that break no rule are not reported', () => {
  expect(breachTree.breaches.filter(({ from }) => from.includes('innocent'))).toEqual([])
})

test('an import from another folder of a layer names it from its root (#app/ui/…), not upwards', () => {
  const files = listProjectFiles('src/**/*.{ts,tsx}')
  expect(files.flatMap((path) => findUpwardImports(path, readProjectFile(path)))).toEqual([])
  const planted = "import { a } from '../ui/a.ts'\nimport { b } from '../records/b.ts'\n"
  expect(findUpwardImports('src/app/records/form/c.ts', planted.replaceAll('../', '../../'))).toEqual([
    'src/app/records/form/c.ts: ../../ui/a.ts',
  ])
})

/** Imports that leave the folder below the layer (`src/app/records`) with `..`. */
function findUpwardImports(path: string, text: string): string[] {
  const [, layer, folder] = path.split('/')
  if (path.split('/').length < 4) return []
  return [...text.matchAll(/ from '(\.\.\/[^']+)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => !posix.join(dirname(path), name).startsWith(`src/${layer}/${folder}/`))
    .map((name) => `${path}: ${name}`)
}

/** Rule and the file of `breaches/` that breaks it. */
function listPlanted(): [rule: string, from: string][] {
  return [
    ['contract-imports', 'src/contract/imports-domain.ts'],
    ['contract-packages', 'src/contract/imports-package.ts'],
    ['contract-packages', 'src/contract/imports-node.ts'],
    ['domain-imports', 'src/domain/imports-mirror.ts'],
    ['domain-packages', 'src/domain/imports-package.ts'],
    ['mirror-imports', 'src/mirror/imports-app.ts'],
    ['mirror-imports', 'src/mirror/imports-app-type.ts'],
    ['mirror-packages', 'src/mirror/imports-package.ts'],
    ['service-worker-imports', 'sw/imports-app.ts'],
    ['service-worker-packages', 'sw/imports-package.ts'],
    ['app-ui-imports', 'src/app/ui/imports-mirror.tsx'],
    ['app-ui-imports', 'src/app/ui/imports-wire.ts'],
    ['app-ui-packages', 'src/app/ui/imports-package.ts'],
    ['app-session-imports', 'src/app/session/imports-shell.ts'],
    ['app-session-imports', 'src/app/session/imports-records.ts'],
    ['app-session-packages', 'src/app/session/imports-package.ts'],
    ['app-tasks-imports', 'src/app/tasks/imports-feature.ts'],
    ['app-tasks-packages', 'src/app/tasks/imports-package.ts'],
    ['app-action-history-imports', 'src/app/action-history/imports-records.ts'],
    ['app-action-history-packages', 'src/app/action-history/imports-package.ts'],
    ['app-records-imports', 'src/app/records/imports-feature.ts'],
    ['app-records-packages', 'src/app/records/imports-package.ts'],
    ['app-shell-imports', 'src/app/shell/imports-feature.ts'],
    ['app-shell-packages', 'src/app/shell/imports-package.ts'],
    ['app-features-imports', 'src/app/features/chat/imports-leave.ts'],
    ['app-features-imports', 'src/app/features/chat/imports-server.ts'],
    ['app-features-packages', 'src/app/features/chat/imports-package.ts'],
    ['app-root-imports', 'src/app/imports-server.ts'],
    ['app-root-packages', 'src/app/imports-package.ts'],
    ['server-business-imports', 'src/server/chat/imports-leave.ts'],
    ['server-business-imports', 'src/server/chat/imports-mirror.ts'],
    ['server-business-imports', 'src/server/chat/imports-sync.ts'],
    ['server-business-packages', 'src/server/chat/imports-package.ts'],
    ['server-shared-imports', 'src/server/plugins/imports-leave.ts'],
    ['server-shared-packages', 'src/server/plugins/imports-package.ts'],
    ['server-root-imports', 'src/server/imports-app.ts'],
    ['server-root-packages', 'src/server/imports-package.ts'],
    ['no-cycles', 'src/contract/cycle-a.ts'],
    ['resolvable', 'src/contract/imports-nothing-there.ts'],
    ['nobody-imports-tests', 'src/domain/imports-test.ts'],
    ['nobody-imports-tests', 'src/domain/imports-fact.ts'],
    ['declared-packages', 'src/mirror/imports-development-package.ts'],
    ['declared-packages', 'src/mirror/imports-undeclared-package.ts'],
    ['composition-only-at-the-root', 'src/app/features/chat/imports-router.ts'],
    ['root-files-put-nothing-together', 'src/app/providers.ts'],
    ['root-files-put-nothing-together', 'src/server/deps.ts'],
    ['workbook-readers-only-in-documents', 'src/server/chat/reads-workbook.ts'],
    ['sheetjs-style-only-in-workers', 'src/app/features/chat/writes-sheet.ts'],
    ['no-dead-files', 'src/domain/dead.ts'],
  ]
}
