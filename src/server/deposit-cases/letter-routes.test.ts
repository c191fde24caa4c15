import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { letterPreviewPath } from '#contract/deposit-cases/deposit-cases.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { newId } from '#server/new-id.ts'
import { makeMaster } from '#tests/support/books/master-data.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { letterFields as fields, openLetterDesk } from '#tests/support/documents/letter-calls.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

let now = new Date('2026-11-20T03:00:00Z')
const { desk, calls, post, save } = openLetterDesk(() => now)

describe('an official letter', () => {
  test('takes missing values from its case and names its author', async () => {
    expect(await save({ user: '다른 사람' })).toMatchObject({
      title: '공탁 공문',
      content: '본문',
      deposition: desk.caseId,
      issued_on: '2026-11-20',
      business_section: '누리천 정비 2차',
      business_manager: '박새론 과장',
      owner_name: fields.owner_name,
      address: fields.address,
      recipient: '누리철도건설단',
      reference: '박새론 과장',
      user_name: desk.staff.user.nickname,
    })
  })

  test('is addressed to the company of its project, for the attention of the department', async () => {
    const company = await makeMaster(desk.staff, 'company', { name: '가상도로공사' })
    const department = await makeMaster(desk.staff, 'department', { name: '보상1부', company })
    const manager = await makeMaster(desk.staff, 'manager', { name: '박새론', company, department })
    await makeMaster(desk.staff, 'project', { name: '해든 우회도로', manager, status: '진행중' })
    const deposition = await calls.makeCase({ business_section: '해든 우회도로' })
    expect(await save({ deposition })).toMatchObject({ recipient: '가상도로공사', reference: '보상1부 박새론 과장' })
    const overrides = { recipient: '해든시청', business_manager: '이든 대리' }
    expect(await save({ deposition, ...overrides })).toMatchObject({ recipient: '해든시청', reference: '이든 대리' })
  })

  test('takes 수신 and 참조 as typed, also on the printed page; an empty 참조 stays empty', async () => {
    const { pdf_url, ...saved } = await save({ recipient: ' 누리지방법원 공탁관 ', reference: ' 공탁계 ' })
    expect(saved).toMatchObject({ recipient: '누리지방법원 공탁관', reference: '공탁계' })
    const { text } = await calls.fetchPdf(pdf_url)
    expect(text).toContain('누리지방법원 공탁관')
    expect(text).toContain('공탁계')
    expect(await save({ reference: '' })).toMatchObject({ recipient: '누리철도건설단', reference: '' })
  })

  test('with the id of a saved letter but another 수신 is refused', async () => {
    const id = newId()
    await save({ id, recipient: '해든시청' })
    expect((await post({ id, recipient: '누리군청' })).statusCode).toBe(409)
  })

  test.each([
    [{ title: '  ' }, 400, { title: '제목: 필수 항목입니다.' }],
    [{ content: '\n ' }, 400, { content: '내용: 필수 항목입니다.' }],
    [{ deposition: newId() }, 422, { deposition: '공탁 사건: 없는 자료를 가리킵니다. 다시 선택해 주세요.' }],
  ])('with %j is refused at the field', async (payload, status, refused) => {
    const result = await post(payload)
    expect([result.statusCode, result.json().fields]).toEqual([status, refused])
  })

  test('outlives its case with its content', async () => {
    const deposition = await calls.makeCase({ owner_name: '이든' })
    const { id, pdf_url } = await save({ deposition })
    await desk.staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: deposition } })
    expect((await calls.list({ deposition })).results).toMatchObject([{ id, owner_name: '이든' }])
    expect((await calls.fetchPdf(pdf_url)).text).toContain('이든')
  })

  test('is logged when saved and when printed', async () => {
    const { id, pdf_url } = await save()
    await calls.fetchPdf(pdf_url)
    const rows = await desk.server.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('record_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(rows).toEqual([
      { act: 'create', subject: fields.owner_name },
      { act: 'export', subject: fields.owner_name },
    ])
  })
})

describe('letter numbers', () => {
  const listNumbers = async () =>
    (await calls.list({ page_size: '1000' })).results.map(({ document_number }) => document_number)

  test('are consecutive and unique when many letters are saved at once and some fail', async () => {
    const before = (await listNumbers()).length
    const pendingPosts = Array.from({ length: 24 }, (_, index) => post(index % 4 === 3 ? { deposition: newId() } : {}))
    const responses = await Promise.all(pendingPosts)
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(18)
    const expected = Array.from(
      { length: before + 18 },
      (_, index) => `온결법무 2026-${String(index + 1).padStart(4, '0')}호`,
    )
    expect(await listNumbers()).toEqual(expected.toReversed())
  })

  test('restart with the office’s year, nine hours before UTC’s', async () => {
    now = new Date('2026-12-31T15:00:00Z')
    desk.staff = await desk.server.signIn('staff')
    expect(await save()).toMatchObject({ document_number: '온결법무 2027-0001호', issued_on: '2027-01-01' })
    now = new Date('2026-12-31T14:59:59Z')
    expect((await save()).document_number).toMatch(/^온결법무 2026-/)
    now = new Date('2026-11-20T03:00:00Z')
    desk.staff = await desk.server.signIn('staff')
  })

  test('are not used up by a letter sent twice', async () => {
    const id = newId()
    const responses = await Promise.all([post({ id }), post({ id }), post({ id })])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    expect(new Set(responses.map((result) => result.json().document_number)).size).toBe(1)
    expect((await post({ id, content: '다른 본문' })).statusCode).toBe(409)
  })
})

test('lists the letters of a case newest first, without those of other cases', async () => {
  const deposition = await calls.makeCase()
  const first = await save({ deposition, title: '첫째' })
  const second = await save({ deposition, title: '둘째' })
  const listed = [second, first].map((letter) => ({ ...letter, earlier: [] }))
  expect(await calls.list({ deposition })).toEqual({ results: listed, total_count: 2 })
  expect((await calls.list({ deposition, page: '2', page_size: '1' })).results).toEqual(listed.slice(1))
})

describe('the PDF of a letter', () => {
  test('contains every part of an official letter on A4, from letterhead to footer', async () => {
    const content =
      '1. 귀 기관의 무궁한 발전을 기원합니다.\n2. 아래와 같이 통지합니다.\n  가. 공탁금액: 금1,234,000원\n\n붙임  1. 비용내역서 1부.'
    const letter = await save({ title: '누리천 정비 2차 공탁 공문', content })
    const { text, pages } = await calls.fetchPdf(letter.pdf_url)
    expect(pages).toHaveLength(1)
    for (const expectedText of [
      '온결 법무사사무소',
      '서울특별시 (가상의 주소) / 전화 02-000-0000',
      letter.document_number,
      '2026. 11. 20.',
      '누리철도건설단',
      '박새론 과장',
      '누리천 정비 2차 공탁 공문',
      '1. 귀 기관의 무궁한 발전을 기원합니다.',
      '가. 공탁금액: 금1,234,000원',
      '붙임 1. 비용내역서 1부.',
      '부동산의 표시',
      fields.owner_name,
      fields.address,
      '끝.',
      '법무사 한온결',
    ]) {
      expect(text).toContain(expectedText)
    }
  })

  test('ends with 끝. after the text, the enclosures or the table', async () => {
    const readEnd = async (content: string) => {
      const { text } = await calls.fetchPdf((await save({ content })).pdf_url)
      return text.slice(0, text.indexOf('온결 법무사사무소', 30)).trimEnd().split('\n').slice(-2)
    }
    expect((await readEnd('1. 통지합니다.')).at(-1)?.trim()).toBe('끝.')
    expect((await readEnd('1. 통지합니다.\n{표}\n2. 회신하여 주십시오. 끝.')).at(-1)).toBe('2. 회신하여 주십시오. 끝.')
    expect(await readEnd('1. 통지합니다.\n\n붙임 1. 내역서 1부.\n2. 계산서 1부.')).toEqual([
      '붙임 1. 내역서 1부.',
      '2. 계산서 1부. 끝.',
    ])
  })

  test('shows the office’s stamp; one saved before there was a stamp keeps an empty place for it', async () => {
    const letter = await save()
    const pdf = await calls.fetchPdf(letter.pdf_url)
    expect(pdf.text).not.toContain('(직인)')
    expect(pdf.pages.at(-1)?.inks).toContain('#b0271e')
    await desk.server.ownerDb
      .updateTable('official_letter')
      .set({ office: sql`office - 'seal'` })
      .where('id', '=', letter.id)
      .execute()
    const old = await calls.fetchPdf(letter.pdf_url)
    expect(old.text).toContain('(직인)')
    expect(old.pages.at(-1)?.inks).not.toContain('#b0271e')
  })

  test('continues over pages, and shows the footer and 끝. once, at the end', async () => {
    const content = Array.from({ length: 150 }, (_, index) => `${index + 1}. 제${index + 1}항`).join('\n')
    const { pages } = await calls.fetchPdf((await save({ content: `${content}\n끝.` })).pdf_url)
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.map(({ text }) => text.includes('기안자'))).toEqual(
      pages.map((_, index) => index === pages.length - 1),
    )
    expect(pages.map(({ text }) => text.split('끝.').length - 1).reduce((sum, count) => sum + count)).toBe(1)
  })

  test('reports a character missing from the typeface, on the paper and to the screen', async () => {
    const { pdf_url } = await save({ owner_name: '𠮷가온' })
    const response = await desk.staff.inject({ method: 'GET', url: pdf_url })
    expect(response.headers['missing-glyphs']).toBe('U+20BB7')
    expect((await readPdf(response.rawPayload)).text).toContain('〓가온')
  })

  test('never puts only the footer on a page', async () => {
    for (const lines of [14, 16, 18, 20, 22]) {
      const { pages } = await calls.fetchPdf((await save({ content: '본문\n'.repeat(lines) })).pdf_url)
      const last = pages.at(-1)?.text
      expect(last, `${lines} lines`).toContain('기안자')
      // The signature stays with it.
      expect(last?.split('법무사 한온결').length, `${lines} lines`).toBe(3)
    }
  })

  test('returns 404 for an unknown letter', async () => {
    const response = await desk.staff.inject({ method: 'GET', url: `/api/mysql/deposition/report/${newId()}/pdf` })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })
})

test('refuses to preview, save or print letters of a case whose processing is stopped', async () => {
  const deposition = await calls.makeCase({ owner_name: '정지된 분' })
  const { pdf_url } = await save({ deposition })
  const superuser = await desk.server.signIn('superuser')
  const resume = await stopRecords(
    async (method, url, payload) => (await superuser.inject({ method, url, payload })).statusCode,
    [{ collection: 'deposit-cases', id: deposition }],
  )
  const preview = { title: '공탁 공문', content: '본문', deposition }
  const responses = [
    await post({ deposition }),
    await desk.staff.inject({ method: 'POST', url: letterPreviewPath, payload: preview }),
    await desk.staff.inject({ method: 'GET', url: pdf_url }),
    await superuser.inject({ method: 'GET', url: pdf_url }),
  ]
  expect(responses.map((result) => [result.statusCode, result.json().message])).toEqual(
    responses.map(() => [422, stoppedDocumentText]),
  )
  await resume()
  expect((await calls.fetchPdf(pdf_url)).text).toContain('정지된 분')
})
