import { expect, test } from 'vitest'
import { type FactorState, findMissingFactor } from './factor-gate.ts'

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

test.each<[string, Partial<FactorState>, ReturnType<typeof findMissingFactor>]>([
  ['allows active staff who gave their factor today', {}, null],
  ['never requires a factor of members', { isStaff: false, hasFactor: false, factorAt: null }, null],
  [
    'requires staff without a factor to set one up where it is mandatory',
    { hasFactor: false, factorAt: null },
    'enrol',
  ],
  ['requires the factor in a session that never gave it', { factorAt: null }, 'pass'],
  ['accepts a factor for twelve hours', { factorAt: now - 12 * hour + 1, activeAt: now }, null],
  ['requires the factor again after twelve hours', { factorAt: now - 12 * hour, activeAt: now }, 'pass'],
  ['does not require it after just under half an hour without activity', { activeAt: now - 30 * minute + 1 }, null],
  ['requires it after half an hour without activity', { activeAt: now - 30 * minute }, 'idle'],
  ['counts giving the factor as activity', { activeAt: now - 2 * hour, factorAt: now - minute }, null],
  [
    'requires a factor within ten minutes for reveals and exports',
    { wantsFresh: true, factorAt: now - 10 * minute },
    'fresh',
  ],
  [
    'accepts a factor of nine minutes ago for reveals and exports',
    { wantsFresh: true, factorAt: now - 9 * minute },
    null,
  ],
  ['requires no factor in an exempt network', { isExempt: true, factorAt: null, wantsFresh: true }, null],
  ['requires nobody in an exempt network to set one up', { isExempt: true, hasFactor: false }, null],
  [
    'requires no factor of staff without one where it is optional',
    { mode: 'optional', hasFactor: false, factorAt: null, wantsFresh: true },
    null,
  ],
  ['requires the factor of staff who have one where it is optional', { mode: 'optional', factorAt: null }, 'pass'],
  ['does not void a factor when the clock is set back', { factorAt: now + hour, activeAt: now + hour }, null],
])('%s', (_rule, differs, missing) => {
  expect(findMissingFactor({ ...office, ...differs })).toBe(missing)
})
