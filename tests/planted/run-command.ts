import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import type { TestCommand } from './test-commands.ts'

/** `passed`: number of passed tests. `failed`: the first failed test as `file › title`, or null. */
export interface CommandOutcome {
  readonly passed: number
  readonly failed: string | null
}

const minutes = 20

/**
 * Runs tests in the tree at `root` until the first failure. Throws with the output when the runner
 * itself fails.
 */
export function runCommand(root: string, { runner, args, depth }: TestCommand): CommandOutcome {
  const report = join(root, 'node_modules/.cache/planted.json')
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const { stdout, stderr } = spawnSync(process.execPath, [...commands[runner](report), ...args], {
    cwd: root,
    env: { ...buildEnvironment(), ...(depth === 'all' && { TEST_DEPTH: 'all' }), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    encoding: 'utf8',
    timeout: minutes * 60_000,
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!existsSync(report)) throw new Error(`no report of ${args.join(' ')}\n${stdout}\n${stderr}`)
  return readers[runner](root, JSON.parse(readFileSync(report, 'utf8')))
}

const commands = {
  vitest: (report: string) => [
    'node_modules/vitest/vitest.mjs',
    '--bail=1',
    '--maxWorkers=1',
    '--passWithNoTests',
    '--reporter=json',
    `--outputFile=${report}`,
  ],
  playwright: () => [
    'node_modules/@playwright/test/cli.js',
    'test',
    '-c',
    'tests/e2e/playwright.config.ts',
    '--reporter=json',
    '--max-failures=1',
    '--retries=0',
    '--workers=1',
    '--project=chromium',
  ],
} as const

const vitestReport = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), ok: z.boolean() })).default([]),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})
type PlaywrightSuite = z.infer<typeof playwrightSuite>

const playwrightReport = z.object({
  stats: z.object({ expected: z.int() }),
  errors: z.array(z.object({ message: z.string().default('') })),
  suites: z.array(playwrightSuite),
})

const readers = {
  vitest(root: string, content: unknown): CommandOutcome {
    const { numPassedTests, testResults } = vitestReport.parse(content)
    const file = testResults.find(({ status }) => status === 'failed')
    const failed = file?.assertionResults.find(({ status }) => status === 'failed')
    const name = file && `${relative(root, file.name)} › ${failed?.fullName ?? '(the whole file)'}`
    return { passed: numPassedTests, failed: name ?? null }
  },
  playwright(_root: string, content: unknown): CommandOutcome {
    const { stats, errors, suites } = playwrightReport.parse(content)
    const failed = listSpecs(suites).find(({ ok }) => !ok)
    if (!failed && errors[0]) throw new Error(errors[0].message)
    return { passed: stats.expected, failed: failed ? `tests/e2e/${failed.file} › ${failed.title}` : null }
  },
}

function listSpecs(suites: readonly PlaywrightSuite[]): PlaywrightSuite['specs'] {
  return suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites)])
}

/** The environment without variables of an enclosing test run. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$|TEST_DEPTH$)/.test(name))
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
  return { ...Object.fromEntries(own), PATH: path }
}
