import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KilledOffice, openKilledOffice } from './model/killed-processes.ts'
import { runModel } from './model/run-model.ts'

let killed: KilledOffice
beforeAll(async () => {
  killed = await openKilledOffice()
})
afterAll(() => killed.close())

test('no edit is lost or done twice and all devices end alike while two processes are killed in turn', async () => {
  const isEnough = (runs: number) => runs >= 4 && killed.countDeaths() >= 4
  const { seen } = await runModel(killed.office, { runs: 60, part: 3, bounds: { ms: 35_000, isEnough } })
  expect(killed.countDeaths()).toBeGreaterThanOrEqual(4)
  for (const what of ['edit kept', 'batches sent', 'writes sent again'])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(0)
})
