import { join } from 'node:path'

export type TestPart = 'checks' | 'unit' | 'rules' | 'faults' | 'e2e'

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
  /** Skipped, and said so, while no file matches. */
  needs?: string
}

export const projectRoot = join(import.meta.dirname, '../..')
const reports = join(projectRoot, 'node_modules/.cache/test-reports')

/** Everything `npm test` runs, cheapest first, so that a slip shows early. */
export function testSteps(): TestStep[] {
  return [
    { name: 'types', parts: ['checks'], command: [bin('typescript/bin/tsc'), '-b'], minutes: 10 },
    {
      name: 'lint',
      parts: ['checks'],
      command: [bin('oxlint/bin/oxlint'), '-c', 'tests/rules/oxlint.json'],
      minutes: 6,
    },
    { name: 'format', parts: ['checks'], command: [bin('oxfmt/bin/oxfmt'), '--check'], minutes: 6 },
    vitestStep('rules', 10),
    { name: 'build', parts: ['checks', 'e2e'], command: [bin('vite/bin/vite.js'), 'build'], minutes: 10 },
    vitestStep('unit', 30),
    { ...vitestStep('faults', 30), needs: 'tests/faults/**/*.test.ts' },
    playwrightStep(),
  ]
}

function vitestStep(project: 'unit' | 'rules' | 'faults', minutes: number): TestStep {
  const file = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name: project,
    parts: [project],
    command: [bin('vitest/vitest.mjs'), 'run', '--project', project, ...reporters],
    report: { kind: 'vitest', file },
    minutes,
  }
}

function playwrightStep(): TestStep {
  const file = join(reports, 'e2e.json')
  return {
    name: 'e2e',
    parts: ['e2e'],
    command: [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    report: { kind: 'playwright', file },
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    minutes: 60,
    needs: 'tests/e2e/**/*.spec.ts',
  }
}

function bin(path: string): string {
  return join(projectRoot, 'node_modules', path)
}
