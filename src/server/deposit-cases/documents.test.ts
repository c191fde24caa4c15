import { expect, test } from 'vitest'
import { documentPath } from '#contract/deposit-cases/deposit-cases.ts'
import { newId } from '#server/new-id.ts'
import { openLetterDesk } from '#tests/support/documents/letter-calls.ts'

const { desk, calls } = openLetterDesk(() => new Date('2026-11-20T03:00:00Z'))

async function makeAddress(own: object = {}): Promise<string> {
  const payload = { id: newId(), num: createNum(), jibun: '누리군 하늘면 별빛리 77', owner_name: '나래', ...own }
  const response = await desk.staff.inject({ method: 'POST', url: '/api/deposition/address/', payload })
  expect(response.statusCode).toBe(201)
  return payload.id
}

let count = 0
function createNum(): string {
  count += 1
  return `1234-2020-${String(count).padStart(6, '0')}`
}

async function save(payload: object) {
  return await desk.staff.inject({
    method: 'POST',
    url: documentPath,
    payload: { title: '보완 요청', content: '서류를 보내 주시기 바랍니다.', ...payload },
  })
}

test('saves a document about an address as an official letter', async () => {
  const address_id = await makeAddress()
  const result = await save({ address_id, recipient: '누리군청' })
  expect(result.statusCode).toBe(201)
  expect(result.json()).toMatchObject({
    success: true,
    message: '문서가 성공적으로 저장되었습니다.',
    data: {
      title: '보완 요청',
      recipient: '누리군청',
      owner_name: '나래',
      address: '누리군 하늘면 별빛리 77',
      deposition: null,
    },
  })
  const { document_number, pdf_url } = result.json<{ data: { document_number: string; pdf_url: string } }>().data
  expect(document_number).toMatch(/2026-\d+호$/)
  expect((await calls.fetchPdf(pdf_url)).text).toContain('서류를 보내 주시기 바랍니다.')
})

test('saves a document as a letter of the case that refers to its address', async () => {
  const address_id = await makeAddress()
  const deposition = await calls.makeCase({ address_id, owner_name: '여울' })
  const result = await save({ address_id })
  expect(result.json()).toMatchObject({ data: { deposition, owner_name: '여울' } })
  expect((await calls.list({ deposition })).results).toHaveLength(1)
})

test('saves a document only once, with one number, when it is sent twice under one id', async () => {
  const documentInput = { id: newId(), address_id: await makeAddress() }
  const [first, second] = [await save(documentInput), await save(documentInput)]
  expect([first.statusCode, second.statusCode]).toEqual([201, 200])
  expect(second.json().data).toEqual(first.json().data)
})

const inWords = /^문서 저장에 실패했습니다\. /

test.each([
  { payload: {}, status: 400, field: 'address_id', words: /./ },
  { payload: { address_id: newId() }, status: 422, field: 'address_id', words: inWords },
  { payload: { deposition: newId() }, status: 422, field: 'deposition', words: inWords },
])('$payload is refused at its field, in the words of the call', async ({ payload, status, field, words }) => {
  const result = await save(payload)
  const { message, fields } = result.json<{ message: string; fields: Record<string, string> }>()
  expect([result.statusCode, Object.keys(fields)]).toEqual([status, [field]])
  expect(message).toMatch(words)
})

test('refuses an empty title and strangers', async () => {
  const address_id = await makeAddress()
  expect((await save({ address_id, title: ' ' })).json()).toMatchObject({
    message: '문서 저장에 실패했습니다. 제목: 필수 항목입니다.',
  })
  const member = await desk.server.signIn('member')
  expect((await member.inject({ method: 'POST', url: documentPath, payload: { address_id } })).statusCode).toBe(403)
})

test('logs a saved document', async () => {
  const { id } = (await save({ address_id: await makeAddress() })).json<{ data: { id: string } }>().data
  const rows = await desk.server.db.selectFrom('audit').select(['act', 'subject']).where('record_id', '=', id).execute()
  expect(rows).toEqual([{ act: 'create', subject: '나래' }])
})
