import { expect, test } from 'vitest'
import { addressActions } from '#contract/addresses/address-actions.ts'
import { describeActionEffects, fillActionText } from './action-texts.ts'

test('the question names the number of addresses and the document with the right particle', () => {
  const addressIds = Array.from({ length: 1200 }, (_, index) => String(index))
  expect(fillActionText(addressActions.issue.question, { addressIds, document: undefined })).toBe(
    '선택한 주소 1,200건의 등기부등본을 발급하시겠습니까?',
  )
  const buildDocumentRequest = (document: 'deposit' | 'cost_claim') =>
    fillActionText(addressActions.officialDocument.question, { addressIds: ['a'], document })
  expect([buildDocumentRequest('deposit'), buildDocumentRequest('cost_claim')]).toEqual([
    '선택한 주소 1건의 공탁서를 만드시겠습니까?',
    '선택한 주소 1건의 비용청구 공문을 만드시겠습니까?',
  ])
})

test('describes everything an action writes, or that it only makes a file', () => {
  expect(describeActionEffects('compensation')).toContain('토지마다 보상액에 기록하고')
  expect(describeActionEffects('compensation')).toContain('이전 값은 변경 이력에 남습니다.')
  expect(describeActionEffects('refreshOwners')).toMatch(/새로 발급해 보관하고.*등본대로 기록하고/)
  expect([describeActionEffects('download'), describeActionEffects('landSurvey')]).toEqual([
    expect.stringMatching(/기록은 바뀌지 않습니다\.$/),
    expect.stringMatching(/기록은 바뀌지 않습니다\.$/),
  ])
  expect(describeActionEffects('officialDocument', 'cost_claim')).toContain('문서번호를 매겨 공문으로도 보관합니다.')
  expect(describeActionEffects('officialDocument', 'deposit')).not.toContain('문서번호')
})
