import { join } from 'node:path'
import { ensureFirefox, ensureWebKit } from './ensure-browsers.ts'
import type { TestDepth } from './test-depth.ts'

export type TestPart = 'checks' | 'rules' | 'unit' | 'component' | 'faults' | 'processes' | 'e2e' | 'browsers'

export interface TestStep {
  name: string
  /** `npm test -- <part>` runs the steps of one part. */
  parts: readonly TestPart[]
  depths: readonly TestDepth[]
  /** Arguments for node. */
  command: readonly string[]
  /** Machine-readable report that the step writes; a step without one counts as one test. */
  report?: { kind: 'vitest' | 'playwright'; file: string }
  env?: Readonly<Record<string, string>>
  /**
   * Finds or installs what the step needs. The step is not run when this returns a reason, and
   * counts as neither passed nor failed.
   */
  prepare?: () => string | undefined
  /** The step is killed and counts as failed after this time. */
  minutes: number
  /** Uses one core, so that two such steps run side by side. */
  isLight?: boolean
}

export const projectRoot = join(import.meta.dirname, '../../..')
const cache = join(projectRoot, 'node_modules/.cache')

/**
 * TypeScript 7 takes a third of the time; version 6 is installed for dependency-cruiser, which
 * needs its API. One checker per project, because each further one repeats much of the first one's
 * work. `--force`: TypeScript 7.0 keeps outdated declarations of a file when only a type that it
 * imports has changed.
 */
const compileAll = ['-b', '--force', '--checkers', '1']

/**
 * Steps of `npm test`, light ones first, so that a mistake shows early; then those of the deeper
 * runs only. The longest light step starts first; lint comes last, because it uses the core that is
 * free then.
 */
export function listTestSteps(): TestStep[] {
  return [
    { ...createVitestStep('rules', 10), isLight: true },
    createLightStep('types', ['checks'], [resolvePackage('typescript-native/bin/tsc'), ...compileAll]),
    {
      ...createLightStep('build', ['checks', 'e2e', 'browsers'], [resolvePackage('vite/bin/vite.js'), 'build']),
      depths: ['default', 'all', 'long'],
      env: { BUILD_COMPRESSION: 'off' },
    },
    createLightStep('format', ['checks'], [resolvePackage('oxfmt/bin/oxfmt'), '--check']),
    createLightStep('lint', ['checks'], [resolvePackage('oxlint/bin/oxlint'), ...lintArgs]),
    createVitestStep('unit', 30),
    createVitestStep('component', 15),
    createVitestStep('faults', 30),
    { ...createPlaywrightStep('e2e', ['--grep', '@core']), depths: ['default'] },
    { ...createVitestStep('processes', 30), depths: ['all'] },
    { ...createPlaywrightStep('e2e'), depths: ['all'], minutes: 150 },
    { ...createTwoProcessStep('e2e-two-processes', ['--grep', '@two-processes']), depths: ['all'] },
    { ...createBrowserStep('firefox'), prepare: ensureFirefox },
    { ...createBrowserStep('webkit'), prepare: ensureWebKit },
    ...listLongSteps(),
  ]
}

/**
 * The same tests many times longer: 30,000 requests of any kind, 150,000 changed files, thousands
 * of traces, 20,000 writes under kill -9, starts after a kill; the e2e tests of the offline
 * engine's edge cases in an office of 100,000 cases, and many more of them with two processes.
 */
function listLongSteps(): TestStep[] {
  const large = createPlaywrightStep('e2e-large', toSpecNames(largeOfficeStories))
  return [
    createVitestStep('faults', 90, 'any-input'),
    createVitestStep('faults', 60, 'any-file'),
    createVitestStep('processes', 90, 'killed-while-writing'),
    createVitestStep('processes', 90, 'killed-together'),
    createVitestStep('unit', 90, 'action-history-on-copy'),
    createVitestStep('faults', 240, 'model'),
    createVitestStep('processes', 60, 'model-3-killed'),
    createVitestStep('faults', 60, 'papers'),
    createVitestStep('processes', 30, 'new-book'),
    { ...large, env: { ...large.env, E2E_MORE_CASES: '100000' } },
    createTwoProcessStep('e2e-two-processes-more', toSpecNames(twoProcessesStories)),
  ].map((step) => ({ ...step, depths: ['long'] }))
}

const largeOfficeStories = [
  'case-book-search',
  'fresh-device',
  'full-device',
  'gone-records',
  'rapid-edits',
  'restored-server',
]

/** Tests run in an office of two server processes that are killed in turn. */
const twoProcessesStories = [
  'address-tasks',
  'blog',
  'colleagues',
  'contact',
  'download-tasks',
  'offline-story',
  'office-settings',
  'rapid-edits',
  'replay',
  'two-tabs',
]

/** The stories of `tests/browsers` in one browser. */
function createBrowserStep(project: string): TestStep {
  const step = createPlaywrightStep(`browsers-${project}`, ['--project', project])
  const command = step.command.map((part) => part.replace('tests/e2e/', 'tests/browsers/'))
  return { ...step, parts: ['browsers'], depths: ['all'], command }
}

function createTwoProcessStep(name: string, testFiles: readonly string[]): TestStep {
  const step = createPlaywrightStep(name, testFiles)
  return { ...step, env: { ...step.env, E2E_PROCESSES: '2' } }
}

function toSpecNames(stories: readonly string[]): string[] {
  return stories.map((story) => `${story}.spec`)
}

function createLightStep(name: string, parts: readonly TestPart[], command: readonly string[]): TestStep {
  return { name, parts, depths: ['default', 'all'], command, minutes: 10, isLight: true }
}

type VitestProject = Exclude<TestPart, 'checks' | 'e2e' | 'browsers'>

/** `files`: a part of the test files' names. */
function createVitestStep(project: VitestProject, minutes: number, files?: string): TestStep {
  const name = files ? `${project}-${files}` : project
  const file = reportFile(name)
  // `component-touch` belongs to `component`.
  const command = [
    resolvePackage('vitest/vitest.mjs'),
    'run',
    '--project',
    project === 'component' ? 'component*' : project,
  ]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name,
    parts: [project],
    depths: ['default', 'all'],
    command: [...command, ...reporters, ...(files ? [files] : [])],
    report: { kind: 'vitest', file },
    minutes,
  }
}

/** `testFiles`: parts of file names, or an option that selects tests. */
function createPlaywrightStep(name: string, testFiles: readonly string[] = []): TestStep {
  const file = reportFile(name)
  const config = ['-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  return {
    name,
    parts: ['e2e'],
    depths: ['default'],
    command: [resolvePackage('@playwright/test/cli.js'), 'test', ...config, ...testFiles],
    report: { kind: 'playwright', file },
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    minutes: 60,
  }
}

function reportFile(name: string): string {
  return join(cache, 'test-reports', `${name}.json`)
}

function resolvePackage(path: string): string {
  return join(projectRoot, 'node_modules', path)
}

/** Without the benches' peers, whose types only `npm run bench` installs. */
const lintArgs = ['-c', 'tests/rules/oxlint.json', '--ignore-pattern', 'tests/bench/peers']
