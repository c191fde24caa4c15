import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

/** Changes that staff ask for are only proposed; asking changes nothing. */
const now = new Date('2026-11-25T03:00:00Z')
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000 } })
afterAll(server.close)
let staff: SignedIn
const ids = { unique: newId(), twin: newId(), other: newId() }
beforeAll(async () => {
  staff = await server.signIn('staff')
  const common = { business_manager: '강여울', address: '솔빛시 1', purpose: '소유권이전', status: 'pending' }
  const created = [
    { id: ids.unique, owner_name: '김하나', business_section: '제안 공구', notes: '먼저 적은 글' },
    { id: ids.twin, owner_name: '박둘이', business_section: '제안 공구' },
    { id: ids.other, owner_name: '박둘이', business_section: '다른 현장' },
  ]
  for (const fields of created) {
    const payload = { ...common, ...fields }
    const response = await staff.inject({ method: 'POST', url: '/api/mysql/deposition/list/', payload })
    if (response.statusCode !== 201) throw new Error(response.body)
  }
})

async function ask(prompt: string) {
  const response = await staff.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt } })
  return chatAnswerSchema.parse(response.json())
}

async function proposeChange(prompt: string) {
  const { parts } = await ask(prompt)
  return parts.find((part) => part.kind === 'change')
}

test.each([
  ['김하나 공탁 사건 완료로 바꿔 줘', { field: 'status', before: 'pending', after: 'completed', after_text: '완료' }],
  ['김하나 사건 상태를 보류로 변경해 주세요', { field: 'status', after: 'on_hold' }],
  ['김하나 공탁 사건 입금일을 오늘로 적어 줘', { field: 'deposit_at', before: null, after: '2026-11-25' }],
  ['김하나 공탁 사건 비용청구일을 11월 20일로 입력해 줘', { field: 'cost_request_at', after: '2026-11-20' }],
  ['김하나 공탁 사건 비고에 "서류 도착"이라고 적어 줘', { field: 'notes', after: '먼저 적은 글\n서류 도착' }],
  ['김하나 공탁 사건 비고를 비워 줘', { field: 'notes', after: null }],
  ['김하나 보수료 40만원으로 바꿔줘', { field: 'fees', after: 400_000, after_text: '400,000원' }],
  ['김하나 보수료를 40만 원으로 바꿔 줘', { field: 'fees', after: 400_000 }],
  ['김하나 사건 보수료 400,000원으로 변경해 주세요', { field: 'fees', after: 400_000 }],
  ['김하나 보수료 1억 2천만원으로 고쳐 줘', { field: 'fees', after: 120_000_000 }],
  ['김하나 공과금을 35000원으로 적어 줘', { field: 'tax', after: 35_000 }],
  ['김하나 공탁금액 3,500만원으로 입력해 줘', { field: 'deposit_amount', after: 35_000_000 }],
  ['소유자 김하나 사건 보수료 40만원으로 바꿔 줘', { field: 'fees', after: 400_000 }],
  ['토지주 김하나 사건 완료로 바꿔 줘', { field: 'status', after: 'completed' }],
  ['의뢰인 김하나 사건 완료로 바꿔 줘', { field: 'status', after: 'completed' }],
  ['소유자 김하나 사건 담당자 이정아로 바꿔줘', { field: 'business_manager', after: '이정아' }],
  ['김하나 공탁 사건 담당자를 박서준으로 변경해 줘', { field: 'business_manager', after: '박서준' }],
])('%s', async (question, change) => {
  expect(await proposeChange(question)).toMatchObject({
    collection: 'deposit-cases',
    record_id: ids.unique,
    version: 1,
    caption: '김하나',
    ...change,
    link: { href: `/services/deposit?open=${ids.unique}` },
  })
  const row = await server.ownerDb
    .selectFrom('deposit_case')
    .selectAll()
    .where('id', '=', ids.unique)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'pending', deposit_at: null, notes: '먼저 적은 글', version: 1 })
})

test('for several matches it shows them and proposes no change; naming a project selects one', async () => {
  const { parts, message } = await ask('박둘이 공탁 사건 완료로 바꿔 줘')
  expect(message).toContain('맞는 기록이 2건이라')
  const table = parts.find((part) => part.kind === 'table')
  expect(table).toMatchObject({ count: 2, rows: [expect.arrayContaining(['솔빛시 1', '대기']), expect.anything()] })
  expect(table?.columns.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['사업구간', '부동산의 표시', '상태']),
  )
  expect(table?.columns[0]?.label).toBe('소유자')
  expect(table?.total).toBeUndefined()
  expect(table?.rowLinks?.map(({ href }) => href).toSorted()).toEqual(
    [ids.twin, ids.other].map((id) => `/services/deposit?open=${id}`).toSorted(),
  )
  expect(parts.some(({ kind }) => kind === 'change')).toBe(false)
  expect(await proposeChange('다른 현장 박둘이 공탁 사건 완료로 바꿔 줘')).toMatchObject({ record_id: ids.other })
})

test('each of several matches can be chosen, except those that have the value', async () => {
  const { parts, message } = await ask('박둘이 공탁 사건 보류로 바꿔 줘')
  expect(message).toContain('바꿀 기록을 아래에서 선택해 주세요.')
  const table = parts.find((part) => part.kind === 'table')
  expect(table?.rowChanges?.map((change) => [change?.record_id, change?.after])).toEqual(
    table?.rowLinks?.map(({ href }) => [href.split('open=')[1], 'on_hold']),
  )
  const same = await ask('박둘이 공탁 사건 대기로 바꿔 줘')
  expect(same.message).toBe('맞는 기록 2건이 모두 이미 그 값입니다. 아무것도 바꾸지 않았습니다.')
  expect(same.parts.find((part) => part.kind === 'table')?.rowChanges).toBeUndefined()
})

test.each([
  ['김하나 공탁 사건 대기로 바꿔 줘', '김하나의 상태는 이미 대기입니다. 아무것도 바꾸지 않았습니다.'],
  ['김하나 공탁 사건 담당자 강여울로 바꿔 줘', '김하나의 담당자는 이미 강여울입니다. 아무것도 바꾸지 않았습니다.'],
  ['김하나 공탁 사건 입금일을 비워 줘', '김하나의 입금일은 이미 비어 있습니다. 아무것도 바꾸지 않았습니다.'],
])('%s proposes nothing, as the record has the value', async (question, text) => {
  const { parts, message } = await ask(question)
  expect(message).toBe(text)
  expect(parts.map(({ kind }) => kind)).toEqual(['text', 'sources'])
})

test('a proposal names the fields that follow, and writes days as the app does', async () => {
  const { parts, message } = await ask('김하나 보수료 25만원으로 바꿔 줘')
  expect(message).toContain('부가세도 함께 바뀝니다.')
  expect(parts).toContainEqual(
    expect.objectContaining({ follows: [{ label: '부가세', before_text: '', after_text: '25,000원' }] }),
  )
  const day = await proposeChange('김하나 공탁 사건 입금일을 11월 3일로 적어 줘')
  expect([day?.before_text, day?.after_text, day?.follows]).toEqual(['', '2026.11.03', undefined])
})

test('a name without a book offers every record of that owner', async () => {
  const { parts, message } = await ask('박둘이 보수료 40만원으로 바꿔줘')
  expect(message).toContain('맞는 기록이 2건이라')
  expect(parts).toContainEqual(expect.objectContaining({ kind: 'table', count: 2 }))
})

test.each([
  ['황보라 공탁 사건 완료로 바꿔 줘', '찾지 못했습니다. 아무것도 바꾸지 않았습니다.'],
  ['공탁 사건 완료로 바꿔 줘', '이름이나 사업구간을 함께 적어 주세요.'],
  ['김하나 100만원으로 바꿔 줘', '알아듣지 못했습니다.'],
  ['김하나 보수료를 많이로 바꿔 줘', '알아듣지 못했습니다.'],
  ['김가온 휴가를 승인으로 처리해 줘', '알아듣지 못했습니다.'],
  ['김하나 주민등록번호를 바꿔 줘', '알아듣지 못했습니다.'],
])('proposes nothing for %s', async (question, text) => {
  const { parts, message } = await ask(question)
  expect(message).toContain(text)
  expect(parts.some(({ kind }) => kind === 'change')).toBe(false)
})
