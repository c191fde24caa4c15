import { expect, test } from 'vitest'
import { addressActions } from '#contract/addresses/address-actions.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import {
  buildActionRequest,
  collectAddressIds,
  describeActionEffects,
  fillActionText,
} from './address-action-request.ts'

test('the question names the number of addresses and the document with the right particle', () => {
  const addressIds = Array.from({ length: 1200 }, (_, index) => String(index))
  expect(fillActionText(addressActions.issue.question, { addressIds, document: undefined })).toBe(
    '선택한 주소 1,200건의 등기부등본을 발급하시겠습니까?',
  )
  const documentRequest = (document: 'deposit' | 'cost_claim') =>
    fillActionText(addressActions.officialDocument.question, { addressIds: ['a'], document })
  expect([documentRequest('deposit'), documentRequest('cost_claim')]).toEqual([
    '선택한 주소 1건의 공탁서를 만드시겠습니까?',
    '선택한 주소 1건의 비용청구 공문을 만드시겠습니까?',
  ])
})

test('builds a task that holds only ids, with its path and messages', () => {
  const order = buildActionRequest({ name: 'officialDocument', addressIds: ['a', 'b'], document: 'deposit_notice' })
  expect(order).toMatchObject({
    label: '공탁통지서 생성',
    path: '/api/deposition/address/generate_official_document',
    body: { address_ids: ['a', 'b'], document_type: 'deposit_notice', details: {} },
    canPersistBody: true,
    requestedCount: 2,
    doneMessage: '공탁통지서 문서가 생성되었습니다.',
  })
  expect(order.makesNoFile).toBeUndefined()
  const survey = { name: 'landSurvey', addressIds: ['a'] } as const
  expect([buildActionRequest(survey).path, buildActionRequest({ ...survey, format: 'pdf' }).path]).toEqual([
    '/api/deposition/address/generate_land_survey',
    '/api/deposition/address/generate_land_survey_pdf',
  ])
  expect(buildActionRequest({ name: 'issue', addressIds: ['a'] })).toMatchObject({
    body: { address_ids: ['a'] },
    startedMessage: '{n}개 주소의 등본 발급이 요청되었습니다.',
    failedMessage: '등본 발급 중 오류가 발생했습니다.',
    makesNoFile: true,
  })
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

function row(id: string, addressId: string | null): SourceRow {
  const record = { id, version: 1, inserted_at: '', updated_at: '', address_id: addressId }
  return { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test('returns the addresses themselves for rows of addresses', () => {
  expect(collectAddressIds('addresses', [row('a', null), row('b', null)])).toEqual({
    addressIds: ['a', 'b'],
    skippedCount: 0,
  })
})

test('returns each referenced address once and counts the cases without one', () => {
  const rows = [row('1', 'a'), row('2', null), row('3', 'a'), row('4', 'b')]
  expect(collectAddressIds('deposit-cases', rows)).toEqual({ addressIds: ['a', 'b'], skippedCount: 1 })
})
