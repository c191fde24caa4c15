import { expect, test } from 'vitest'
import { readProjectFile } from './project-files.ts'

/**
 * Scripts that npm runs by itself while installing, packing or publishing; `dependencies` runs
 * after every change of node_modules (npm docs, "scripts", Life Cycle Scripts).
 */
const runByNpm = new Set(
  'preinstall install postinstall prepublish preprepare prepare postprepare dependencies prepack pack postpack publish'.split(
    ' ',
  ),
)

test('npm runs none of our scripts at install, because a failure would fail it', () => {
  const scripts = Object.keys(JSON.parse(readProjectFile('package.json')).scripts)
  expect(scripts.filter((name) => runByNpm.has(name) || isPartOfAnother(name, scripts))).toEqual([])
  expect(scripts).toContain('start')
})

test.each([
  ['prestart', true],
  ['postbackup', true],
  ['preview', false],
])('%s runs automatically with another script: %s', (name, expected) => {
  expect(isPartOfAnother(name, ['start', 'backup'])).toBe(expected)
})

/** `pretest` and `posttest` run with every `test`. */
function isPartOfAnother(name: string, scripts: readonly string[]): boolean {
  return scripts.includes(name.replace(/^(?:pre|post)/, '')) && /^(?:pre|post)/.test(name)
}
