import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedOften } from './model/expected-often.ts'
import { closeOffice, openOffice, type SimulatedOffice } from './model/office.ts'
import { runModel } from './model/run-model.ts'

let office: SimulatedOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => closeOffice(office))

test('no edit is lost or done twice and all devices end alike under any faults, with open copies', async () => {
  const { seen, share } = await runModel(office, { runs: 150, part: 1 })
  expect(seen.get('edit kept')).toBeGreaterThan(0)
  // A few traces run by hand need not cover everything; a long run must.
  expect(expectedOften.filter((what) => (seen.get(what) ?? 0) < share)).toEqual([])
})
