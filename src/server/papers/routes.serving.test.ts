import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaperContentPath, buildPaperThumbPath } from '#contract/papers/papers.ts'
import { stoppedReadText } from '#domain/retention/stopped-texts.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { smallPictures } from '#tests/support/documents/pictures.ts'
import {
  declareFile,
  generatePdfPaper,
  type PaperFile,
  sendFile,
  sendPiece,
  toPaperFields,
  toPaperFile,
} from '#tests/support/outbox/paper-sender.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

function open({ contentId }: PaperFile, headers: Record<string, string> = {}) {
  return staff.inject({ method: 'GET', url: buildPaperContentPath(contentId), headers })
}

async function readOpenedTrail(recordId: unknown) {
  const rows = server.ownerDb.selectFrom('audit').selectAll().where('act', '=', 'read')
  return await rows.where('record_id', '=', String(recordId)).execute()
}

test('serves a file with its detected type under the paper’s title, uncached and without scripts', async () => {
  const file = generatePdfPaper(1500)
  await makeRecord(staff, 'case-papers', { ...toPaperFields(file), name: '위임장 <1/2>.PDF' })
  await sendFile(staff, file)
  const result = await open(file)
  expect(result.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '1500',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const name = encodeURIComponent('위임장 _1_2_.pdf')
  expect(result.headers['content-disposition']).toBe(
    `inline; filename="paper-${file.contentId}.pdf"; filename*=UTF-8''${name}`,
  )
})

test('distinguishes a file that has not arrived from one that does not exist', async () => {
  const file = generatePdfPaper(900)
  const notWholeProblem = {
    code: 'not_whole',
    message: expect.stringContaining('아직 전송되지 않은 파일입니다.') as unknown,
  }
  // In three stages: only its record exists; it is declared; its first piece has arrived.
  expect([(await open(file)).statusCode, (await open(file)).json()]).toMatchObject([404, notWholeProblem])
  await declareFile(staff, file)
  await sendPiece(staff, file, { from: 0, end: 300 })
  expect((await open(file)).json()).toMatchObject(notWholeProblem)
})

test('logs who opened a file or thumbnail with its paper, but no refusal', async () => {
  const thumb = smallPictures.jpeg.toString('base64')
  const file = toPaperFile(smallPictures.png, 'image/png', { thumb })
  const paper = await makeRecord(staff, 'unit-papers', { ...toPaperFields(file), name: '현관 사진' })
  await open(file)
  await sendFile(staff, file)
  await staff.inject({ method: 'HEAD', url: buildPaperContentPath(file.contentId) })
  expect(await readOpenedTrail(paper['id'])).toEqual([])
  await staff.inject({ method: 'GET', url: buildPaperThumbPath(file.contentId) })
  await open(file)
  const expectedReading = { user_name: staff.user.nickname, collection: 'unit-papers', subject: '현관 사진' }
  expect(await readOpenedTrail(paper['id'])).toMatchObject([
    { ...expectedReading, detail: { thumb: true } },
    expectedReading,
  ])
})

test('shows a paper that is stopped, or whose record is, only for an audited reason', async () => {
  const superuser = await server.signIn('superuser')
  const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
    (await superuser.inject({ method, url, payload })).statusCode
  const file = generatePdfPaper(400, { thumb: smallPictures.jpeg.toString('base64') })
  const paper = await makeRecord(staff, 'deposit-papers', toPaperFields(file))
  await sendFile(staff, file)
  for (const record of [
    { collection: 'deposit-cases', id: String(paper['case_id']) },
    { collection: 'deposit-papers', id: String(paper['id']) },
  ] as const) {
    const resume = await stopRecords(send, [record])
    for (const url of [buildPaperContentPath(file.contentId), buildPaperThumbPath(file.contentId)]) {
      const before = await readOpenedTrail(paper['id'])
      const refused = await staff.inject({ method: 'GET', url })
      expect([refused.statusCode, refused.json().message]).toEqual([422, stoppedReadText])
      expect(await readOpenedTrail(paper['id'])).toHaveLength(before.length)
      const shown = await staff.inject({ method: 'GET', url, query: { reason: '법령상 의무 이행' } })
      expect(shown.statusCode).toBe(200)
      expect((await readOpenedTrail(paper['id'])).at(-1)).toMatchObject({ detail: { reason: '법령상 의무 이행' } })
    }
    await resume()
  }
  expect((await open(file)).statusCode).toBe(200)
})

test('resumes a broken download', async () => {
  const file = generatePdfPaper(1000)
  await sendFile(staff, file, 300)
  const lastRange = await open(file, { range: 'bytes=450-' })
  expect([lastRange.statusCode, lastRange.headers['content-range']]).toEqual([206, 'bytes 450-999/1000'])
  expect(lastRange.rawPayload).toEqual(file.bytes.subarray(450))
  const middle = await open(file, { range: 'bytes=299-300' })
  expect(middle.rawPayload).toEqual(file.bytes.subarray(299, 301))
  for (const range of ['bytes=1000-', 'bytes=5-2', 'lines=1-2', 'bytes=0-1,3-4']) {
    const full = await open(file, { range })
    expect([full.statusCode, full.rawPayload]).toEqual([200, file.bytes])
  }
})

test('serves the thumbnail without camera data as soon as the file is declared', async () => {
  const file = generatePdfPaper(100, { thumb: smallPictures.jpeg.toString('base64') })
  await declareFile(staff, file)
  const url = buildPaperThumbPath(file.contentId)
  const response = await staff.inject({ method: 'GET', url })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(response.rawPayload).toEqual(smallPictures.jpeg)
  const other = { ...file.declaration, thumb: smallPictures.webp.toString('base64') }
  expect((await declareFile(staff, { ...file, declaration: other })).statusCode).toBe(200)
  expect((await staff.inject({ method: 'GET', url })).rawPayload).toEqual(smallPictures.jpeg)
  const without = generatePdfPaper(100)
  await declareFile(staff, without)
  const none = await staff.inject({ method: 'GET', url: buildPaperThumbPath(without.contentId) })
  expect(none.statusCode).toBe(404)
})
