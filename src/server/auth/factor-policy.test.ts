import { expect, test } from 'vitest'
import { type FactorState, missingFactor } from './factor-gate.ts'

const minute = 60_000
const hour = 60 * minute
const now = Date.parse('2026-11-26T09:00:00Z')
const office: FactorState = {
  mode: 'required',
  isExempt: false,
  isStaff: true,
  hasFactor: true,
  factorAt: now - hour,
  activeAt: now - minute,
  now,
  wantsFresh: false,
}

test.each<[string, Partial<FactorState>, ReturnType<typeof missingFactor>]>([
  ['staff with a factor of today who were just here may work', {}, null],
  ['members are never asked', { isStaff: false, hasFactor: false, factorAt: null }, null],
  ['staff who must and have none set one up', { hasFactor: false, factorAt: null }, 'enrol'],
  ['a session that never gave one is asked', { factorAt: null }, 'pass'],
  ['for twelve hours it counts', { factorAt: now - 12 * hour + 1, activeAt: now }, null],
  ['after twelve hours it is asked for again', { factorAt: now - 12 * hour, activeAt: now }, 'pass'],
  ['just under half an hour without anybody is no reason', { activeAt: now - 30 * minute + 1 }, null],
  ['after half an hour without anybody it is asked for', { activeAt: now - 30 * minute }, 'idle'],
  ['giving the factor is doing something', { activeAt: now - 2 * hour, factorAt: now - minute }, null],
  ['reveals and exports want one of the last ten minutes', { wantsFresh: true, factorAt: now - 10 * minute }, 'fresh'],
  ['and take one of nine', { wantsFresh: true, factorAt: now - 9 * minute }, null],
  ['an exempt network is not asked', { isExempt: true, factorAt: null, wantsFresh: true }, null],
  ['an exempt network need not set one up', { isExempt: true, hasFactor: false }, null],
  [
    'where it is optional, who has none is not asked',
    { mode: 'optional', hasFactor: false, factorAt: null, wantsFresh: true },
    null,
  ],
  ['where it is optional, who has one is', { mode: 'optional', factorAt: null }, 'pass'],
  ['a clock set back takes no factor away', { factorAt: now + hour, activeAt: now + hour }, null],
])('%s', (_rule, differs, missing) => {
  expect(missingFactor({ ...office, ...differs })).toBe(missing)
})
