import { describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { letterFields as fields, openLetterDesk } from '#tests/support/documents/letter-calls.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const { desk, calls, post, save } = openLetterDesk(() => new Date('2026-11-20T03:00:00Z'))

describe('a correction', () => {
  test('is the next version under the same number, and earlier versions stay readable', async () => {
    const deposition = await calls.makeCase()
    const first = await save({ deposition, content: '1. 틀린 글' })
    const second = await save({ deposition, content: '1. 고친 글', corrects: first.id })
    const third = await save({ deposition, content: '1. 다시 고친 글', corrects: second.id })
    expect([second, third]).toMatchObject([
      { document_number: first.document_number, version: 2, corrects: first.id },
      { document_number: first.document_number, version: 3, corrects: second.id },
    ])
    expect(await calls.list({ deposition })).toEqual({
      results: [{ ...third, earlier: [second, first] }],
      total_count: 1,
    })
    const papers = await Promise.all([first, third].map(({ pdf_url }) => calls.fetchPdf(pdf_url)))
    expect(papers.map(({ text }) => text.includes(`${first.document_number} (정정 제3판)`))).toEqual([false, true])
    expect(papers.map(({ text }) => text.includes('1. 틀린 글'))).toEqual([true, false])
  })

  test('uses up no number and takes current values of the case', async () => {
    const deposition = await calls.makeCase({ owner_name: '옛 소유자' })
    const first = await save({ deposition })
    await desk.staff.inject({
      method: 'PUT',
      url: '/api/mysql/deposition/list/',
      payload: { id: deposition, owner_name: '새 소유자' },
    })
    expect(await save({ deposition, corrects: first.id })).toMatchObject({ owner_name: '새 소유자' })
    const parseNumber = ({ document_number }: { document_number: string }) =>
      Number(/-(\d+)호/.exec(document_number)?.[1])
    expect(parseNumber(await save({ deposition }))).toBe(parseNumber(first) + 1)
  })

  test('keeps the content of the corrected letter when the case is gone', async () => {
    const deposition = await calls.makeCase({ owner_name: '이든' })
    const first = await save({ deposition })
    await desk.staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: deposition } })
    const { owner_name, recipient } = await save({ deposition, corrects: first.id })
    expect([owner_name, recipient]).toEqual(['이든', first.recipient])
  })

  test('is made once: one of two simultaneous corrections is refused, and a repeat creates none', async () => {
    const deposition = await calls.makeCase()
    const first = await save({ deposition })
    const responses = await Promise.all(
      ['가', '나'].map((content) => post({ deposition, content, corrects: first.id })),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    const message = responses.find(({ statusCode }) => statusCode === 409)?.json().message
    expect(message).toBe(
      `${desk.staff.user.nickname} 님이 이미 정정한 공문입니다. 가장 최근 판(제2판)을 정정해 주세요.`,
    )
    const [standing] = (await calls.list({ deposition })).results
    const correction = { deposition, id: newId(), content: '다', corrects: standing?.id }
    expect([(await post(correction)).statusCode, (await post(correction)).statusCode]).toEqual([201, 200])
  })

  test.each([['a letter of another case'], ['no letter at all']])('of %s is refused', async (what) => {
    const corrects = what === 'no letter at all' ? newId() : (await save()).id
    const response = await post({ deposition: await calls.makeCase(), corrects })
    expect([response.statusCode, response.json().message]).toEqual([422, '정정할 공문을 찾을 수 없습니다.'])
  })
})

describe('the preview of a letter', () => {
  const fetchPreview = async (payload: object) =>
    await desk.staff.inject({ method: 'POST', url: '/api/mysql/deposition/report/preview/', payload })

  test('is the print that saving makes except for the number, and saves and counts nothing', async () => {
    const draft = { title: '공탁 공문', content: '1. 통지합니다.', deposition: desk.caseId }
    const before = (await calls.list({})).total_count
    const response = await fetchPreview(draft)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await calls.list({})).total_count).toBe(before)
    const pdfText = (await readPdf(response.rawPayload)).text
    expect(pdfText).toContain('온결법무 (저장할 때 부여)')
    const saved = await save(draft)
    const printed = (await calls.fetchPdf(saved.pdf_url)).text
    const number = saved.document_number
    const short = `온결법무-${number.slice(-5, -1)} (2026. 11. 20.)`
    expect(
      pdfText.replaceAll('온결법무 (저장할 때 부여)', number).replace('시행 ', `시행 ${short}`).replace(/\s+/g, ''),
    ).toBe(printed.replace(/\s+/g, ''))
  })

  test('of a correction shows the number it will keep', async () => {
    const { id, document_number } = await save()
    const response = await fetchPreview({ title: '공탁 공문', content: '글', deposition: desk.caseId, corrects: id })
    expect((await readPdf(response.rawPayload)).text).toContain(`${document_number} (정정 제2판)`)
  })

  test('is refused where saving would be, and is logged like every reading', async () => {
    expect((await fetchPreview({ title: '', content: '글', deposition: desk.caseId })).statusCode).toBe(400)
    expect((await fetchPreview({ title: '제목', content: '글', deposition: newId() })).statusCode).toBe(422)
    const rows = await desk.server.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'read')
      .where('collection', '=', 'official-letters')
      .execute()
    expect(rows).toEqual([{ subject: fields.owner_name }, { subject: fields.owner_name }])
  })
})
