import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cruiseTree } from './cruise-tree.ts'
import { importRules } from './import-rules.ts'

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
test('the whole project is read, not a remnant of it', () => {
  expect(project.modules).toBeGreaterThanOrEqual(100)
})

test.each(planted())('%s reports the breach planted in %s', (rule, from) => {
  expect(breachTree.breaches.filter((breach) => breach.from === from).map((breach) => breach.rule)).toContain(rule)
})

test('every import rule has a breach planted for it', () => {
  const proved = new Set(planted().map(([rule]) => rule))
  expect(importRules().forbidden?.filter(({ name }) => !proved.has(name ?? ''))).toEqual([])
})

test('files that break no rule are not reported', () => {
  expect(breachTree.breaches.filter(({ from }) => from.includes('innocent'))).toEqual([])
})

/** Rule and the file of `breaches/` that breaks it. */
function planted(): [rule: string, from: string][] {
  return [
    ['contract-imports', 'src/contract/asks-domain.ts'],
    ['contract-packages', 'src/contract/asks-package.ts'],
    ['contract-packages', 'src/contract/asks-node.ts'],
    ['domain-imports', 'src/domain/asks-mirror.ts'],
    ['domain-packages', 'src/domain/asks-package.ts'],
    ['mirror-imports', 'src/mirror/asks-app.ts'],
    ['mirror-imports', 'src/mirror/asks-app-type.ts'],
    ['mirror-packages', 'src/mirror/asks-package.ts'],
    ['service-worker-imports', 'sw/asks-app.ts'],
    ['service-worker-packages', 'sw/asks-package.ts'],
    ['app-ui-imports', 'src/app/ui/asks-mirror.tsx'],
    ['app-ui-imports', 'src/app/ui/asks-wire.ts'],
    ['app-ui-packages', 'src/app/ui/asks-package.ts'],
    ['app-session-imports', 'src/app/session/asks-shell.ts'],
    ['app-session-imports', 'src/app/session/asks-records.ts'],
    ['app-session-packages', 'src/app/session/asks-package.ts'],
    ['app-downloads-imports', 'src/app/downloads/asks-feature.ts'],
    ['app-downloads-packages', 'src/app/downloads/asks-package.ts'],
    ['app-action-history-imports', 'src/app/action-history/asks-records.ts'],
    ['app-action-history-packages', 'src/app/action-history/asks-package.ts'],
    ['app-records-imports', 'src/app/records/asks-feature.ts'],
    ['app-records-packages', 'src/app/records/asks-package.ts'],
    ['app-shell-imports', 'src/app/shell/asks-feature.ts'],
    ['app-shell-packages', 'src/app/shell/asks-package.ts'],
    ['app-features-imports', 'src/app/features/chat/asks-leave.ts'],
    ['app-features-imports', 'src/app/features/chat/asks-server.ts'],
    ['app-features-packages', 'src/app/features/chat/asks-package.ts'],
    ['app-root-imports', 'src/app/asks-server.ts'],
    ['app-root-packages', 'src/app/asks-package.ts'],
    ['server-business-imports', 'src/server/chat/asks-leave.ts'],
    ['server-business-imports', 'src/server/chat/asks-mirror.ts'],
    ['server-business-imports', 'src/server/chat/asks-sync.ts'],
    ['server-business-packages', 'src/server/chat/asks-package.ts'],
    ['server-ground-imports', 'src/server/plugins/asks-leave.ts'],
    ['server-ground-packages', 'src/server/plugins/asks-package.ts'],
    ['server-root-imports', 'src/server/asks-app.ts'],
    ['server-root-packages', 'src/server/asks-package.ts'],
    ['no-cycles', 'src/contract/cycle-a.ts'],
    ['resolvable', 'src/contract/asks-nothing-there.ts'],
    ['nobody-imports-tests', 'src/domain/asks-test.ts'],
    ['nobody-imports-tests', 'src/domain/asks-fact.ts'],
    ['declared-packages', 'src/mirror/asks-development-package.ts'],
    ['declared-packages', 'src/mirror/asks-undeclared-package.ts'],
    ['composition-only-at-the-root', 'src/app/features/chat/asks-router.ts'],
    ['root-files-put-nothing-together', 'src/app/providers.ts'],
    ['root-files-put-nothing-together', 'src/server/deps.ts'],
    ['workbook-readers-only-in-documents', 'src/server/chat/reads-workbook.ts'],
    ['sheetjs-style-only-in-workers', 'src/app/features/chat/writes-sheet.ts'],
    ['no-dead-files', 'src/domain/dead.ts'],
  ]
}
