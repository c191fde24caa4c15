import { expect, test } from 'vitest'
import { addressTasks } from '#contract/addresses/address-tasks.ts'
import { describeTaskEffects, fillTaskText } from './address-task-texts.ts'

test('the question names the number of addresses and the document with the right particle', () => {
  const addressIds = Array.from({ length: 1200 }, (_, index) => String(index))
  expect(fillTaskText(addressTasks.issue.question, { addressIds, document: undefined })).toBe(
    '선택한 주소 1,200건의 등기부등본을 발급하시겠습니까?',
  )
  const documentRequest = (document: 'deposit' | 'cost_claim') =>
    fillTaskText(addressTasks.officialDocument.question, { addressIds: ['a'], document })
  expect([documentRequest('deposit'), documentRequest('cost_claim')]).toEqual([
    '선택한 주소 1건의 공탁서를 만드시겠습니까?',
    '선택한 주소 1건의 비용청구 공문을 만드시겠습니까?',
  ])
})

test('describes everything a task writes, or that it only makes a file', () => {
  expect(describeTaskEffects('compensation')).toContain('토지마다 보상액에 기록하고')
  expect(describeTaskEffects('compensation')).toContain('이전 값은 변경 이력에 남습니다.')
  expect(describeTaskEffects('refreshOwners')).toMatch(/새로 발급해 보관하고.*등본대로 기록하고/)
  expect([describeTaskEffects('download'), describeTaskEffects('landSurvey')]).toEqual([
    expect.stringMatching(/기록은 바뀌지 않습니다\.$/),
    expect.stringMatching(/기록은 바뀌지 않습니다\.$/),
  ])
  expect(describeTaskEffects('officialDocument', 'cost_claim')).toContain('문서번호를 매겨 공문으로도 보관합니다.')
  expect(describeTaskEffects('officialDocument', 'deposit')).not.toContain('문서번호')
})
