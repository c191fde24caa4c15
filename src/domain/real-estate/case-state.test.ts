import { expect, test } from 'vitest'
import { deriveCaseState } from './case-state.ts'

test.each([
  ['completed', { registrated_at: '2026-11-20', created_at: '2026-11-10', regi_date: '2026-11-10' }],
  ['completed', { registrated_at: '2026-11-20', created_at: null, regi_date: '2026-11-10' }],
  ['in_progress', { registrated_at: null, created_at: '2026-11-10', regi_date: '2026-11-09' }],
  ['delayed', { registrated_at: null, created_at: null, regi_date: '2026-11-20' }],
  ['waiting', { registrated_at: null, created_at: null, regi_date: '2026-11-21' }],
  ['waiting', { registrated_at: null, created_at: null, regi_date: null }],
] as const)('a case is %s with the days %j', (state, days) => {
  expect(deriveCaseState(days, '2026-11-21')).toBe(state)
})
