import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { letterListSchema, savedLetterSchema } from '#contract/deposit-cases.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'
import { makeMaster } from '../../../tests/support/master-data.ts'
import { readPdf } from '../../../tests/support/read-pdf.ts'

let now = new Date('2026-11-20T03:00:00Z')
let server: TestApp
let staff: SignedIn
let caseId: string

const fields = {
  ...{ business_section: '누리천 정비 2차', business_manager: '박새론 과장', purpose: '소유권이전' },
  ...{
    owner_name: '金가온(김가온)',
    address: '누리군 하늘면 별빛리 산 12-3 임야 1,204㎡',
    deposit_name: '누리철도건설단',
  },
}

beforeAll(async () => {
  server = await buildTestApp({ now: () => now })
  staff = await server.signIn('staff')
  caseId = await makeCase()
})
afterAll(() => server.close())

async function makeCase(change: object = {}): Promise<string> {
  const payload = { id: newId(), ...fields, ...change }
  const answer = await staff.inject({ method: 'POST', url: '/api/mysql/deposition/list/', payload })
  expect(answer.statusCode).toBe(201)
  return payload.id
}

async function post(payload: object) {
  const url = '/api/mysql/deposition/report/'
  return await staff.inject({
    method: 'POST',
    url,
    payload: { title: '공탁 공문', content: '본문', deposition: caseId, ...payload },
  })
}

async function save(payload: object = {}) {
  const answer = await post(payload)
  expect(answer.statusCode).toBe(201)
  return savedLetterSchema.parse(answer.json())
}

async function list(query: Record<string, string>) {
  const answer = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/report/', query })
  return letterListSchema.parse(answer.json())
}

async function pdfOf(url: string) {
  const answer = await staff.inject({ method: 'GET', url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return await readPdf(answer.rawPayload)
}

describe('a letter', () => {
  test('takes from its case what is not given, and names who wrote it', async () => {
    expect(await save({ user: '다른 사람' })).toMatchObject({
      ...{ title: '공탁 공문', content: '본문', deposition: caseId, issued_on: '2026-11-20' },
      ...{ business_section: '누리천 정비 2차', business_manager: '박새론 과장', owner_name: fields.owner_name },
      ...{
        address: fields.address,
        recipient: '누리철도건설단',
        reference: '박새론 과장',
        user_name: staff.user.nickname,
      },
    })
  })

  test('goes to the company behind its section, for the attention of the department', async () => {
    const company = await makeMaster(staff, 'company', { name: '가상도로공사' })
    const department = await makeMaster(staff, 'department', { name: '보상1부', company })
    const manager = await makeMaster(staff, 'manager', { name: '박새론', company, department })
    await makeMaster(staff, 'project', { name: '해든 우회도로', manager, status: '진행중' })
    const deposition = await makeCase({ business_section: '해든 우회도로' })
    expect(await save({ deposition })).toMatchObject({ recipient: '가상도로공사', reference: '보상1부 박새론 과장' })
    const given = { recipient: '해든시청', business_manager: '이든 대리' }
    expect(await save({ deposition, ...given })).toMatchObject({ recipient: '해든시청', reference: '이든 대리' })
  })

  test.each([
    [{ title: '  ' }, 400, { title: '제목: 필수 항목입니다.' }],
    [{ content: '\n ' }, 400, { content: '내용: 필수 항목입니다.' }],
    [{ deposition: newId() }, 422, { deposition: '공탁 사건: 없는 자료를 가리킵니다. 다시 선택해 주세요.' }],
  ])('with %j is refused at the field', async (payload, status, refused) => {
    const answer = await post(payload)
    expect([answer.statusCode, answer.json().fields]).toEqual([status, refused])
  })

  test('outlives its case, with what it said', async () => {
    const deposition = await makeCase({ owner_name: '이든' })
    const { id, pdf_url } = await save({ deposition })
    await staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: deposition } })
    expect((await list({ deposition })).results).toMatchObject([{ id, owner_name: '이든' }])
    expect((await pdfOf(pdf_url)).text).toContain('이든')
  })

  test('leaves an audit row when saved, and one when printed', async () => {
    const { id, pdf_url } = await save()
    await pdfOf(pdf_url)
    const rows = await server.db
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

describe('numbers of letters', () => {
  const numbers = async () => (await list({ page_size: '1000' })).results.map(({ document_number }) => document_number)

  test('follow each other without a gap or a double, however many are saved at once and however many fail', async () => {
    const before = (await numbers()).length
    const sent = Array.from({ length: 24 }, (_, index) => post(index % 4 === 3 ? { deposition: newId() } : {}))
    const answers = await Promise.all(sent)
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(18)
    const expected = Array.from(
      { length: before + 18 },
      (_, index) => `온결법무 2026-${String(index + 1).padStart(4, '0')}호`,
    )
    expect(await numbers()).toEqual(expected.toReversed())
  })

  test('begin anew with the year of the office, which begins nine hours before that of Greenwich', async () => {
    now = new Date('2026-12-31T15:00:00Z')
    staff = await server.signIn('staff')
    expect(await save()).toMatchObject({ document_number: '온결법무 2027-0001호', issued_on: '2027-01-01' })
    now = new Date('2026-12-31T14:59:59Z')
    expect((await save()).document_number).toMatch(/^온결법무 2026-/)
    now = new Date('2026-11-20T03:00:00Z')
    staff = await server.signIn('staff')
  })

  test('are not used up by a letter that is sent twice', async () => {
    const id = newId()
    const answers = await Promise.all([post({ id }), post({ id }), post({ id })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    expect(new Set(answers.map((answer) => answer.json().document_number)).size).toBe(1)
    expect((await post({ id, content: '다른 본문' })).statusCode).toBe(409)
  })
})

test('the letters of a case are listed newest first, without those of other cases', async () => {
  const deposition = await makeCase()
  const first = await save({ deposition, title: '첫째' })
  const second = await save({ deposition, title: '둘째' })
  const listed = [second, first].map((letter) => ({ ...letter, earlier: [] }))
  expect(await list({ deposition })).toEqual({ results: listed, total_count: 2 })
  expect((await list({ deposition, page: '2', page_size: '1' })).results).toEqual(listed.slice(1))
})

describe('the PDF of a letter', () => {
  test('says on A4 all that an official letter says, from the letterhead to the foot', async () => {
    const content =
      '1. 귀 기관의 무궁한 발전을 기원합니다.\n2. 아래와 같이 통지합니다.\n  가. 공탁금액: 금1,234,000원\n\n붙임  1. 비용내역서 1부.'
    const letter = await save({ title: '누리천 정비 2차 공탁 공문', content })
    const { text, pages } = await pdfOf(letter.pdf_url)
    expect(pages).toHaveLength(1)
    for (const words of [
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
      expect(text).toContain(words)
    }
  })

  test('ends after its last letter: of the text, of the enclosures, or under the table', async () => {
    const endOf = async (content: string) => {
      const { text } = await pdfOf((await save({ content })).pdf_url)
      return text.slice(0, text.indexOf('온결 법무사사무소', 30)).trimEnd().split('\n').slice(-2)
    }
    expect((await endOf('1. 통지합니다.')).at(-1)?.trim()).toBe('끝.')
    expect((await endOf('1. 통지합니다.\n{표}\n2. 회신하여 주십시오. 끝.')).at(-1)).toBe('2. 회신하여 주십시오. 끝.')
    expect(await endOf('1. 통지합니다.\n\n붙임 1. 내역서 1부.\n2. 계산서 1부.')).toEqual([
      '붙임 1. 내역서 1부.',
      '2. 계산서 1부. 끝.',
    ])
  })

  test('bears the office’s seal; one that was saved before there was a seal keeps the place for it', async () => {
    const letter = await save()
    const drawn = await pdfOf(letter.pdf_url)
    expect(drawn.text).not.toContain('(직인)')
    expect(drawn.pages.at(-1)?.inks).toContain('#b0271e')
    await server.ownerDb
      .updateTable('official_letter')
      .set({ office: sql`office - 'seal'` })
      .where('id', '=', letter.id)
      .execute()
    const old = await pdfOf(letter.pdf_url)
    expect(old.text).toContain('(직인)')
    expect(old.pages.at(-1)?.inks).not.toContain('#b0271e')
  })

  test('with a long text goes on over pages, and its end stands once, on the last', async () => {
    const content = Array.from({ length: 150 }, (_, index) => `${index + 1}. 제${index + 1}항`).join('\n')
    const { pages } = await pdfOf((await save({ content: `${content}\n끝.` })).pdf_url)
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.map(({ text }) => text.includes('기안자'))).toEqual(
      pages.map((_, index) => index === pages.length - 1),
    )
    expect(pages.map(({ text }) => text.split('끝.').length - 1).reduce((sum, count) => sum + count)).toBe(1)
  })

  test('names a letter the face does not have, on the paper and to the screen', async () => {
    const { pdf_url } = await save({ owner_name: '𠮷가온' })
    const answer = await staff.inject({ method: 'GET', url: pdf_url })
    expect(answer.headers['missing-glyphs']).toBe('U+20BB7')
    expect((await readPdf(answer.rawPayload)).text).toContain('〓가온')
  })

  test('never has its foot alone on a page', async () => {
    for (const lines of [14, 16, 18, 20, 22]) {
      const { pages } = await pdfOf((await save({ content: '본문\n'.repeat(lines) })).pdf_url)
      const last = pages.at(-1)?.text
      expect(last, `${lines} lines`).toContain('기안자')
      // Its signature goes with it.
      expect(last?.split('법무사 한온결').length, `${lines} lines`).toBe(3)
    }
  })

  test('of no letter is not found', async () => {
    const answer = await staff.inject({ method: 'GET', url: `/api/mysql/deposition/report/${newId()}/pdf` })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })
})

describe('a correction', () => {
  test('is the next version under the same number; the list shows it, and the earlier ones can still be read', async () => {
    const deposition = await makeCase()
    const first = await save({ deposition, content: '1. 틀린 글' })
    const second = await save({ deposition, content: '1. 고친 글', corrects: first.id })
    const third = await save({ deposition, content: '1. 다시 고친 글', corrects: second.id })
    expect([second, third]).toMatchObject([
      { document_number: first.document_number, version: 2, corrects: first.id },
      { document_number: first.document_number, version: 3, corrects: second.id },
    ])
    expect(await list({ deposition })).toEqual({ results: [{ ...third, earlier: [second, first] }], total_count: 1 })
    const papers = await Promise.all([first, third].map(({ pdf_url }) => pdfOf(pdf_url)))
    expect(papers.map(({ text }) => text.includes(`${first.document_number} (정정 제3판)`))).toEqual([false, true])
    expect(papers.map(({ text }) => text.includes('1. 틀린 글'))).toEqual([true, false])
  })

  test('uses no number up, and says what the case says now', async () => {
    const deposition = await makeCase({ owner_name: '옛 소유자' })
    const first = await save({ deposition })
    await staff.inject({
      method: 'PUT',
      url: '/api/mysql/deposition/list/',
      payload: { id: deposition, owner_name: '새 소유자' },
    })
    expect(await save({ deposition, corrects: first.id })).toMatchObject({ owner_name: '새 소유자' })
    const numberOf = ({ document_number }: { document_number: string }) => Number(/-(\d+)호/.exec(document_number)?.[1])
    expect(numberOf(await save({ deposition }))).toBe(numberOf(first) + 1)
  })

  test('of a letter whose case is gone says what that letter said', async () => {
    const deposition = await makeCase({ owner_name: '이든' })
    const first = await save({ deposition })
    await staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: deposition } })
    const { owner_name, recipient } = await save({ deposition, corrects: first.id })
    expect([owner_name, recipient]).toEqual(['이든', first.recipient])
  })

  test('is made once: of two at the same moment one is told, and sent twice it is one', async () => {
    const deposition = await makeCase()
    const first = await save({ deposition })
    const answers = await Promise.all(['가', '나'].map((content) => post({ deposition, content, corrects: first.id })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    const message = answers.find(({ statusCode }) => statusCode === 409)?.json().message
    expect(message).toBe(`${staff.user.nickname} 님이 이미 정정한 공문입니다. 가장 최근 판(제2판)을 정정해 주세요.`)
    const [standing] = (await list({ deposition })).results
    const again = { deposition, id: newId(), content: '다', corrects: standing?.id }
    expect([(await post(again)).statusCode, (await post(again)).statusCode]).toEqual([201, 200])
  })

  test.each([['a letter of another case'], ['no letter at all']])('of %s is refused', async (what) => {
    const corrects = what === 'no letter at all' ? newId() : (await save()).id
    const answer = await post({ deposition: await makeCase(), corrects })
    expect([answer.statusCode, answer.json().message]).toEqual([422, '정정할 공문을 찾을 수 없습니다.'])
  })
})

describe('the preview of a letter', () => {
  const preview = async (payload: object) =>
    await staff.inject({ method: 'POST', url: '/api/mysql/deposition/report/preview/', payload })

  test('is the paper that saving makes, but for the number, and neither saves nor counts', async () => {
    const asked = { title: '공탁 공문', content: '1. 통지합니다.', deposition: caseId }
    const before = (await list({})).total_count
    const answer = await preview(asked)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await list({})).total_count).toBe(before)
    const seen = (await readPdf(answer.rawPayload)).text
    expect(seen).toContain('온결법무 (저장할 때 부여)')
    const saved = await save(asked)
    const printed = (await pdfOf(saved.pdf_url)).text
    const number = saved.document_number
    const short = `온결법무-${number.slice(-5, -1)} (2026. 11. 20.)`
    expect(
      seen.replaceAll('온결법무 (저장할 때 부여)', number).replace('시행 ', `시행 ${short}`).replace(/\s+/g, ''),
    ).toBe(printed.replace(/\s+/g, ''))
  })

  test('of a correction has the number it will keep', async () => {
    const { id, document_number } = await save()
    const answer = await preview({ title: '공탁 공문', content: '글', deposition: caseId, corrects: id })
    expect((await readPdf(answer.rawPayload)).text).toContain(`${document_number} (정정 제2판)`)
  })

  test('is refused where saving would be, and leaves a trace as every reading does', async () => {
    expect((await preview({ title: '', content: '글', deposition: caseId })).statusCode).toBe(400)
    expect((await preview({ title: '제목', content: '글', deposition: newId() })).statusCode).toBe(422)
    const rows = await server.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'read')
      .where('collection', '=', 'official-letters')
      .execute()
    expect(rows).toEqual([{ subject: fields.owner_name }, { subject: fields.owner_name }])
  })
})
