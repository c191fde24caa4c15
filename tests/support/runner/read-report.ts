import { existsSync, readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { z } from 'zod'

export interface TestCounts {
  passed: number
  failed: number
  skipped: number
  failures: readonly TestFailure[]
  tests: readonly TimedTest[]
}

/** A failed test and the beginning of its error. */
export interface TestFailure {
  title: string
  why: string
}

export interface TimedTest {
  file: string
  title: string
  seconds: number
}

/**
 * Counts from a runner's report, or undefined when there is no readable report because the runner
 * crashed.
 */
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
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/**
 * A file that fails before its first test (a broken import, a failed beforeAll) has no failed test
 * and counts as one.
 */
function countVitest(content: unknown): TestCounts {
  const report = vitestReport.parse(content)
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failedTests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name, message }) => ({ title: basename(name), why: message })),
      ...failedTests.map(({ fullName, failureMessages }) => ({
        title: fullName,
        why: failureMessages?.join('\n') ?? '',
      })),
    ],
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: relative(process.cwd(), name),
        title: fullName,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(z.unknown()),
})

const suiteSchema = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.int(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).optional()
  },
})
type Suite = z.infer<typeof suiteSchema>

/** Errors outside of tests count as failures. */
function countPlaywright(content: unknown): TestCounts {
  const { stats, errors, suites } = playwrightReport.parse(content)
  const specs = listSpecs(suites)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message = '' }) => ({ title: 'outside of tests', why: message })),
      ...specs.filter(({ ok }) => !ok).map(toFailure),
    ],
    tests: specs.map(({ file, title, tests }) => ({
      file,
      title,
      seconds: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0) / 1000,
    })),
  }
}

type Spec = Suite['specs'][number]

function listSpecs(suites: readonly unknown[]): Spec[] {
  const flat = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(flat)]
  return z.array(suiteSchema).parse(suites).flatMap(flat)
}

function toFailure({ title, file, line, tests }: Spec): TestFailure {
  const why = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? [])).join('\n')
  return { title: `${file}:${line} › ${title}`, why }
}
