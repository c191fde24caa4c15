import { join } from 'node:path'

export type TestPart = 'checks' | 'unit' | 'rules' | 'faults' | 'e2e' | 'long'

export type TestStep = {
  name: string
  /** The parts of `npm test -- <part>` that run this step. */
  parts: TestPart[]
  /** Arguments for node. */
  command: string[]
  /** Machine-readable report the step writes; without one the step itself counts as one test. */
  report?: { kind: 'vitest' | 'playwright'; file: string }
  env?: Record<string, string>
  /** The step is killed and counts as failed after that. */
  minutes: number
  /** Works on one core, so that two such steps run side by side. */
  isLight?: boolean
  /** Skipped, and said so, while no file matches. */
  needs?: string
}

export const projectRoot = join(import.meta.dirname, '../..')
const reports = join(projectRoot, 'node_modules/.cache/test-reports')

/** Everything `npm test` runs, cheapest first, so that a slip shows early; then what only `npm run test:long` runs. */
export function testSteps(): TestStep[] {
  return [
    lightStep('types', ['checks'], [bin('typescript/bin/tsc'), '-b']),
    lightStep('build', ['checks', 'e2e', 'long'], [bin('vite/bin/vite.js'), 'build']),
    lightStep('lint', ['checks'], [bin('oxlint/bin/oxlint'), '-c', 'tests/rules/oxlint.json']),
    lightStep('format', ['checks'], [bin('oxfmt/bin/oxfmt'), '--check']),
    vitestStep('rules', 10),
    vitestStep('unit', 30),
    { ...vitestStep('faults', 30), needs: 'tests/faults/**/*.test.ts' },
    playwrightStep(),
    twoProcessesStep('e2e-two-processes', ['e2e'], ['--grep', '@two-processes']),
    ...longSteps(),
  ]
}

/**
 * The same tests as in `npm test`, many times as long: 30,000 requests of any kind, thousands of traces, 20,000 writes under kill -9, starts after a death; and the
 * stories of the offline engine's edges in an office of 100,000 cases, and many more stories in one of two processes.
 */
function longSteps(): TestStep[] {
  return [
    longStep('faults', 'any-input', 90),
    longStep('faults', 'killed-while-writing', 90),
    longStep('unit', 'killed-together', 90),
    longStep('unit', 'action-history-on-copy', 90),
    longStep('faults', 'model', 240),
    longStep('faults', 'papers', 60),
    longStep('rules', 'new-book', 30),
    {
      ...playwrightStep('e2e-large', specs(largeOfficeStories)),
      ...{ parts: ['long'], env: { E2E_MORE_CASES: '100000', PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('e2e-large') } },
    },
    twoProcessesStep('e2e-two-processes-more', ['long'], specs(twoProcessesStories)),
  ]
}

const largeOfficeStories = [
  ...['burst', 'end-of-list', 'fresh-device', 'full-device', 'gone-records', 'joined-consonants'],
  'restored-server',
]

/** Each as a whole, in an office of two server processes that die all the time. */
const twoProcessesStories = [
  ...['address-tasks', 'blog', 'burst', 'colleagues', 'contact', 'download-tasks', 'offline-story', 'office-settings'],
  ...['replay', 'two-tabs'],
]

/** The same stories as of one server, in an office of two processes behind one address of which one is always being killed. */
function twoProcessesStep(name: string, parts: TestPart[], chosen: readonly string[]): TestStep {
  const step = playwrightStep(name, chosen)
  return { ...step, parts, env: { ...step.env, E2E_PROCESSES: '2' } }
}

function specs(stories: readonly string[]): string[] {
  return stories.map((story) => `${story}.spec`)
}

function lightStep(name: string, parts: TestPart[], command: string[]): TestStep {
  return { name, parts, command, minutes: 10, isLight: true }
}

/** `files`: a part of the names of the test files. */
function longStep(project: 'unit' | 'rules' | 'faults', files: string, minutes: number): TestStep {
  const folder = project === 'unit' ? 'src/**' : `tests/${project}`
  const step = vitestStep(project, minutes, files)
  // Tests that count deaths take the number itself for their count.
  return { ...step, parts: ['long'], env: { LONG_RUN: '100' }, needs: `${folder}/${files}*.test.ts` }
}

function vitestStep(project: 'unit' | 'rules' | 'faults', minutes: number, files?: string): TestStep {
  const name = files ?? project
  const file = reportFile(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name,
    parts: [project],
    command: [bin('vitest/vitest.mjs'), 'run', '--project', project, ...reporters, ...(files ? [files] : [])],
    report: { kind: 'vitest', file },
    minutes,
  }
}

/** `chosen`: parts of file names, or an option that chooses. */
function playwrightStep(name = 'e2e', chosen: readonly string[] = []): TestStep {
  const file = reportFile(name)
  const config = ['-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  return {
    name,
    parts: ['e2e'],
    command: [bin('@playwright/test/cli.js'), 'test', ...config, ...chosen],
    report: { kind: 'playwright', file },
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    minutes: 60,
    needs: 'tests/e2e/**/*.spec.ts',
  }
}

function reportFile(name: string): string {
  return join(reports, `${name}.json`)
}

function bin(path: string): string {
  return join(projectRoot, 'node_modules', path)
}
