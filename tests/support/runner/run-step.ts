import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { readReport, type TestCounts } from './read-report.ts'
import { projectRoot, type TestStep } from './test-steps.ts'

export interface StepResult extends TestCounts {
  name: string
  seconds: number
  remark: string
  /** Why the step was not run; it counts nothing then. */
  notRun?: string
}

/**
 * Runs one step with its output on this terminal; a light one's output appears at its end. Never
 * throws for a failed step. `deadline`: ms since 1970.
 */
export async function runStep(step: TestStep, deadline: number): Promise<StepResult> {
  const heading = `\n── ${step.name} ${'─'.repeat(Math.max(4, 70 - step.name.length))}\n`
  if (!step.isLight) process.stdout.write(heading)
  if (step.report) {
    mkdirSync(dirname(step.report.file), { recursive: true })
    rmSync(step.report.file, { force: true })
  }
  const notRun = step.prepare?.()
  if (notRun !== undefined) {
    console.log(`NOT RUN: ${notRun}`)
    return { name: step.name, ...noTests, seconds: 0, remark: `NOT RUN: ${notRun}`, notRun }
  }
  const started = Date.now()
  const { end, output } = await runToEnd(step, Math.min(started + step.minutes * 60_000, deadline))
  if (step.isLight) process.stdout.write(heading + output)
  return { name: step.name, ...countStep(step, end), seconds: (Date.now() - started) / 1000 }
}

type StepOutcome = 'ok' | 'failed' | 'too long'

/** Runs the step in its own process group, so that nothing it started outlives it. */
function runToEnd(step: TestStep, until: number): Promise<{ end: StepOutcome; output: string }> {
  const child = spawn(process.execPath, [...step.command], {
    cwd: projectRoot,
    stdio: step.isLight ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: true,
    // Steps also start `node` by name, which must be the Node that runs this.
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
      // A server starts in half the time with this cache, and tests start hundreds of processes.
      NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/compiled'),
      ...step.env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const killGroup = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const stopAll = (): void => {
    killGroup()
    // Exits after the process groups of all running steps have ended.
    setImmediate(() => process.exit(130))
  }
  process.once('SIGINT', stopAll).once('SIGTERM', stopAll)
  return new Promise((resolve) => {
    let end: StepOutcome = 'failed'
    const timer = setTimeout(
      () => {
        end = 'too long'
        killGroup()
      },
      Math.max(0, until - Date.now()),
    )
    const settle = (code: number | null): void => {
      clearTimeout(timer)
      process.off('SIGINT', stopAll).off('SIGTERM', stopAll)
      resolve({ end: code === 0 ? 'ok' : end, output })
    }
    // `close` comes after the last output.
    child.once('error', () => settle(null)).once('close', settle)
  })
}

const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] }

function countStep(step: TestStep, end: StepOutcome): TestCounts & { remark: string } {
  const remark = end === 'too long' ? 'stopped: took too long' : ''
  const oneFailed = { ...noTests, failed: 1 }
  if (!step.report) return end === 'ok' ? { ...oneFailed, passed: 1, failed: 0, remark } : { ...oneFailed, remark }
  const counts = readReport(step.report)
  if (!counts) return { ...oneFailed, remark: remark || 'crashed: wrote no report' }
  if (end === 'ok' || counts.failed > 0) return { ...counts, remark }
  return { ...counts, failed: 1, remark: remark || 'failed outside of its tests' }
}
