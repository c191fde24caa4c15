import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkApplicationPath,
  checkApplicationSchema,
  downloadApplicationPath,
  downloadApplicationTaskPath,
} from '#contract/applications/applications.ts'
import { taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { findTextNextTo, readBoxes } from '#tests/support/documents/read-boxes.ts'
import { type PdfPage, readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
/**
 * One unit with a saved application, one with only the data it is derived from, and an empty one.
 */
const units = { saved: '', plain: '', bare: '' }

beforeAll(async () => {
  server = await buildTestApp({ config: { hasWorker: true }, now: () => new Date('2026-11-20T03:00:00Z') })
  staff = await server.signIn('staff')
  const group = await createRecord('real-estate-groups', {
    name: '가온채',
    trust_corporate_name: null,
    office: '해든등기소',
  })
  const bank = await createRecord('banks', { name: '해든은행', corporate_num: '110111-0062432', address: '해든대로 7' })
  const unit = { group_id: group, mortgage_bank_id: bank, contract_date: '2026-09-10', regi_date: '2026-11-20' }
  const ours = { ownership_lawyer: '법무사 한온결', price: 412_300_000, claim_amount: 330_000_000 }
  units.saved = await createRecord('real-estate-units', { ...unit, dongho: '101동 1203호' })
  units.plain = await createRecord('real-estate-units', { ...unit, ...ours, dongho: '102동 1204호', owner: '박새론' })
  units.bare = await createRecord('real-estate-units', { group_id: group, dongho: '103동 1205호' })
  const owner = await createRecord('unit-owners', {
    ...createPartFields(units.saved),
    owner: '김가온',
    owner_num: '900101-1000002',
    owner_address: '달빛로 1',
  })
  await createRecord('unit-owners', {
    ...createPartFields(units.plain),
    owner: '박새론',
    owner_num: '850505-2000019',
    owner_address: '별빛로 2',
    share: 100,
  })
  const seller = {
    role: 'seller',
    name: '달빛건설',
    num: '110111-0062432',
    address: '해든대로 1',
    party_kind: 'corporation',
  }
  await createRecord('unit-mortgages', { ...createPartFields(units.plain), ...seller })
  await createRecord('unit-lands', {
    ...createPartFields(units.plain),
    address: '해든구 달빛동 123-4',
    land_kind: '대',
    area: 1204.5,
  })
  const party = {
    id: owner,
    party_kind: 'person',
    role: null,
    name: '김가온(개명)',
    num_masked: '900101-1******',
    address: '달빛로 9',
  }
  const emptyPartyFields = {
    position: null,
    business_name: null,
    business_num: null,
    business_owner_name: null,
    share_ratio: 100,
  }
  const application = { property_id: units.saved, registration_cause_date: '2026-10-01', regi_date: '2026-11-20' }
  await createRecord('applications', { ...application, application_type: 'other', cause: '먼저 것' })
  await createRecord('applications', {
    ...application,
    application_type: 'mortgage_registration',
    registration_tax: 660_000,
    claim_amount: 5_000_000,
    grantees_json: JSON.stringify([{ ...party, ...emptyPartyFields }]),
  })
})
afterAll(() => server.close())

async function createRecord(name: Parameters<typeof makeRecord>[1], fields: Parameters<typeof makeRecord>[2]) {
  return String((await makeRecord(staff, name, fields))['id'])
}

const createPartFields = (unitId: string) => ({ unit_id: unitId })

function download(property_ids: unknown, overrides: object = {}) {
  return staff.inject({ method: 'POST', url: downloadApplicationPath, payload: { property_ids, ...overrides } })
}

const listBoxes = (page: PdfPage | undefined) => (page ? readBoxes(page) : [])

async function downloadPages(property_ids: string[], overrides: object = {}) {
  const result = await download(property_ids, overrides)
  expect(result.statusCode).toBe(200)
  return (await readPdf(new Uint8Array(result.rawPayload))).pages
}

describe('the file', () => {
  test('is a PDF named by its count and day', async () => {
    const result = await download([units.plain, units.saved])
    expect(result.headers['content-type']).toBe('application/pdf')
    expect(result.headers['cache-control']).toBe('no-store')
    expect(result.headers['content-disposition']).toBe(
      `attachment; filename="applications_2_20261120.pdf"; filename*=UTF-8''${encodeURIComponent('등기신청서_2건_20261120.pdf')}`,
    )
    expect(result.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('contains what was saved last for a unit, with the parties as they were and their full numbers', async () => {
    const [first] = await downloadPages([units.saved])
    const boxes = listBoxes(first)
    expect(findTextNextTo(boxes, '등기원인과 그 연월일')).toBe('2026년 10월 1일 근저당권설정계약')
    expect(findTextNextTo(boxes, '등기의무자')).toBe('김가온(개명)')
    expect(first?.text).toContain('900101-1000002')
    expect(first?.text).toContain('110111-0062432')
  })

  test('contains derived forms for a unit without a saved one: each application, then each 위임장', async () => {
    const pages = await downloadPages([units.plain])
    expect(pages.map(({ text }) => text.split('\n')[0]?.replace(/\s/g, ''))).toEqual([
      '소유권이전등기신청(매매)',
      expect.any(String),
      '근저당권설정등기신청',
      expect.any(String),
      '위임장',
      '위임장',
    ])
    expect(findTextNextTo(listBoxes(pages[0]), '등기의무자')).toBe('달빛건설')
    expect(findTextNextTo(listBoxes(pages[0]), '등기권리자')).toBe('박새론')
    expect(findTextNextTo(listBoxes(pages[2]), '등기의무자')).toBe('박새론')
    expect(pages[0]?.text).toContain('850505-2000019')
  })

  test('contains ticked cost statements and receipts, unit after unit in the order requested', async () => {
    const pages = await downloadPages([units.bare, units.saved], { with: { cost_statement: true, receipt: true } })
    expect(
      pages
        .map(({ text }) => text.split('\n')[0]?.replace(/\s/g, ''))
        .filter((title) => /서$|증$|신청$/.test(title ?? '')),
    ).toEqual(['등기신청', '비용내역서', '영수증', '근저당권설정등기신청', '비용내역서', '영수증'])
  })

  test('contains taxes and fees by the rates of its day unless somebody typed them', async () => {
    const [, second, , fourth] = await downloadPages([units.plain])
    expect(findTextNextTo(listBoxes(second), '등기신청수수료')).toContain('금 18,000원')
    expect(second?.text).toContain('금 4,123,000원')
    expect(findTextNextTo(listBoxes(fourth), '세액 합계')).toBe('금 792,000원')
  })

  test('contains a unit requested twice only once', async () => {
    expect(await downloadPages([units.bare, units.bare])).toHaveLength(3)
  })
})

test.each([
  { what: 'an empty list of units', ids: () => [], status: 400, message: '다운로드할 부동산을 선택해주세요.' },
  { what: 'a request without a list', ids: () => undefined, status: 400, message: '다운로드할 부동산을 선택해주세요.' },
  { what: 'a unit that does not exist', ids: () => [newId()], status: 404, message: '다운로드할 데이터가 없습니다.' },
  {
    what: 'a list with a deleted unit',
    ids: () => [units.bare, newId()],
    status: 404,
    message: '선택한 세대 가운데 1건이 삭제되었습니다. 목록을 새로고침한 뒤 다시 시도해 주세요.',
  },
])('refuses $what with the same message for download, task and check', async ({ ids, status, message }) => {
  for (const url of [downloadApplicationPath, downloadApplicationTaskPath, checkApplicationPath]) {
    const response = await staff.inject({ method: 'POST', url, payload: { property_ids: ids() } })
    expect([response.statusCode, response.json().message]).toEqual([status, message])
  }
})

test('reports in the check what each form lacks, without numbers', async () => {
  const response = await staff.inject({
    method: 'POST',
    url: checkApplicationPath,
    payload: { property_ids: [units.saved, units.bare] },
  })
  const { units: checked } = checkApplicationSchema.parse(response.json())
  expect(checked.map(({ dongho, is_saved }) => [dongho, is_saved])).toEqual([
    ['101동 1203호', true],
    ['103동 1205호', false],
  ])
  expect(checked[1]?.filings[0]?.missing).toContainEqual({
    box: '등기원인과 그 연월일',
    words: '등기원인을 입력해 주세요.',
  })
  expect(checked[0]?.filings[0]?.missing.map(({ box }) => box)).toEqual(
    expect.arrayContaining(['부동산의 표시', '첨부서면']),
  )
  expect(response.body).not.toMatch(/900101|110111-/)
})

test('reports in the check which characters the typeface lacks, without their context', async () => {
  const group = await createRecord('real-estate-groups', {
    name: '희귀자채',
    trust_corporate_name: null,
    office: '해든등기소',
  })
  const unit = await createRecord('real-estate-units', { group_id: group, dongho: '104동 1206호', owner: '𠮷가온' })
  await createRecord('unit-owners', {
    ...createPartFields(unit),
    owner: '金𠮷龘',
    owner_num: '900101-1000002',
    owner_address: '달빛로 1',
    share: 100,
  })
  const response = await staff.inject({ method: 'POST', url: checkApplicationPath, payload: { property_ids: [unit] } })
  const [checked] = checkApplicationSchema.parse(response.json()).units
  const fontNotes = checked?.filings[0]?.missing.filter(({ words }) => words.includes('서체'))
  expect(fontNotes).toEqual([
    {
      box: expect.stringMatching(/^등기/),
      words: '서체에 없는 글자 𠮷, 龘 자리는 〓로 인쇄됩니다. 인쇄한 뒤 손으로 적어 주세요.',
    },
    expect.objectContaining({ box: '신청인' }),
  ])
  expect(response.body).not.toContain('900101')
})

test('logs every printed unit without numbers', async () => {
  const before = await readTrail()
  await download([units.saved, units.plain])
  const rows = (await readTrail()).slice(before.length)
  expect(rows.map(({ act }) => act)).toEqual(['export', 'export'])
  expect(new Set(rows.map(({ record_id }) => record_id))).toEqual(new Set([units.saved, units.plain]))
  expect(rows.map(({ subject }) => subject)).toContain('102동 1204호 박새론')
  expect(JSON.stringify(rows)).not.toMatch(/900101|850505/)
})

function readTrail() {
  return server.db
    .selectFrom('audit')
    .selectAll()
    .where('collection', '=', 'real-estate-units')
    .orderBy('seq')
    .execute()
}

describe('as a background task', () => {
  const url = downloadApplicationTaskPath
  const downloadFile = (id: string, person = staff) =>
    person.inject({ method: 'GET', url: `${url}/file`, query: { task_id: id } })

  async function createForms(property_ids: string[]): Promise<string> {
    const response = await staff.inject({ method: 'POST', url, payload: { property_ids } })
    const id = String(taskStartSchema.parse(response.json()).task_id)
    const poll = async () =>
      taskProgressSchema.parse((await staff.inject({ method: 'GET', url, query: { task_id: id } })).json())
    await expect.poll(async () => (await poll()).status, { timeout: 20_000 }).toBe('completed')
    expect(await poll()).toMatchObject({ processed_count: property_ids.length, total_count: property_ids.length })
    return id
  }

  const readPieces = (id: string) =>
    server.db.selectFrom('download_chunk').selectAll().where('task_id', '=', id).execute()

  test('encrypts the waiting file, gives it only to its requester, and deletes it after the download', async () => {
    const id = await createForms([units.saved, units.plain])
    const [piece] = await readPieces(id)
    expect(piece?.bytes.includes('%PDF')).toBe(false)
    const superuser = await server.signIn('superuser')
    expect((await downloadFile(id, superuser)).statusCode).toBe(404)
    const file = await downloadFile(id)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('등기신청서_2건_20261120.pdf'))
    expect((await readPdf(new Uint8Array(file.rawPayload))).text).toContain('900101-1000002')
    await expect.poll(async () => (await readPieces(id)).length).toBe(0)
    expect((await downloadFile(id)).statusCode).toBe(404)
  })

  test('logs every requested unit', async () => {
    const before = (await readTrail()).length
    await createForms([units.saved, units.bare])
    const rows = (await readTrail()).slice(before)
    expect(new Set(rows.map(({ record_id }) => record_id))).toEqual(new Set([units.saved, units.bare]))
  })
})

test('makes no paper, directly or in the background, while processing of the unit or an owner is stopped', async () => {
  const superuser = await server.signIn('superuser')
  const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
    (await superuser.inject({ method, url, payload })).statusCode
  const owner = await server.db
    .selectFrom('unit_owner')
    .select('id')
    .where('unit_id', '=', units.plain)
    .executeTakeFirstOrThrow()
  for (const record of [
    { collection: 'real-estate-units', id: units.plain },
    { collection: 'unit-owners', id: owner.id },
  ] as const) {
    const resume = await stopRecords(send, [record])
    for (const url of [downloadApplicationPath, downloadApplicationTaskPath, checkApplicationPath])
      for (const person of [staff, superuser]) {
        const response = await person.inject({
          method: 'POST',
          url,
          payload: { property_ids: [units.saved, units.plain] },
        })
        expect([url, response.statusCode, response.json().message]).toEqual([url, 422, stoppedDocumentText])
      }
    expect((await download([units.saved])).statusCode).toBe(200)
    await resume()
  }
  expect((await download([units.saved, units.plain])).statusCode).toBe(200)
})
