import { expect, test } from 'vitest'
import { letterPreviewPath } from '#contract/deposit-cases/deposit-cases.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { newId } from '#server/new-id.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { openLetterDesk } from '#tests/support/documents/letter-calls.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const { desk, calls, post, save } = openLetterDesk(() => new Date('2026-11-20T03:00:00Z'))

async function makeThreeCases(): Promise<[string, string, string]> {
  const make = async (index: number) =>
    await calls.makeCase({ owner_name: `소유자${index}`, address: `누리군 별빛리 산 ${index}` })
  return [await make(1), await make(2), await make(3)]
}

test('lists several cases in the order requested and is found from each of them', async () => {
  const [first, second, third] = await makeThreeCases()
  const letter = await save({ deposition: first, more_cases: [third, second] })
  expect(letter.more_cases).toEqual([
    { deposition: third, owner_name: '소유자3', address: '누리군 별빛리 산 3' },
    { deposition: second, owner_name: '소유자2', address: '누리군 별빛리 산 2' },
  ])
  const { text } = await calls.fetchPdf(letter.pdf_url)
  const lines = ['연번', '소유자1', '소유자3', '소유자2'].map((words) => text.indexOf(words))
  expect(lines).toEqual(lines.toSorted((a, b) => a - b))
  expect(lines[0]).toBeGreaterThan(0)
  const found = await Promise.all([first, second, third].map(async (deposition) => await calls.list({ deposition })))
  expect(found.map(({ results }) => results.map(({ id }) => id))).toEqual([[letter.id], [letter.id], [letter.id]])
})

test('keeps what it listed, also in a correction after a case was deleted', async () => {
  const [first, second, third] = await makeThreeCases()
  const letter = await save({ deposition: first, more_cases: [second, third] })
  await desk.staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: second } })
  expect((await calls.fetchPdf(letter.pdf_url)).text).toContain('소유자2')
  const corrected = await save({ deposition: first, more_cases: [second, third], corrects: letter.id })
  expect(corrected.more_cases.map(({ owner_name }) => owner_name)).toEqual(['소유자2', '소유자3'])
})

test('previews the same print', async () => {
  const [first, second] = await makeThreeCases()
  const payload = { title: '공탁 공문', content: '본문', deposition: first, more_cases: [second] }
  const response = await desk.staff.inject({ method: 'POST', url: letterPreviewPath, payload })
  expect((await readPdf(response.rawPayload)).text).toContain('누리군 별빛리 산 2')
})

test('refuses the same id with other cases', async () => {
  const [deposition, second, third] = await makeThreeCases()
  const id = newId()
  const responses = []
  for (const more_cases of [[second], [second], [third]]) responses.push(await post({ id, deposition, more_cases }))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 200, 409])
})

test('refuses a case that is unknown, repeated or whose processing is stopped', async () => {
  const [deposition, second] = await makeThreeCases()
  const postRefused = async (more_cases: string[]) => {
    const result = await post({ deposition, more_cases })
    return [result.statusCode, result.json().message]
  }
  expect(await postRefused([newId()])).toEqual([422, '공탁 사건: 없는 자료를 가리킵니다. 다시 선택해 주세요.'])
  expect((await postRefused([second, second]))[0]).toBe(400)
  const superuser = await desk.server.signIn('superuser')
  await stopRecords(
    async (method, url, body) => (await superuser.inject({ method, url, payload: body })).statusCode,
    [{ collection: 'deposit-cases', id: second }],
  )
  expect(await postRefused([second])).toEqual([422, stoppedDocumentText])
})

test('prints the further columns of its table, and keeps them as they were', async () => {
  const make = async (index: number) =>
    await calls.makeCase({
      deposit_number: `2026년 금 제${index}호`,
      deposit_amount: index * 1000,
      owner_name: `표${index}`,
    })
  const [deposition, second] = [await make(1), await make(2)]
  const content = '본문\n{표: 공탁번호, 공탁금액}'
  const letter = await save({ deposition, more_cases: [second], content })
  const columns = [
    { name: '공탁번호', texts: ['2026년 금 제1호', '2026년 금 제2호'] },
    { name: '공탁금액', texts: ['1,000원', '2,000원'] },
  ]
  expect(letter.table_columns).toEqual(columns)
  await desk.staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: second } })
  const { text } = await calls.fetchPdf(letter.pdf_url)
  for (const printed of ['공탁금액', '2,000원']) expect(text).toContain(printed)
  expect(text).not.toContain('{표')
  const corrected = await save({ deposition, more_cases: [second], content, corrects: letter.id })
  expect(corrected.table_columns).toEqual(columns)
})
