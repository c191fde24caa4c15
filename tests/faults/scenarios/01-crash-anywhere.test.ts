import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDepth } from '../../support/runner/test-depth.ts'
import type { Command } from '../model/command.ts'
import { closeOffice, openOffice, type SimulatedOffice } from '../model/office.ts'
import { runTrace } from '../model/run-model.ts'

/** Tests every twentieth step by default, every step in `npm run test:all`. */
const stride = testDepth === 'default' ? 20 : 1

let office: SimulatedOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => closeOffice(office))

const pc = { device: 'pc', tab: 0 } as const
const edit: Command = {
  ...pc,
  kind: 'edit',
  isGroup: false,
  at: 0,
  fields: [{ index: 0, how: 'fresh' }],
  isStale: false,
}
const create: Command = { ...pc, kind: 'create', isGroup: false, fields: [{ index: 3, how: 'fresh' }] }
const pull: Command = { ...pc, kind: 'pull' }
/**
 * Pulls are at least half a second apart. Without advancing time, no crash would hit a pull with
 * content.
 */
const pass: Command = { kind: 'pass', seconds: 1 }
const colleague: Command = { kind: 'colleague', act: 'edit', isGroup: false, at: 1, field: 0, isSame: false }

test('a tab may die at any step of a burst: confirmed edits are stored, others completely or not at all', async () => {
  const deaths: boolean[] = []
  for (let step = 1; step <= 60; step += stride) {
    const stepCounts = new Map<string, number>()
    const burst: Command = {
      ...pc,
      kind: 'burst',
      edits: [0, 1, 1, 2, 0, 3, 1, 4].map((at) => ({ at, field: { index: at % 3, how: 'fresh' } })),
      killIn: step,
    }
    await runTrace(office, { hasEvents: false, seed: step, commands: [burst, pull, pass] }, { seen: stepCounts })
    deaths.push((stepCounts.get('tab died') ?? 0) > 0)
    if (deaths.length > 2 && deaths.slice(-3).every((died) => !died)) break
  }
  expect(deaths.filter((died) => died).length).toBeGreaterThan(5 / stride)
  expect(deaths.at(-1)).toBe(false)
})

test('a tab that dies at any step of storing, sending or pulling loses and repeats nothing', async () => {
  const deaths: boolean[] = []
  for (let step = 1; step <= 120; step += stride) {
    const stepCounts = new Map<string, number>()
    const crash: Command = { ...pc, kind: 'crash', inSteps: step }
    const commands = [crash, edit, pull, pass, create, colleague, pull, pass]
    await runTrace(office, { hasEvents: false, seed: step, commands }, { seen: stepCounts })
    deaths.push((stepCounts.get('tab died') ?? 0) > 0)
    if (deaths.slice(-3).length === 3 && deaths.slice(-3).every((died) => !died)) break
  }
  // Every step was covered, up to the one after the last.
  expect(deaths.filter((died) => died).length).toBeGreaterThan(15 / stride)
  expect(deaths.at(-1)).toBe(false)
})
