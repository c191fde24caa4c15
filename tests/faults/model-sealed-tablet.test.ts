import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedOften } from './model/expected-often.ts'
import { closeOffice, openOffice, type SimulatedOffice } from './model/office.ts'
import { runModel } from './model/run-model.ts'

let office: SimulatedOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => closeOffice(office))

test('no edit is lost or done twice and all devices end alike under any faults, with a sealed tablet', async () => {
  const { seen, share } = await runModel(office, { runs: 150, part: 2, isTabletSealed: true })
  expect(seen.get('edit kept')).toBeGreaterThan(0)
  // A few traces run by hand need not cover everything; a long run must.
  expect(expectedOften.filter((what) => (seen.get(what) ?? 0) < share)).toEqual([])
})
