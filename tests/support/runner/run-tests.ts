import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './ensure-chromium.ts'
import { runStep, type StepResult } from './run-step.ts'
import type { TestDepth } from './test-depth.ts'
import { listTestSteps, type TestPart, type TestStep } from './test-steps.ts'
import { compareWithEarlier, recordTimings } from './test-timings.ts'

/**
 * `npm test`, `npm run test:all` and `npm run test:long`; `-- <part> …` selects parts. Runs every
 * step even when one fails; the last line is `N passed, N failed`. A step whose browser is missing
 * is reported as not run.
 */
async function runTests(args: string[]): Promise<void> {
  const [first = ''] = args
  const depth: TestDepth = first === 'all' || first === 'long' ? first : 'default'
  const chosenParts = depth === 'default' ? args : args.slice(1)
  const unknownParts = chosenParts.filter((arg) => !isPart(arg))
  if (unknownParts.length > 0) {
    console.error(`Unknown part: ${unknownParts.join(', ')}. Choose from ${parts.join(', ')}.`)
    process.exit(2)
  }
  if (depth !== 'default') process.env['TEST_DEPTH'] = depth
  const selectedSteps = listTestSteps().filter((step) => step.depths.includes(depth) && isSelected(step, chosenParts))
  if (selectedSteps.some((step) => step.parts.some((part) => part === 'e2e' || part === 'component'))) ensureChromium()
  const results = await runSteps(selectedSteps, Date.now() + deadlines[depth] * 60_000)
  printTable(results, depth)
  printSlowest(results)
  printFailures(results)
  for (const { name, notRun } of results) if (notRun !== undefined) console.log(`${name} was NOT RUN: ${notRun}`)
  const failed = sum(results.map((result) => result.failed))
  console.log(`${sum(results.map((result) => result.passed))} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Minutes after which a run counts as hung. An idle machine needs a third of that. */
const deadlines: Record<TestDepth, number> = { default: 45, all: 240, long: 480 }

const parts: readonly TestPart[] = ['checks', 'rules', 'unit', 'component', 'faults', 'processes', 'e2e', 'browsers']

function isPart(arg: string): boolean {
  return parts.some((part) => part === arg)
}

function isSelected(step: TestStep, chosenParts: readonly string[]): boolean {
  return chosenParts.length === 0 || step.parts.some((part) => chosenParts.includes(part))
}

/**
 * Runs light steps two at a time, each printed when it ends; then the others one by one with live
 * output. Returns the results in the order of the steps.
 */
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

/** Prints each step's seconds next to those of earlier runs on this machine. */
function printTable(results: readonly StepResult[], depth: TestDepth): void {
  const columns = ['passed'.padStart(8), 'failed'.padStart(8), 'skipped'.padStart(9), 'seconds'.padStart(9)]
  console.log(`\n${'step'.padEnd(26)}${columns.join('')}`)
  for (const result of results) {
    const figures = [
      String(result.passed).padStart(8),
      String(result.failed).padStart(8),
      String(result.skipped).padStart(9),
      result.seconds.toFixed(1).padStart(9),
    ]
    const growth = result.notRun === undefined && compareWithEarlier(`${depth}/${result.name}`, result.seconds)
    console.log(`${result.name.padEnd(26)}${figures.join('')}  ${[result.remark, growth].filter(Boolean).join('; ')}`)
  }
  console.log('')
  if (results.every(({ failed }) => failed === 0))
    recordTimings(
      results
        .filter(({ notRun }) => notRun === undefined)
        .map(({ name, seconds }) => ({ name: `${depth}/${name}`, seconds })),
    )
}

const shownSlowest = 20

function printSlowest(results: readonly StepResult[]): void {
  const tests = results.flatMap(({ name, tests: timed }) => timed.map((test) => ({ ...test, step: name })))
  if (tests.length === 0) return
  console.log(`The ${shownSlowest} slowest tests`)
  for (const { step, file, title, seconds } of takeSlowest(tests))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${step}: ${file} › ${title}`.slice(0, 180))
  const files = new Map<string, number>()
  for (const { step, file, seconds } of tests)
    if (step !== 'e2e') files.set(`${step}: ${file}`, (files.get(`${step}: ${file}`) ?? 0) + seconds)
  console.log(`\nThe ${shownSlowest} slowest files below the browser stories`)
  for (const { file, seconds } of takeSlowest([...files].map(([name, total]) => ({ file: name, seconds: total }))))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  console.log('')
}

function takeSlowest<Timed extends { seconds: number }>(timed: readonly Timed[]): Timed[] {
  return timed.toSorted((timing, other) => other.seconds - timing.seconds).slice(0, shownSlowest)
}

/** Printed last, so that the end of a log shows them. */
function printFailures(results: readonly StepResult[]): void {
  for (const { name, failures } of results)
    for (const { title, why } of failures.slice(0, 20)) console.log(`✘ ${name}: ${title}\n${cutMessage(why)}\n`)
}

function cutMessage(why: string): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, 12).join('\n')
  return lines.slice(0, 1500).replaceAll(/^/gm, '    ')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

await runTests(process.argv.slice(2))
