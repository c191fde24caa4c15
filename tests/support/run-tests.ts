import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './ensure-chromium.ts'
import { runStep, type StepResult } from './run-step.ts'
import { testSteps, type TestPart, type TestStep } from './test-steps.ts'

/** `npm test [-- checks|unit|rules|faults|e2e …]` and `npm run test:long`: runs every step even when one fails; the last line is `N passed, N failed`. */
async function runTests(args: string[]): Promise<void> {
  const wrong = args.filter((arg) => !isPart(arg))
  if (wrong.length > 0) {
    console.error(`Unknown part: ${wrong.join(', ')}. Choose from ${parts.join(', ')}.`)
    process.exit(2)
  }
  // Against what hangs, not a budget (a quiet machine needs a third of it): a machine busy with something else is to be slow, not wrong.
  const deadline = Date.now() + (args.includes('long') ? 480 : 80) * 60_000
  const wanted = args.length > 0 ? args : parts.filter((part) => part !== 'long')
  const steps = testSteps().filter((step) => step.parts.some((part) => wanted.includes(part)))
  if (steps.some((step) => step.name === 'e2e')) ensureChromium()
  const results = await runSteps(steps, deadline)
  printTable(results)
  printFailures(results)
  const failed = sum(results.map((result) => result.failed))
  console.log(`${sum(results.map((result) => result.passed))} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** The light steps two at a time, each shown as a whole when it ends; then the others one by one, as they go. Answers in the order of the steps. */
async function runSteps(steps: readonly TestStep[], deadline: number): Promise<StepResult[]> {
  const results = new Map<TestStep, StepResult>()
  const light = steps.filter(({ isLight }) => isLight).values()
  const runLight = async () => {
    for (const step of light) results.set(step, await runStep(step, deadline))
  }
  await Promise.all([runLight(), runLight()])
  for (const step of steps) if (!step.isLight) results.set(step, await runStep(step, deadline))
  return steps.flatMap((step) => results.get(step) ?? [])
}

const parts: readonly TestPart[] = ['checks', 'unit', 'rules', 'faults', 'e2e', 'long']

function isPart(arg: string): boolean {
  return parts.some((part) => part === arg)
}

function printTable(results: StepResult[]): void {
  console.log(
    `\n${'step'.padEnd(22)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'seconds'.padStart(9)}`,
  )
  for (const result of results) {
    const figures = [
      String(result.passed).padStart(8),
      String(result.failed).padStart(8),
      String(result.skipped).padStart(9),
    ]
    console.log(
      `${result.name.padEnd(22)}${figures.join('')}${result.seconds.toFixed(1).padStart(9)}  ${result.remark}`,
    )
  }
  console.log('')
}

/** At the end, where whoever sees no more than the last lines finds them. */
function printFailures(results: StepResult[]): void {
  for (const { name, failures, unsteady } of results) {
    for (const { title, why } of unsteady.slice(0, 20))
      console.log(`≈ ${name}: ${title}\n    Passed only when tried again. The first try said:\n${beginningOf(why)}\n`)
    for (const { title, why } of failures.slice(0, 20)) console.log(`✘ ${name}: ${title}\n${beginningOf(why)}\n`)
  }
}

function beginningOf(why: string): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, 12).join('\n')
  return lines.slice(0, 1500).replaceAll(/^/gm, '    ')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

await runTests(process.argv.slice(2))
