import { expect, test } from 'vitest'
import { buildSystemPrompt } from './model-engine.ts'

test('for staff the prompt lists books and fields except encrypted ones; for visitors none', () => {
  const forStaff = buildSystemPrompt({ today: '2026-11-25', isForStaff: true })
  expect(forStaff).toContain('deposit-cases (공탁 사건): ')
  expect(forStaff).toContain('expropriated_at date 수용개시일')
  expect(forStaff).not.toMatch(/resident_number|주민등록번호/)
  expect(buildSystemPrompt({ today: '2026-11-25', isForStaff: false })).not.toContain('deposit-cases')
})
