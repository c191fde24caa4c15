import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from '../support/runner/copy-project.ts'
import { ensureChromium } from '../support/runner/ensure-chromium.ts'
import type { Fault } from './fault.ts'
import { plantedFaults } from './faults.ts'
import { plant } from './plant.ts'
import { type FaultResult, readResults, saveResults } from './results.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'
import { buildNoticedByCommand, type Depth, listOtherCommands, type TestCommand } from './test-commands.ts'
import { openVitestSession, type VitestSession, wholeFile } from './vitest-session.ts'

const project = join(import.meta.dirname, '../..')

/**
 * `npm run test:planted [-- id …] [--only unit|rules|faults|component|e2e] [--untried] [--quick]
 * [--depth all] [--check]`: plants each fault in a copy of the tree and looks for a failing test.
 * `--untried` skips faults that were noticed before. `--quick` runs only the test that should
 * notice. `--check` plants all faults at once and runs compiler and lint, which must not notice
 * any.
 */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      depth: { type: 'string', default: 'default' },
      quick: { type: 'boolean', default: false },
      untried: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((id) => !plantedFaults.some((fault) => fault.id === id))
  if (unknown.length > 0) throw new Error(`unknown faults: ${unknown.join(', ')}`)
  const selectedFaults = plantedFaults
    .filter(({ id }) => positionals.length === 0 || positionals.includes(id))
    .filter(({ noticedBy }) => values.only === undefined || noticedBy.project === values.only)
    .filter(({ id }) => !values.untried || !readResults().some((result) => result.id === id && result.noticedBy))
  const copy = mkdtempSync(join(tmpdir(), 'planted-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  copyProject(project, copy)
  if (values.check) return checkAll(copy, selectedFaults)
  const session = await openVitestSession(copy)
  try {
    const trial: Trial = {
      copy,
      session,
      isQuick: values.quick,
      depth: values.depth === 'all' ? 'all' : 'default',
      passesUnchanged: new Map(),
    }
    for (const fault of selectedFaults) saveResults([await tryFault(trial, fault)], faultIds)
  } finally {
    await session.close()
  }
  printSummary(readResults())
}

const faultIds = plantedFaults.map(({ id }) => id)

interface Trial {
  readonly copy: string
  readonly session: VitestSession
  readonly isQuick: boolean
  readonly depth: Depth
  /** By name of the part. A test that fails in the unchanged tree proves nothing. */
  readonly passesUnchanged: Map<string, boolean>
}

/**
 * Plants all faults at once: none may be a compiler or lint error, which would prove nothing about
 * tests.
 */
function checkAll(copy: string, faults: readonly Fault[]): void {
  for (const fault of faults) plant(copy, fault)
  const failed = [
    ['typescript-native/bin/tsc', '-b', '--checkers', '1', 'src/app', 'src/server', 'sw'],
    ['oxlint/bin/oxlint', '-c', 'tests/rules/oxlint.json', 'src', 'sw'],
  ].filter(
    ([script = '', ...args]) =>
      spawnSync(process.execPath, [join('node_modules', script), ...args], { cwd: copy, stdio: 'inherit' }).status !==
      0,
  )
  process.exitCode = failed.length > 0 ? 1 : 0
}

/** Looks for the first test that fails with this fault. */
async function tryFault(trial: Trial, fault: Fault): Promise<FaultResult> {
  const { copy, session } = trial
  const startedAt = Date.now()
  const quick = buildNoticedByCommand(copy, fault.noticedBy)
  const isPassing = await checkUnchanged(trial, fault, quick)
  const unplant = plant(copy, fault)
  session.forget(fault.file)
  try {
    const parts = [...(isPassing ? [quick] : []), ...(trial.isQuick ? [] : listOtherCommands(copy, fault, trial.depth))]
    for (const part of parts) {
      if (part.runner === 'playwright') buildApp(copy)
      const { failed } = part === quick ? await runQuick(trial, fault, quick) : runCommand(copy, part)
      if (failed !== null)
        return printResult({ id: fault.id, noticedBy: failed, depth: part.depth, seconds: measureSeconds(startedAt) })
    }
    return printResult({ id: fault.id, noticedBy: null, depth: null, seconds: measureSeconds(startedAt) })
  } finally {
    unplant()
    session.forget(fault.file)
  }
}

async function checkUnchanged(trial: Trial, fault: Fault, quick: TestCommand): Promise<boolean> {
  const key = JSON.stringify(quick.args)
  const known = trial.passesUnchanged.get(key)
  if (known !== undefined) return known
  if (quick.runner === 'playwright') buildApp(trial.copy)
  const { passed, failed } = await runQuick(trial, fault, quick)
  const isPassing = passed > 0 && failed === null
  if (!isPassing) console.log(`fails without any fault: ${failed ?? `${quick.name} has no such test`}`)
  trial.passesUnchanged.set(key, isPassing)
  return isPassing
}

/**
 * Uses the running vitest where possible. It only runs the tests of `npm test`, and its databases
 * were created with the migrations at its start.
 */
async function runQuick(
  { copy, session }: Trial,
  { file, noticedBy }: Fault,
  quick: TestCommand,
): Promise<CommandOutcome> {
  if (noticedBy.project === 'e2e' || quick.depth === 'all' || file.endsWith('.sql')) return runCommand(copy, quick)
  const outcome = await session.run(noticedBy)
  return outcome.failed?.includes(wholeFile) ? await session.run(noticedBy) : outcome
}

/** e2e tests run against the built app; unchanged files are not compressed again. */
function buildApp(copy: string): void {
  ensureChromium()
  if (!existsSync(join(copy, 'dist')) && existsSync(join(project, 'dist')))
    cpSync(join(project, 'dist'), join(copy, 'dist'), { recursive: true, preserveTimestamps: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the copy does not build\n${stdout}\n${stderr}`)
}

function measureSeconds(startedAt: number): number {
  return Math.round((Date.now() - startedAt) / 100) / 10
}

function printResult(result: FaultResult): FaultResult {
  const by = result.depth === 'default' ? 'npm test' : result.depth === 'all' ? 'test:all' : 'MISSED'
  console.log(
    `${result.id.padEnd(40)}${by.padEnd(10)}${String(result.seconds).padStart(7)} s  ${result.noticedBy ?? ''}`,
  )
  return result
}

function printSummary(results: readonly FaultResult[]): void {
  const count = (depth: FaultResult['depth']) => results.filter((result) => result.depth === depth).length
  const untried = faultIds.filter((id) => !results.some((result) => result.id === id))
  if (untried.length > 0) console.log(`not tried yet: ${untried.join(', ')}`)
  console.log(`${count('default')} noticed by npm test, ${count('all')} by test:all only, ${count(null)} missed`)
  process.exitCode = count(null) + untried.length > 0 ? 1 : 0
}

await run()
