import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDepth } from '../support/runner/test-depth.ts'
import { plantBook } from './new-book/plant-book.ts'

// Adds business trips to a copy of the project (new-book.test.ts). The copy's own compiler and
// tests then check that it has everything a book must have; `npm run test:long` also runs its e2e
// test in a browser.

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-book-'))
  plantBook(join(import.meta.dirname, '../..'), copy)
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }), 60_000)

// Run concurrently, because each uses one core and one after the other they would take twice as
// long.
test.concurrent('the new book compiles everywhere without an error', async () => {
  expect(await run('typescript-native/bin/tsc', '-b', '--checkers', '1', 'src/app', 'src/server', 'sw')).toEqual({
    status: 0,
    output: '',
  })
}, 300_000)

test.concurrent('the new book passes the tests of all books and of the server', async () => {
  const tests = [
    'src/domain/books',
    'src/server/schema/tables',
    'src/server/books/books-policy.test.ts',
    'src/server/app.test.ts',
  ]
  const options = ['--project', 'unit', '--reporter', 'dot', '--maxWorkers', '1']
  const tested = await run('vitest/vitest.mjs', 'run', ...options, ...tests)
  expect(tested.status, tested.output).toBe(0)
}, 300_000)

// Takes minutes, so it is left out of `npm test` rather than skipped there.
const stories = testDepth === 'long' ? ['business-trips'] : []
test.each(stories)(
  'the e2e test %s of the new book passes in a browser',
  async (story) => {
    expect((await run('vite/bin/vite.js', 'build')).status).toBe(0)
    const result = await run('@playwright/test/cli.js', 'test', '-c', 'tests/e2e/playwright.config.ts', story)
    expect(result.status, result.output).toBe(0)
  },
  600_000,
)

async function run(script: string, ...args: string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join('node_modules', script), ...args], {
    cwd: copy,
    env: ownEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  })
  const status = new Promise<number | null>((done) => child.once('close', done))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await status, output: out + err }
}

/** The environment without variables of this test run's workers. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)))
}
