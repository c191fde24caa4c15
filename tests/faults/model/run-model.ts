import fc from 'fast-check'
import { longShare, testDepth } from '../../support/runner/test-depth.ts'
import { findFalselyLost } from './check-memory.ts'
import { findBreaches, findFlicker } from './check-run.ts'
import { formatCommand, formatTrace, type Trace, traceArbitrary } from './command.ts'
import { resetOffice, type SimulatedOffice } from './office.ts'
import { perform } from './perform.ts'
import { createOwed } from './promised-writes.ts'
import { closeDesk, type Desk, quiesce } from './quiesce.ts'
import { countEvent, type Run } from './run.ts'
import { advance, leaveTab, makeRandom, makeWorld, openTab, settle, signIn, type World } from './world.ts'

/**
 * Fixed seeds for CI, by part, so that a merge does not depend on chance; random seeds find bugs on
 * developers' machines. The second seed once exposed a colleague's value being overwritten unseen.
 * Both are known to pass, so a green CI run says less than a local random run.
 */
const ciSeeds: Readonly<Record<number, number>> = { 1: 2_112_317_138, 2: 20_261_121 }
/**
 * FAULT_SEED=<number> repeats the same traces; FAULT_PATH=<path> runs the shrunk one that was
 * printed.
 */
const givenSeed = process.env['FAULT_SEED']
const path = process.env['FAULT_PATH']
/** Factor on the number of traces in `npm run test:long`, which uses new ones each time. */
const lengthFactor = testDepth === 'long' ? 10 * longShare : 1
/** Maximum traces per part. `npm run test:long` runs all that are requested. */
const depthRuns = { default: 3, all: 50, long: Infinity }[testDepth]
/** FAULT_SHRINK=no stops at the first breach without shrinking. */
const endOnFailure = process.env['FAULT_SHRINK'] === 'no'

/**
 * Runs `runs` random traces; on a breach shrinks the trace and throws it printed. Returns how often
 * each event occurred; `share` is the fraction of the planned runs that were made.
 */
export async function runModel(
  office: SimulatedOffice,
  options: {
    runs: number
    part: number
    /** Encrypts the tablet's storage. */
    isTabletSealed?: boolean
    /**
     * For runs with real timing, which are not repeatable: nothing is shrunk, and after `ms` no
     * further trace starts once `isEnough` holds.
     */
    bounds?: { ms: number; isEnough(runs: number): boolean }
  },
): Promise<{ seen: Map<string, number>; share: number }> {
  const seen = new Map<string, number>()
  const seed = pickSeed(options.part)
  // A trace takes a second or two. A bounded run must see enough kills, which few traces may lack.
  const planned = options.bounds ? options.runs : Math.min(options.runs, depthRuns)
  const runs = Math.ceil(planned * lengthFactor)
  printLine(`fault model, part ${options.part}: FAULT_SEED=${seed}, ${runs} runs of up to 60 commands`)
  const started = Date.now()
  let isFirstFailure = true
  const { ms, isEnough } = options.bounds ?? { ms: Infinity, isEnough: () => false }
  const property = fc.asyncProperty(traceArbitrary, async (trace) => {
    const begun = seen.get('run') ?? 0
    if (Date.now() > started + ms * lengthFactor && isEnough(begun)) return
    seen.set('run', begun + 1)
    try {
      await runTrace(office, trace, { seen, isTabletSealed: options.isTabletSealed ?? false })
    } catch (error) {
      if (isFirstFailure) printLine(`breach; shrinking\n${formatTrace(trace)}\n${String(error)}`)
      isFirstFailure = false
      throw error
    }
  })
  const limitMs = 800_000 * lengthFactor
  const details = await fc.check(property, {
    seed: seed + options.part,
    numRuns: runs,
    endOnFailure: endOnFailure || options.bounds !== undefined,
    ...(path === undefined ? {} : { path }),
    interruptAfterTimeLimit: limitMs,
    markInterruptAsFailure: true,
  })
  printLine(
    `fault model, part ${options.part}: ${seen.get('run') ?? 0} runs in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  printLine([...seen].map(([what, times]) => `${what} ${times}`).join(', '))
  if (details.failed) throw new Error(buildReport(details, seed))
  return { seen, share: Math.floor(runs / options.runs) }
}

function pickSeed(part: number): number {
  if (givenSeed !== undefined) return Number(givenSeed)
  const fixed = process.env['CI'] && testDepth !== 'long' ? ciSeeds[part] : undefined
  return fixed ?? Date.now() % 2_147_483_647
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

function buildReport(details: fc.RunDetails<[Trace]>, seed: number): string {
  const [trace] = details.counterexample ?? []
  if (!trace) return `stopped after ${details.numRuns} runs: took too long`
  const rerunSettings = `FAULT_SEED=${seed} FAULT_PATH=${details.counterexamplePath ?? ''} (${details.numShrinks} shrinks)`
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return `${why}\n\n${formatTrace(trace)}\n\nrun it again with ${rerunSettings}`
}

export async function runTrace(
  office: SimulatedOffice,
  trace: Trace,
  {
    seen = new Map<string, number>(),
    isTabletSealed = false,
  }: { seen?: Map<string, number>; isTabletSealed?: boolean } = {},
): Promise<void> {
  await resetOffice(office)
  const world = makeWorld(office, { hasEvents: trace.hasEvents, isTabletSealed })
  const run: Run = { world, owed: createOwed(), seen, random: makeRandom(trace.seed) }
  let desks: Desk[] = []
  try {
    for (const device of Object.values(world.devices)) {
      await signIn(world, device, 'staff')
      await openTab(world, device)
    }
    await settle(world)
    await performAll(run, trace)
    recordDeaths(run)
    desks = await quiesce(world)
    const breaches = [...(await findBreaches(world, run.owed, desks)), ...findFalselyLost(desks)]
    recordSeen(run, desks)
    if (breaches.length > 0) throw new Error(breaches.join('\n'))
  } finally {
    cleanUp(world, desks)
  }
}

async function performAll(run: Run, trace: Trace): Promise<void> {
  for (const [index, command] of trace.commands.entries()) {
    const isQuiet = await perform(run, command)
    if (!isQuiet || (await findFlicker(run.world)).length === 0) continue
    // A tab that missed a message notices with the next one and waits a moment.
    await advance(run.world, 100)
    const flickers = await findFlicker(run.world)
    if (flickers.length === 0) continue
    throw new Error(`after command ${index + 1} (${formatCommand(command)})\n${flickers.join('\n')}`)
  }
}

function recordDeaths({ world, seen }: Run): void {
  const dead = Object.values(world.devices).flatMap(({ tabs }) => tabs.filter((tab) => tab.fake.isDead))
  seen.set('tab died', (seen.get('tab died') ?? 0) + dead.length)
}

function recordSeen(run: Run, desks: readonly Desk[]): void {
  const { seen, world } = run
  const add = (what: string, times: number) => seen.set(what, (seen.get(what) ?? 0) + times)
  add('writes sent', world.sends.length)
  add('batches sent', world.batches)
  add('writes sent again', world.sends.length - new Set(world.sends.map((send) => send.opId)).size)
  for (const desk of desks) for (const entry of desk.entries()) countEvent(run, `left as ${entry.state}`)
  for (const request of world.office.proxy.requests.splice(0))
    if (request.fault !== 'pass') add(`fault ${request.fault}`, 1)
}

export function cleanUp(world: World, desks: readonly Desk[]): void {
  for (const desk of desks) closeDesk(desk)
  for (const device of Object.values(world.devices)) {
    device.cable.abort(new TypeError('the run is over'))
    for (const tab of device.tabs) {
      leaveTab(tab)
      tab.fake.kill()
    }
  }
  world.office.proxy.setFaults(() => ({ kind: 'pass' }))
}
