import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type TestCounts = { passed: number; failed: number; skipped: number }

/** What a runner's own report says, or undefined when it wrote none that can be read: the runner crashed. */
export function readReport(report: { kind: 'vitest' | 'playwright'; file: string }): TestCounts | undefined {
  if (!existsSync(report.file)) return undefined
  try {
    const content: unknown = JSON.parse(readFileSync(report.file, 'utf8'))
    return report.kind === 'vitest' ? countVitest(content) : countPlaywright(content)
  } catch {
    return undefined
  }
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** A file that fails before its first test (a broken import, a failed beforeAll) has no failed test of its own: it counts as one. */
function countVitest(content: unknown): TestCounts {
  const report = vitestReport.parse(content)
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
})

/** A test that passed only when tried again counts as passed; the list above names it. Errors outside of tests count as failures. */
function countPlaywright(content: unknown): TestCounts {
  const { stats, errors } = playwrightReport.parse(content)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}
