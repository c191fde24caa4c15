import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from './project-files.ts'

const folder = plantBreaches()
afterAll(() => rmSync(folder, { recursive: true }))
const found = lint(folder)

test.each([
  ['src/domain/reads-clock.ts', 'eslint(no-restricted-properties)'],
  ['src/domain/rolls-dice.ts', 'eslint(no-restricted-properties)'],
  ['src/mirror/sets-timer.ts', 'eslint(no-restricted-globals)'],
  ['src/server/keeps-in-browser.ts', 'eslint(no-restricted-globals)'],
  ['src/app/stores-directly.ts', 'eslint(no-restricted-globals)'],
  ['src/server/takes-any.ts', 'typescript(no-explicit-any)'],
  ['src/server/asserts-presence.ts', 'typescript(no-non-null-assertion)'],
  ['src/server/silences-compiler.ts', 'typescript(ban-ts-comment)'],
  ['src/server/floats.ts', 'typescript(no-floating-promises)'],
  ['src/server/misuses-promise.ts', 'typescript(no-misused-promises)'],
  ['src/server/takes-four.ts', 'eslint(max-params)'],
  ['src/server/nests-deep.ts', 'eslint(max-depth)'],
  ['src/server/default-export.ts', 'import(no-default-export)'],
  ['src/server/barrel.ts', 'oxc(no-barrel-file)'],
  ['src/server/CamelCase.ts', 'unicorn(filename-case)'],
  ['src/server/postpones.ts', 'eslint(no-warning-comments)'],
  ['src/server/chatters.ts', 'eslint(no-console)'],
  ['src/server/forgets-case.ts', 'typescript(switch-exhaustiveness-check)'],
  ['src/server/throws-text.ts', 'typescript(only-throw-error)'],
  ['src/server/long-function.ts', 'eslint(max-lines-per-function)'],
  ['src/server/long-file.ts', 'eslint(max-lines)'],
  ['src/server/skipped.test.tsx', 'vitest(no-disabled-tests)'],
  ['src/server/asserts-nothing.test.tsx', 'vitest(expect-expect)'],
  ['src/app/hook-in-condition.tsx', 'react(hooks)'],
  ['src/app/hook-forgets.tsx', 'react(exhaustive-effect-dependencies)'],
  ['src/app/picture.tsx', 'jsx-a11y(alt-text)'],
  ['src/app/long-component.tsx', 'eslint(max-lines-per-function)'],
])('%s is refused by %s', (file, rule) => {
  expect(found.filter((problem) => problem.file === file).map((problem) => problem.rule)).toContain(rule)
})

/**
 * Copies the planted files outside the project, where the configuration neither ignores them nor
 * treats them as tests.
 */
function plantBreaches(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lint-breaches-'))
  cpSync(join(import.meta.dirname, 'breaches/lint'), copy, { recursive: true })
  for (const name of ['oxlint.json', 'tsconfig.base.json']) cpSync(join(import.meta.dirname, name), join(copy, name))
  return copy
}

function lint(cwd: string): { file: string; rule: string }[] {
  const oxlint = join(projectRoot, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', 'oxlint.json', '-f', 'json'], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const report = z.object({ diagnostics: z.array(z.object({ code: z.string().optional(), filename: z.string() })) })
  const { diagnostics } = report.parse(JSON.parse(stdout))
  return diagnostics.map(({ code = '', filename }) => ({ file: filename.replaceAll('\\', '/'), rule: code }))
}
