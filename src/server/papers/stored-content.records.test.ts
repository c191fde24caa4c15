import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBook } from '#contract/books/collections.ts'
import { paperCollections } from '#contract/books/papers.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { buildPaperStatePath } from '#contract/papers/papers.ts'
import { newId } from '#server/new-id.ts'
import { tableByCollection } from '#server/schema/tables/tables.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { smallPictures } from '#tests/support/documents/pictures.ts'
import {
  declareFile,
  generatePdfPaper,
  sendFile,
  sendPiece,
  toPaperFields,
  toPaperFile,
} from '#tests/support/outbox/paper-sender.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { sweepContents } from './stored-content.ts'

let server: TestApp
let staff: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const books = (Object.keys(paperCollections) as (keyof typeof paperCollections)[]).map((full) => ({
  parent: full,
  name: paperCollections[full],
}))

test.each(books)('a paper of $whole is created, renamed and found by its title and by its record', async ({ name }) => {
  const [{ key } = { key: '' }] = getBook(name).fields
  const created = await makeRecord(staff, name, {
    ...toPaperFields(generatePdfPaper()),
    name: '인감증명서 1부',
    memo: '원본은 금고',
  })
  const { path } = getBook(name)
  const renamed = await staff.inject({
    method: 'PUT',
    url: path,
    payload: { id: created['id'], paper_kind: 'contract' },
  })
  expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { paper_kind: 'contract', name: '인감증명서 1부' }])
  for (const params of [{ [key]: String(created[key]) }, { search: '금고' }]) {
    const found = await staff.inject({ method: 'GET', url: path, query: params })
    expect(found.json()).toMatchObject({ results: [{ id: created['id'] }] })
  }
})

test.each(books)('the file description of a paper of $whole never changes', async ({ name }) => {
  const created = await makeRecord(staff, name, toPaperFields(generatePdfPaper()))
  const others = { content_id: newId(), digest: 'b'.repeat(64), size: 1, media_type: 'image/png' }
  for (const [key, value] of Object.entries(others)) {
    const payload = { id: created['id'], [key]: value }
    const response = await staff.inject({ method: 'PUT', url: getBook(name).path, payload })
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { fields: { [key]: expect.any(String) as unknown } },
    ])
  }
  // A plain client sends the whole row back.
  const payload = { ...created, name: '새 제목' }
  const renamed = await staff.inject({ method: 'PUT', url: getBook(name).path, payload })
  expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { name: '새 제목' }])
})

test('accepts only a file with an id, a digest and at most 20 MB that belongs to no other paper', async () => {
  const other = generatePdfPaper(50)
  await sendFile(staff, other)
  const invalidInputs = [
    { content_id: 'IMG_0001.jpg' },
    { digest: 'not one' },
    { size: 20_971_521 },
    { size: 1.5 },
    { media_type: 'text/html' },
    // The file exists with another digest.
    { content_id: other.contentId },
  ]
  for (const invalidInput of invalidInputs) {
    const paperInput = { ...toPaperFields(generatePdfPaper(60)), ...invalidInput }
    await expect(makeRecord(staff, 'case-papers', paperInput)).rejects.toThrow(/4(00|22)/)
  }
  const paperFields = toPaperFields(other)
  await makeRecord(staff, 'case-papers', paperFields)
  await expect(makeRecord(staff, 'case-papers', paperFields)).rejects.toThrow('이미 있는 서류입니다')
})

test.each(books)(
  '$whole with papers can be deleted once its papers are, and the deletes are logged',
  async ({ parent, name }) => {
    const created = await makeRecord(staff, name, { ...toPaperFields(generatePdfPaper()), name: '초본' })
    const [{ key } = { key: '' }] = getBook(name).fields
    const remove = (book: typeof parent | typeof name, id: unknown) =>
      staff.inject({ method: 'DELETE', url: getBook(book).path, payload: { id } })
    expect((await remove(parent, created[key])).json()).toMatchObject({ code: 'in_use' })
    expect((await remove(name, created['id'])).statusCode).toBe(200)
    expect((await remove(parent, created[key])).statusCode).toBe(200)
    const trail = server.ownerDb
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('record_id', '=', String(created['id']))
    expect(await trail.execute()).toContainEqual({ act: 'delete', subject: '초본' })
  },
)

test.each(books)(
  'lists the kinds of papers of $whole as filter options, but not the records they may belong to',
  async ({ name }) => {
    const [{ key } = { key: '' }] = getBook(name).fields
    const response = await staff.inject({ method: 'GET', url: `${getBook(name).path}filter_options` })
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { paper_kind: expect.arrayContaining([{ value: 'photo', label: '사진' }]) as unknown },
    ])
    expect(response.json()).not.toHaveProperty(key)
  },
)

const createDepsAfter = (days: number) => ({ db: server.db, now: () => new Date(Date.now() + days * dayMs) })

async function isThere(contentId: string): Promise<boolean> {
  return (await staff.inject({ method: 'GET', url: buildPaperStatePath(contentId) })).statusCode === 200
}

test('keeps an unfinished file for thirty days after its last piece', async () => {
  const file = generatePdfPaper(900)
  await declareFile(staff, file)
  await sendPiece(staff, file, { from: 0, end: 300 })
  await sweepContents(createDepsAfter(29))
  expect(await isThere(file.contentId)).toBe(true)
  await sweepContents(createDepsAfter(31))
  expect(await isThere(file.contentId)).toBe(false)
  const pieces = server.db.selectFrom('paper_piece').select('start').where('content_id', '=', file.contentId)
  expect(await pieces.execute()).toEqual([])
  // The device starts again.
  expect(await sendFile(staff, file)).toMatchObject({ is_whole: true })
})

test('keeps the file of a deleted paper for thirty days for an undo', async () => {
  const file = toPaperFile(smallPictures.png, 'image/png')
  const fields = { ...toPaperFields(file), name: '현장 사진' }
  const created = await makeRecord(staff, 'address-papers', fields)
  await sendFile(staff, file)
  await sweepContents(createDepsAfter(400))
  expect(await isThere(file.contentId)).toBe(true)
  const { path } = getBook('address-papers')
  await staff.inject({ method: 'DELETE', url: path, payload: { id: created['id'] } })
  await sweepContents(createDepsAfter(401))
  await sweepContents(createDepsAfter(430))
  expect(await isThere(file.contentId)).toBe(true)
  const movedPaper = { ...fields, id: created['id'], address_id: created['address_id'] }
  const back = await staff.inject({ method: 'POST', url: path, payload: { ...movedPaper, paper_kind: 'photo' } })
  expect(back.statusCode).toBe(201)
  await sweepContents(createDepsAfter(500))
  expect(await isThere(file.contentId)).toBe(true)
  await staff.inject({ method: 'DELETE', url: path, payload: { id: created['id'] } })
  await sweepContents(createDepsAfter(501))
  await sweepContents(createDepsAfter(532))
  expect(await isThere(file.contentId)).toBe(false)
})

test.each(books)('refuses the file of a paper of $whole for any other paper of any book', async ({ name }) => {
  const file = generatePdfPaper()
  await makeRecord(staff, name, toPaperFields(file))
  for (const other of books) {
    const full = getBook(other.name).fields[0]?.key ?? ''
    const place = await makeRecord(staff, other.name, toPaperFields(generatePdfPaper()))
    const payload = { ...toPaperFields(file), id: newId(), name: '별명', paper_kind: 'contract', [full]: place[full] }
    const response = await staff.inject({ method: 'POST', url: getBook(other.name).path, payload })
    expect([other.name, response.statusCode]).toEqual([other.name, 422])
    const alias = server.ownerDb
      .updateTable(tableByCollection[other.name])
      .set({ content_id: file.contentId })
      .where('id', '=', String(place['id']))
    await expect(alias.execute()).rejects.toThrow(/duplicate key|belongs to another paper/)
  }
})

test('lets the paper decide what its file is, regardless of who declared it first', async () => {
  const file = generatePdfPaper()
  const other = { ...generatePdfPaper(1000, { seed: 2 }), contentId: file.contentId }
  // Another file was declared under this id before the paper came; it is replaced.
  expect((await declareFile(staff, other)).statusCode).toBe(200)
  await makeRecord(staff, 'case-papers', toPaperFields(file))
  const refused = await declareFile(staff, other)
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { message: '서류에 적힌 파일과 다른 파일입니다.' }])
  expect(await sendFile(staff, file)).toMatchObject({ is_whole: true })
})

test('does not change a complete file while no paper refers to it', async () => {
  const file = generatePdfPaper()
  await sendFile(staff, file)
  expect(
    (await declareFile(staff, { ...generatePdfPaper(1000, { seed: 2 }), contentId: file.contentId })).statusCode,
  ).toBe(409)
})
