import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listTestSteps } from '../support/runner/test-steps.ts'
import { listProjectFiles, projectRoot } from './project-files.ts'

/** An e2e test takes 7 to 70 s of one of two workers. */
const maxStories = 30
const reason =
  'npm test has five minutes for them. Prove the rule in a unit or component test, add a step to a story that is there, or leave the story to npm run test:all.'

test('npm test runs some e2e tests, but no more than its time budget allows', () => {
  const count = countCoreStories()
  expect(count).toBeGreaterThan(5)
  expect(findObjection(count)).toBe('')
}, 120_000)

test.each([
  [maxStories, ''],
  [maxStories + 1, `31 stories are tagged @core and 30 may be: ${reason}`],
])('reports for %i e2e tests: %s', (count, objection) => expect(findObjection(count)).toBe(objection))

test('every story that a step of the test runner names exists', () => {
  const named = listTestSteps().flatMap(({ command }) => command.filter((part) => part.endsWith('.spec')))
  expect(named.length).toBeGreaterThan(10)
  const stories = listProjectFiles('tests/e2e/**/*.spec.ts')
  expect(named.filter((name) => !stories.some((story) => story.endsWith(`/${name}.ts`)))).toEqual([])
})

function findObjection(count: number): string {
  return count <= maxStories ? '' : `${count} stories are tagged @core and ${maxStories} may be: ${reason}`
}

/** As Playwright lists them, so that a test in a loop counts as often as it runs. */
function countCoreStories(): number {
  const list = ['test', '-c', 'tests/e2e/playwright.config.ts', '--list', '--reporter=line', '--grep', '@core']
  const { stdout, stderr } = spawnSync(process.execPath, [join('node_modules/@playwright/test/cli.js'), ...list], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  const total = /^Total: (\d+) tests?/m.exec(stdout)?.[1]
  if (total === undefined) throw new Error(`Playwright could not list the stories:\n${stdout}${stderr}`)
  return Number(total)
}
