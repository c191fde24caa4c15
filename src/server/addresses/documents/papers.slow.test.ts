import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { checkedDocumentsSchema, checkOfficialDocumentPath } from '#contract/addresses/address-tasks.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import { newId } from '#server/new-id.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { ItemError, type ItemKind } from '#server/tasks/task-kind.ts'
import { makeAddress, makeProject } from '#tests/support/books/address-books.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createDocumentKind } from './document-kind.ts'
import { createCompensationKind, createLandSurveyKind } from './surveys.ts'

let server: TestApp
let staff: SignedIn
let project: string
/** Three addresses: a complete one, one without a price, one without any land. */
const ids = { full: '', open: '', bare: '' }
const now = () => new Date('2026-11-20T03:00:00Z')

beforeAll(async () => {
  server = await buildTestApp({ now })
  staff = await server.signIn('staff')
  project = await makeProject(staff)
  const costs = { fees: 300_000, proof: 5000, stamp: 18_000 }
  ids.full = await makeAddress(staff, { project, ...costs, regi_office: '솔빛지방법원' }, [
    { lot: '123-4', land_kind: '대', area: 330.5, taken_area: 330.7, unit_price: 1000, compensation: 1, place: 0 },
    { lot: '산 12-3', land_kind: '임야', area: 500, taken_area: 120, unit_price: 350_000, place: 1 },
  ])
  await makeRecord(staff, 'address-buildings', {
    address_id: ids.full,
    usage: '창고',
    structure: '벽돌조',
    area: 98.5,
    compensation: 54_321_000,
  })
  ids.open = await makeAddress(staff, { project }, [{ lot: '7', land_kind: '전', area: 100, taken_area: 50 }])
  ids.bare = await makeAddress(staff, { jibun: '해든구 달빛동 9' })
})
afterAll(() => server.close())

function makeContext<Input>(input: Input) {
  return { now, signal: new AbortController().signal, taskId: newId(), userId: staff.user.id, input }
}

/** Works on an item within a transaction, as the task engine does. */
async function work<Input extends z.ZodType>(kind: ItemKind<Input>, taskInput: object, id: string) {
  const input = kind.input.parse(taskInput)
  return await server.db
    .transaction()
    .execute(async (db) => await kind.work({ ...makeContext(input), db }, id, undefined))
}

async function finish<Input extends z.ZodType>(
  kind: ItemKind<Input>,
  taskInput: object,
  done: string[],
): Promise<Buffer> {
  const input = kind.input.parse(taskInput)
  const file: Readable | undefined = await kind.finish?.({ ...makeContext(input), db: server.db }, done)
  return file ? await buffer(file) : Buffer.alloc(0)
}

const createInput = (...addressIds: string[]) => ({ address_ids: addressIds })
const createWrites = () => createWritePipeline({ db: server.db, officeKeys: server.deps.officeKeys })

async function readSheetRows(bytes: Buffer) {
  const limits = { maxBytes: 1_000_000, maxRows: 100, maxColumns: 20, maxCellLength: 1000 }
  const result = await readWorkbook({ name: 'survey.xlsx', bytes: new Uint8Array(bytes) }, limits)
  if ('refused' in result) throw new Error(result.refused.message)
  return result.sheet.rows.map((row) =>
    row.map((cell) => (cell !== null && typeof cell === 'object' && 'n' in cell ? cell.n : cell)),
  )
}

describe('토지조서', () => {
  test('reports what is missing per address; an address without lands and buildings fails', async () => {
    const kind = createLandSurveyKind('xlsx')
    expect(await work(kind, createInput(ids.open), ids.open)).toEqual({ note: '7 전 : 단가를 입력해 주세요.' })
    await expect(work(kind, createInput(ids.bare), ids.bare)).rejects.toThrow(ItemError)
    await expect(work(kind, createInput(newId()), newId())).rejects.toThrow('삭제된 주소입니다.')
  })

  test('as a workbook has a row per parcel and building in the requested order, and the sums', async () => {
    const rows = await readSheetRows(
      await finish(createLandSurveyKind('xlsx'), createInput(ids.open, ids.full), [ids.open, ids.full]),
    )
    expect(rows.map((row) => [row[0], row[1], row[3], row[4], row[9], row[10]])).toEqual([
      ['구분', '순번', '지번', '지목(물건의 종류)', '보상액', '소유자'],
      ['토지', 1, '7', '전', null, '김가온'],
      ['토지', 2, '123-4', '대', 330_700, '김가온'],
      ['토지', 3, '산 12-3', '임야', 42_000_000, '김가온'],
      ['물건', 4, '123-4', '창고', 54_321_000, '김가온'],
      ['합계', null, null, null, 96_651_700, undefined],
    ])
  })

  test('on paper is 토지조서 and then 물건조서, each with its sum', async () => {
    const { pages } = await readPdf(
      new Uint8Array(await finish(createLandSurveyKind('pdf'), createInput(ids.full), [ids.full])),
    )
    const [lands, objects, ...more] = pages.map(({ text }) => text.replace(/\s/g, ''))
    expect(more).toEqual([])
    expect(lands).toContain('토지조서사업명:가온–솔빛고속도로제1공구')
    expect(lands).toContain('42,330,700')
    expect(objects).toContain('물건조서')
    expect(objects).toContain('54,321,000')
    expect(objects).toContain('사업시행자가상도로공사(인)')
  })
})

describe('보상금 산정', () => {
  const readLands = (id: string) =>
    server.db
      .selectFrom('address_land')
      .select(['id', 'lot', 'compensation', 'version'])
      .where('address_id', '=', id)
      .orderBy('lot')
      .execute()

  test('writes the amounts of parcels with known area and price as undoable changes, and nothing else', async () => {
    const kind = createCompensationKind(createWrites(), 'xlsx')
    const { note } = (await work(kind, createInput(ids.full), ids.full)) ?? {}
    expect(note).toBe(
      '토지 2필지의 보상액을 기록했습니다. 이전 보상액 1원 → 330,700원. 123-4 대 : 편입면적이 면적보다 넓습니다. 확인해 주세요.',
    )
    const lands = await readLands(ids.full)
    expect(lands).toMatchObject([
      { lot: '123-4', compensation: 330_700, version: 2 },
      { lot: '산 12-3', compensation: 42_000_000, version: 2 },
    ])
    const changes = await server.db
      .selectFrom('change')
      .select(['kind', 'fields', 'user_name'])
      .where('record_id', '=', lands[0]?.id ?? '')
      .orderBy('version')
      .execute()
    expect(changes.at(-1)).toEqual({
      kind: 'update',
      fields: { compensation: { old: 1, new: 330_700 } },
      user_name: staff.user.nickname,
    })
  })

  test('writes nothing when repeated, and skips parcels without a price', async () => {
    const kind = createCompensationKind(createWrites(), 'pdf')
    expect((await work(kind, createInput(ids.full), ids.full))?.note).toMatch(/^새로 기록할 보상액이 없습니다\./)
    expect((await readLands(ids.full)).map(({ version }) => version)).toEqual([2, 2])
    expect((await work(kind, createInput(ids.open), ids.open))?.note).toBe(
      '새로 기록할 보상액이 없습니다. 7 전 : 단가를 입력해 주세요.',
    )
    expect(await readLands(ids.open)).toMatchObject([{ compensation: null, version: 1 }])
  })

  test('a failed item leaves nothing written', async () => {
    const address = await makeAddress(staff, { project }, [{ lot: '8', taken_area: 10, unit_price: 10 }])
    const kind = createCompensationKind(createWrites(), 'xlsx')
    const failed = server.db.transaction().execute(async (db) => {
      await kind.work({ ...makeContext(createInput(address)), db }, address, undefined)
      throw new Error('the process died')
    })
    await expect(failed).rejects.toThrow('died')
    expect(await readLands(address)).toMatchObject([{ compensation: null, version: 1 }])
  })

  test('as a workbook and on paper has the total of each owner', async () => {
    const rows = await readSheetRows(
      await finish(createCompensationKind(createWrites(), 'xlsx'), createInput(ids.full), [ids.full]),
    )
    expect(rows.slice(-2).map((row) => [row[0], row[7], row[8], row[10]])).toEqual([
      ['합계', 96_651_700, null, 96_651_700],
      ['소유자별', null, '김가온', 96_651_700],
    ])
    const pdf = await readPdf(
      new Uint8Array(await finish(createCompensationKind(createWrites(), 'pdf'), createInput(ids.full), [ids.full])),
    )
    expect(pdf.text.replace(/\s/g, '')).toContain('소유자별보상금내역')
    expect(pdf.text).toContain('96,651,700')
  })
})

describe('공문서', () => {
  const createKind = () => createDocumentKind(server.deps)
  const details = { deposit_ground: 'refused', ruling_day: '2026-10-01', use_day: '2026-11-30' }
  const createTaskInput = (documentType: string, ...addressIds: string[]) => ({
    address_ids: addressIds,
    document_type: documentType,
    details,
  })

  test('공탁서 has the owner’s full number, and leaves a trail row per address', async () => {
    const { note } = (await work(createKind(), createTaskInput('deposit', ids.full), ids.full)) ?? {}
    expect(note).toBe('보관은행을 입력해 주세요. 재결한 토지수용위원회를 입력해 주세요.')
    const { text } = await readPdf(
      new Uint8Array(await finish(createKind(), createTaskInput('deposit', ids.full), [ids.full])),
    )
    expect(text).toContain('900101-1000002')
    const trail = await server.db
      .selectFrom('audit')
      .selectAll()
      .where('collection', '=', 'addresses')
      .where('act', '=', 'export')
      .execute()
    expect(trail).toMatchObject([
      { record_id: ids.full, subject: '김가온', detail: { paper: '공탁서', numbers: true } },
    ])
    expect(JSON.stringify(trail)).not.toContain('900101')
  })

  test('letters sent by post contain no resident numbers', async () => {
    for (const type of ['compensation_consultation', 'deposit_notice']) {
      await work(createKind(), createTaskInput(type, ids.full), ids.full)
      const { text, pages } = await readPdf(
        new Uint8Array(await finish(createKind(), createTaskInput(type, ids.full, ids.open), [ids.full, ids.open])),
      )
      expect(pages).toHaveLength(2)
      expect(text).not.toContain('900101')
      expect(text).toContain('김가온')
    }
  })

  test('비용청구 공문 takes the office’s next number and is stored as its letter, once per item', async () => {
    const linkedCase = await makeRecord(staff, 'deposit-cases', { address_id: ids.full })
    await Promise.all([ids.full, ids.full].map((id) => work(createKind(), createTaskInput('cost_claim', id), id)))
    await expect(work(createKind(), createTaskInput('cost_claim', ids.open), ids.open)).rejects.toThrow(
      '청구할 보수료와 비용이 없습니다.',
    )
    const letters = await server.db.selectFrom('official_letter').selectAll().orderBy('number').execute()
    expect(
      letters.map(({ number, document_number, deposition, address_id }) => ({
        number,
        document_number,
        deposition,
        address_id,
      })),
    ).toEqual(
      [1, 2].map((number) => ({
        number,
        document_number: `온결법무 2026-000${number}호`,
        deposition: linkedCase['id'],
        address_id: ids.full,
      })),
    )
    expect(letters[0]).toMatchObject({
      recipient: '가상도로공사',
      reference: '보상1부 박새론 과장',
      title: '가온–솔빛 고속도로 제1공구 비용청구',
    })
    expect(letters[0]?.content).toContain('3. 청구금액 : 금353,000원(금삼십오만삼천원)')
    const { text } = await readPdf(
      new Uint8Array(await finish(createKind(), createTaskInput('cost_claim', ids.full), [ids.full])),
    )
    expect(text).toContain('온결법무 2026-0002호')
    const listed = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/report/' })
    expect(listed.json().results).toHaveLength(2)
    const pdf = await staff.inject({ method: 'GET', url: `/api/mysql/deposition/report/${letters[0]?.id}/pdf` })
    expect((await readPdf(new Uint8Array(pdf.rawPayload))).text.replace(/\s/g, '')).toContain('라.증지·인지:금18,000원')
  })

  test('stores the letter of an address that no case references', async () => {
    const alone = await makeAddress(staff, { project, fees: 10 })
    await work(createKind(), createTaskInput('cost_claim', alone), alone)
    const listed = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/report/' })
    expect(listed.statusCode).toBe(200)
    expect(listed.json().results[0]).toMatchObject({ deposition: null, recipient: '가상도로공사' })
  })

  test('the check lists empty boxes in advance, without numbers', async () => {
    const payload = createTaskInput('deposit', ids.full, ids.bare)
    const response = await staff.inject({ method: 'POST', url: checkOfficialDocumentPath, payload })
    const checked = checkedDocumentsSchema.parse(response.json())
    expect(checked).toMatchObject({ total: 2, incomplete: 2 })
    expect(checked.addresses[1]).toMatchObject({ address_id: ids.bare, jibun: '해든구 달빛동 9' })
    expect(checked.addresses[0]?.missing.map(({ box }) => box)).toEqual(['보관은행', '공탁원인사실'])
    expect(response.body).not.toContain('900101')
  })

  test('the check is for staff only', async () => {
    const member = await server.signIn('member')
    const payload = createTaskInput('deposit', ids.full)
    const response = await member.inject({ method: 'POST', url: checkOfficialDocumentPath, payload })
    expect(response.statusCode).toBe(403)
  })
})

test('makes no document of an address if its processing or that of one of its lands is stopped', async () => {
  const superuser = await server.signIn('superuser')
  const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
    (await superuser.inject({ method, url, payload })).statusCode
  const id = await makeAddress(staff, { project }, [
    { lot: '55', land_kind: '대', area: 100, taken_area: 50, unit_price: 1000, place: 0 },
  ])
  const land = await server.db
    .selectFrom('address_land')
    .select(['id', 'compensation'])
    .where('address_id', '=', id)
    .executeTakeFirstOrThrow()
  for (const record of [
    { collection: 'addresses', id },
    { collection: 'address-lands', id: land.id },
  ] as const) {
    const resume = await stopRecords(send, [record])
    await expect(work(createLandSurveyKind('pdf'), createInput(id), id)).rejects.toThrow(
      new ItemError(stoppedDocumentText),
    )
    await expect(work(createCompensationKind(createWrites(), 'xlsx'), createInput(id), id)).rejects.toThrow(
      new ItemError(stoppedDocumentText),
    )
    const documents = createDocumentKind({ officeKeys: server.deps.officeKeys, newId })
    for (const documentType of ['cost_claim', 'compensation_consultation'])
      await expect(
        work(documents, { ...createInput(id), document_type: documentType, details: {} }, id),
      ).rejects.toThrow(new ItemError(stoppedDocumentText))
    await resume()
  }
  const { compensation } = await server.db
    .selectFrom('address_land')
    .select('compensation')
    .where('id', '=', land.id)
    .executeTakeFirstOrThrow()
  expect(compensation).toBe(land.compensation)
  expect(await work(createLandSurveyKind('pdf'), createInput(id), id)).toBeDefined()
})
