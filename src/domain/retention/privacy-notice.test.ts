import { expect, test } from 'vitest'
import { retentionKinds } from '#contract/retention/retention-kinds.ts'
import { buildPrivacyNotice, defaultPrivacyNotice } from './privacy-notice.ts'

const context = { periods: [], recipients: [], chatModel: null, hasKakao: false, today: '2026-11-26' }

test('lists every kind with a notice, with the period and legal ground of its destruction', () => {
  const { kinds } = buildPrivacyNotice(context)
  expect(kinds).toHaveLength(Object.values(retentionKinds).filter((kind) => 'notice' in kind).length)
  const cases = kinds.find(({ purpose }) => purpose === retentionKinds.cases.notice.purpose)
  expect(cases?.period).toBe(
    '5년 (등기필증 수령일과 종결일자 가운데 늦은 날(사건이 끝난 날)의 다음 해부터). 법무사법 제22조, 법무사규칙 제35조 (사건부 보존)',
  )
  expect(defaultPrivacyNotice.kinds).toEqual(kinds)
})

test('shows a longer period set by the office from its day on, and announces it before', () => {
  const periods = [
    { kind: 'cases', effective_from: '2026-01-01', years: 10 },
    { kind: 'cases', effective_from: '2027-01-01', years: 12 },
  ] as const
  const [cases] = buildPrivacyNotice({ ...context, periods }).kinds
  expect(cases?.period).toMatch(/^10년, 2027\.01\.01부터 12년 \(/)
})
