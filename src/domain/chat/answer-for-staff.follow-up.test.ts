import { expect, test } from 'vitest'
import { completeFollowUp } from './answer-for-staff.ts'

const today = '2026-11-25'

test.each([
  ['그럼 지난달은?', '이번 달 공탁 사건 몇 건이야?', '공탁 사건 몇 건이야 지난달'],
  ['지난주는?', '이번 주 등기예정 사건', '등기예정 사건 지난주'],
  ['담당자별로는?', '이번 달 공탁 사건 보수료 합계', '이번 달 공탁 사건 보수료 합계 담당자별로'],
  ['그럼 월별로는?', '구간별 공탁 사건 보수료', '공탁 사건 보수료 월별로'],
  ['그중에 보류인 것만', '공탁 사건 보여 줘', '공탁 사건 보여 줘 보류인 것만'],
])('completes %s by the previous question %s', (question, last, fullQuestion) => {
  expect(completeFollowUp(question, last, today)).toBe(fullQuestion)
})

test.each(['미수금은?', '남은 연차는?', '지난달 공탁 사건 몇 건이야?', '퀵 잔액은?'])(
  'does not complete %s by the previous question',
  (question) => {
    expect(completeFollowUp(question, '이번 달 등기 사건 보수료 합계', today)).toBe(question)
  },
)

test('leaves the first question unchanged', () => {
  expect(completeFollowUp('그럼 지난달은?', undefined, today)).toBe('그럼 지난달은?')
})
