import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from '../support/copy-project.ts'
import { ensureChromium } from '../support/ensure-chromium.ts'
import type { Fault } from './fault.ts'
import { plantedFaults } from './faults.ts'
import { otherParts, quickPart, type Depth, type Part } from './parts.ts'
import { plant } from './plant.ts'
import { keepResults, readResults, type FaultResult } from './results.ts'
import { runPart } from './run-part.ts'

const project = join(import.meta.dirname, '../..')

/**
 * `npm run test:planted [-- id …] [--only unit|rules|faults|component|e2e] [--quick] [--depth all] [--check]`: makes each fault in a copy of the tree and looks for a test that fails.
 * `--quick` asks only the test that should notice. `--check` makes all faults at once and asks compiler and lint, which must not notice any.
 */
function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      depth: { type: 'string', default: 'default' },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((id) => !plantedFaults.some((fault) => fault.id === id))
  if (unknown.length > 0) throw new Error(`unknown faults: ${unknown.join(', ')}`)
  const chosen = plantedFaults
    .filter(({ id }) => positionals.length === 0 || positionals.includes(id))
    .filter(({ noticedBy }) => values.only === undefined || noticedBy.project === values.only)
  const copy = mkdtempSync(join(tmpdir(), 'planted-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  copyProject(project, copy)
  if (values.check) return checkAll(copy, chosen)
  const sound = soundTests(copy, chosen)
  const depth: Depth = values.depth === 'all' ? 'all' : 'default'
  const results = chosen.map((fault) => tryFault(copy, fault, { depth, isQuick: values.quick, sound }))
  const kept = keepResults(
    results,
    plantedFaults.map(({ id }) => id),
  )
  printSummary(kept)
}

/** All faults at once: none may be an error of compiler or lint, which would prove nothing about tests. */
function checkAll(copy: string, faults: readonly Fault[]): void {
  for (const fault of faults) plant(copy, fault)
  const failed = [
    ['typescript/bin/tsc', '-b', 'src/app', 'src/server', 'sw'],
    ['oxlint/bin/oxlint', '-c', 'tests/rules/oxlint.json', 'src', 'sw'],
  ].filter(
    ([script = '', ...args]) =>
      spawnSync(process.execPath, [join('node_modules', script), ...args], { cwd: copy, stdio: 'inherit' }).status !==
      0,
  )
  process.exitCode = failed.length > 0 ? 1 : 0
}

/** Names of the parts that pass in the unchanged tree: a test that fails anyway notices nothing. */
function soundTests(copy: string, faults: readonly Fault[]): Set<string> {
  const places = new Map(faults.map(({ noticedBy }) => [JSON.stringify(noticedBy), noticedBy]))
  const parts = [...places.values()].map((place) => quickPart(copy, place))
  if (parts.some(({ runner }) => runner === 'playwright')) buildApp(copy)
  const files = parts.filter(({ runner }) => runner === 'vitest').map(({ name }) => name)
  // All in one run; one by one only when something in it fails.
  const whole: Part = { name: 'all', runner: 'vitest', args: ['run', ...files], depth: 'all' }
  const areAllSound = files.length > 0 && runPart(copy, whole).failed === null
  const sound = new Set<string>()
  for (const part of parts) {
    const { passed, failed } =
      areAllSound && part.runner === 'vitest' ? { passed: 1, failed: null } : runPart(copy, part)
    if (passed > 0 && failed === null) sound.add(part.name)
    else console.log(`unsound without any fault: ${failed ?? `${part.name} has no such test`}`)
  }
  return sound
}

/** Looks for the first test that fails with this fault. */
function tryFault(
  copy: string,
  fault: Fault,
  { depth, isQuick, sound }: { depth: Depth; isQuick: boolean; sound: ReadonlySet<string> },
): FaultResult {
  const began = Date.now()
  const takeBack = plant(copy, fault)
  try {
    const quick = quickPart(copy, fault.noticedBy)
    const parts = [...(sound.has(quick.name) ? [quick] : []), ...(isQuick ? [] : otherParts(copy, fault, depth))]
    let isBuilt = false
    for (const part of parts) {
      if (part.runner === 'playwright' && !isBuilt) buildApp(copy)
      isBuilt ||= part.runner === 'playwright'
      const { failed } = runPart(copy, part)
      if (failed !== null) return tell({ id: fault.id, noticedBy: failed, depth: part.depth, seconds: since(began) })
    }
    return tell({ id: fault.id, noticedBy: null, depth: null, seconds: since(began) })
  } finally {
    takeBack()
  }
}

/** Stories run against the built app; files that did not change are not compressed again. */
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

function since(began: number): number {
  return Math.round((Date.now() - began) / 100) / 10
}

function tell(result: FaultResult): FaultResult {
  const by = result.depth === 'default' ? 'npm test' : result.depth === 'all' ? 'test:all' : 'MISSED'
  console.log(
    `${result.id.padEnd(40)}${by.padEnd(10)}${String(result.seconds).padStart(7)} s  ${result.noticedBy ?? ''}`,
  )
  return result
}

function printSummary(results: readonly FaultResult[]): void {
  const count = (depth: FaultResult['depth']) => results.filter((result) => result.depth === depth).length
  const tried = new Set(readResults().map(({ id }) => id))
  const untried = plantedFaults.filter(({ id }) => !tried.has(id)).map(({ id }) => id)
  if (untried.length > 0) console.log(`not tried yet: ${untried.join(', ')}`)
  console.log(`${count('default')} noticed by npm test, ${count('all')} by test:all only, ${count(null)} missed`)
  process.exitCode = count(null) + untried.length > 0 ? 1 : 0
}

run()
