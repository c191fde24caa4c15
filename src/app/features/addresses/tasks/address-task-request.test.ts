import { expect, test } from 'vitest'
import { buildAddressTaskRequest } from './address-task-request.ts'

test('builds a task that holds only ids, with its path and messages', () => {
  const order = buildAddressTaskRequest({
    name: 'officialDocument',
    addressIds: ['a', 'b'],
    document: 'deposit_notice',
  })
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
  expect([buildAddressTaskRequest(survey).path, buildAddressTaskRequest({ ...survey, format: 'pdf' }).path]).toEqual([
    '/api/deposition/address/generate_land_survey',
    '/api/deposition/address/generate_land_survey_pdf',
  ])
  expect(buildAddressTaskRequest({ name: 'issue', addressIds: ['a'] })).toMatchObject({
    body: { address_ids: ['a'] },
    startedMessage: '{n}개 주소의 등본 발급이 요청되었습니다.',
    failedMessage: '등본 발급 중 오류가 발생했습니다.',
    makesNoFile: true,
  })
})
