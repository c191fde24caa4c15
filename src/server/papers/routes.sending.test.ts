import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaperContentPath, buildPaperStatePath, paperLimits } from '#contract/papers/papers.ts'
import { problemSchema } from '#contract/problem.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { smallPictures } from '#tests/support/documents/pictures.ts'
import {
  declareFile,
  generatePdfPaper,
  type PaperFile,
  parseState,
  sendFile,
  sendPiece,
  toPaperFields,
  toPaperFile,
} from '#tests/support/outbox/paper-sender.ts'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
/** A second process on the same database. */
let second: TestApp
let staff: SignedIn
let colleague: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  const { db, ownerDb, databaseUrl: url, deps } = server
  const database = { db, ownerDb, url, ownerUrl: url, drop: async () => undefined }
  second = await buildTestApp({ database, officeKeys: deps.officeKeys })
  staff = await server.signIn('staff')
  colleague = await second.signIn('superuser')
})
afterAll(async () => {
  await second.close()
  await server.close()
})

async function downloadBytes(file: PaperFile, person: SignedIn = staff): Promise<Buffer> {
  const response = await person.inject({ method: 'GET', url: buildPaperContentPath(file.contentId) })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

async function countPieces({ contentId }: PaperFile): Promise<number> {
  const rows = server.db.selectFrom('paper_piece').select('start').where('content_id', '=', contentId)
  return (await rows.execute()).length
}

function parseProblem(result: { json(): unknown }) {
  return problemSchema.parse(result.json())
}

test('stores a file sent in pieces once its last byte has arrived and returns it byte for byte', async () => {
  const file = generatePdfPaper(1000)
  expect(parseState(await declareFile(staff, file), file)).toEqual({
    content_id: file.contentId,
    digest: file.declaration.digest,
    size: 1000,
    received: 0,
    is_whole: false,
  })
  expect(parseState(await sendPiece(staff, file, { from: 0, end: 600 }), file)).toMatchObject({ received: 600 })
  const state = parseState(await sendPiece(staff, file, { from: 600 }), file)
  expect(state).toMatchObject({ received: 1000, is_whole: true })
  expect(await downloadBytes(file)).toEqual(file.bytes)
  const stateResponse = await staff.inject({ method: 'GET', url: buildPaperStatePath(file.contentId) })
  expect(parseState(stateResponse, file)).toEqual(state)
})

test.each([
  ['JPEG', 'image/jpeg', smallPictures.jpeg],
  ['PNG', 'image/png', smallPictures.png],
  ['WebP', 'image/webp', smallPictures.webp],
] as const)('stores a picture (%s) as it was sent', async (_kind, mediaType, bytes) => {
  const file = toPaperFile(bytes, mediaType)
  expect(await sendFile(staff, file, 50)).toMatchObject({ is_whole: true })
  expect(await downloadBytes(file)).toEqual(bytes)
})

test('returns the progress for a repeated declaration, and refuses another under the same id', async () => {
  const file = generatePdfPaper(900)
  await makeRecord(staff, 'case-papers', toPaperFields(file))
  await declareFile(staff, file)
  await sendPiece(staff, file, { from: 0, end: 300 })
  expect(parseState(await declareFile(colleague, file), file)).toMatchObject({ received: 300 })
  for (const other of [{ size: 901 }, { digest: 'b'.repeat(64) }, { media_type: 'image/png' as const }]) {
    const result = await declareFile(staff, { ...file, declaration: { ...file.declaration, ...other } })
    expect([result.statusCode, parseProblem(result).code]).toEqual([422, 'refused'])
  }
  expect(await sendFile(staff, file)).toMatchObject({ is_whole: true })
  expect(parseState(await declareFile(staff, file), file)).toMatchObject({ is_whole: true })
})

test('writes nothing for a piece that is repeated because its response was lost', async () => {
  const file = generatePdfPaper(900)
  await declareFile(staff, file)
  for (let time = 0; time < 3; time += 1)
    expect(parseState(await sendPiece(staff, file, { from: 0, end: 300 }), file)).toMatchObject({ received: 300 })
  // The same for a repeat that reaches beyond the stored part; the next piece continues from there.
  expect(parseState(await sendPiece(staff, file, { from: 200 }), file)).toMatchObject({ received: 300 })
  expect(await countPieces(file)).toBe(1)
  await sendPiece(staff, file, { from: 300 })
  expect(parseState(await sendPiece(staff, file, { from: 300 }), file)).toMatchObject({ is_whole: true })
  expect(await downloadBytes(file)).toEqual(file.bytes)
})

test('refuses a piece after a gap and says where to continue', async () => {
  const file = generatePdfPaper(900)
  await declareFile(staff, file)
  await sendPiece(staff, file, { from: 0, end: 300 })
  const result = await sendPiece(staff, file, { from: 600 })
  expect([result.statusCode, parseProblem(result)]).toMatchObject([409, { code: 'conflict' }])
  expect(parseProblem(result).current).toMatchObject({ content_id: file.contentId, received: 300 })
})

test('discards a file whose bytes differ from its declaration, and accepts it again from the start', async () => {
  const file = generatePdfPaper(900)
  const broken = { ...file, bytes: Buffer.from(file.bytes).fill(0, 500, 501) }
  await declareFile(staff, file)
  await sendPiece(staff, broken, { from: 0, end: 600 })
  const result = await sendPiece(staff, broken, { from: 600 })
  expect([result.statusCode, parseProblem(result).code]).toEqual([422, 'digest_mismatch'])
  expect(parseState(await declareFile(staff, file), file)).toMatchObject({ received: 0, is_whole: false })
  expect(await countPieces(file)).toBe(0)
  await sendFile(staff, file)
  expect(await downloadBytes(file)).toEqual(file.bytes)
})

test.each([
  ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>'), '사진(JPEG, PNG, WebP)이나 PDF가 아닌'],
  ['a program', Buffer.from('MZ\u0000\u0001 this program'), '사진(JPEG, PNG, WebP)이나 PDF가 아닌'],
  ['a program with a PDF signature after a few bytes', Buffer.from('MZ%PDF-1.7\n%%EOF'), 'PDF가 아닌'],
  ['an HTML page with a PDF signature', Buffer.from('<html>%PDF-1.7 %%EOF'), 'PDF가 아닌'],
  ['a PDF without its end', Buffer.from('%PDF-1.7\n1 0 obj'), 'PDF가 아닌'],
  ['a picture of another type than declared', smallPictures.png, '실제 형식'],
])('%s is refused permanently, with any declared type', async (_case, bytes, message) => {
  const file = toPaperFile(bytes, 'image/jpeg')
  await declareFile(staff, file)
  const result = await sendPiece(staff, file, { from: 0 })
  expect([result.statusCode, parseProblem(result).code]).toEqual([422, 'refused'])
  expect(parseProblem(result).message).toContain(message)
  const state = await staff.inject({ method: 'GET', url: buildPaperStatePath(file.contentId) })
  expect(state.statusCode).toBe(404)
  expect(await countPieces(file)).toBe(0)
})

test('refuses a file over 20 MB, an empty one, one of another type and one without a digest', async () => {
  const { declaration } = generatePdfPaper()
  for (const other of [
    { size: paperLimits.contentBytes + 1 },
    { size: 0 },
    { media_type: 'image/gif' },
    { digest: 'A'.repeat(64) },
    { thumb: Buffer.alloc(paperLimits.thumbBytes + 3).toString('base64') },
    { thumb: Buffer.from('<svg/>').toString('base64') },
  ]) {
    const url = buildPaperContentPath(generatePdfPaper().contentId)
    const response = await staff.inject({ method: 'PUT', url, payload: { ...declaration, ...other } })
    expect([other, response.statusCode]).toEqual([other, 400])
  }
})

test('refuses a piece above the limit or beyond the declared end', async () => {
  const file = generatePdfPaper(paperLimits.maxPieceBytes + 2)
  await declareFile(staff, file)
  expect((await sendPiece(staff, file, { from: 0, end: paperLimits.maxPieceBytes + 1 })).statusCode).toBe(413)
  expect((await sendPiece(staff, file, { from: 0, end: paperLimits.maxPieceBytes })).statusCode).toBe(200)
  const short = generatePdfPaper(100)
  await declareFile(staff, short)
  expect((await sendPiece(staff, { ...file, contentId: short.contentId }, { from: 0, end: 101 })).statusCode).toBe(400)
})

test('accepts only raw bytes for pieces, and raw bytes nowhere else', async () => {
  const file = generatePdfPaper()
  await declareFile(staff, file)
  const url = `${buildPaperContentPath(file.contentId)}?from=0`
  expect((await staff.inject({ method: 'PATCH', url, payload: { a: 1 } })).statusCode).toBe(415)
  const headers = { 'content-type': 'application/octet-stream' }
  const other = { url: '/api/mysql/realestate/list/', headers, payload: Buffer.from('x') }
  expect((await staff.inject({ method: 'POST', ...other })).statusCode).toBe(415)
})

test('returns 404 for a piece of an undeclared file', async () => {
  expect((await sendPiece(staff, generatePdfPaper(), { from: 0 })).statusCode).toBe(404)
})

test('lets visitors and members neither send nor read, nor learn what exists', async () => {
  const file = generatePdfPaper(900)
  await sendFile(staff, file)
  const member = await server.signIn('member')
  const visitor = { inject: (request: Parameters<SignedIn['inject']>[0]) => server.app.inject(request) }
  for (const [who, status] of [
    [visitor, 401],
    [member, 403],
  ] as const) {
    const { contentId } = file
    const reads = [contentId, `${contentId}/state`, `${contentId}/thumb`, generatePdfPaper().contentId]
    const responses = [
      await declareFile(who, file),
      await sendPiece(who, file, { from: 0 }),
      ...(await Promise.all(reads.map((path) => who.inject({ method: 'GET', url: buildPaperContentPath(path) })))),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => status))
  }
})

test('stores one whole file when two devices send it through two processes at once', async () => {
  const file = generatePdfPaper(200_000)
  const sizes = [7000, 11_000, 13_000, 5000]
  await Promise.all(sizes.map((size, index) => sendFile(index % 2 === 0 ? staff : colleague, file, size)))
  expect(await downloadBytes(file, colleague)).toEqual(file.bytes)
  const { rows } = await readArrivalTrail(file)
  expect(rows).toBe(1)
})

async function readArrivalTrail({ contentId }: PaperFile) {
  const entries = await server.ownerDb
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'file_kept')
    .where('record_id', '=', contentId)
    .execute()
  return { rows: entries.length, entries }
}

test('logs the arrival of a file once, with the sender of its last piece', async () => {
  const file = generatePdfPaper(500, { seed: 9 })
  await sendFile(colleague, file)
  await sendFile(staff, file)
  const { entries } = await readArrivalTrail(file)
  expect(entries).toMatchObject([
    { user_name: colleague.user.nickname, collection: 'paper-contents', detail: toPaperFields(file) },
  ])
})

test('shows nothing of the file in the database', async () => {
  const file = generatePdfPaper(600)
  await sendFile(staff, file)
  const rows = server.db.selectFrom('paper_piece').select('bytes').where('content_id', '=', file.contentId)
  for (const { bytes } of await rows.execute()) expect(bytes.includes('%PDF')).toBe(false)
})

test.each(largeCases('accepts a file of 20 MB'))('%s', async () => {
  const bytes = Buffer.alloc(paperLimits.contentBytes, 7)
  bytes.write('%PDF-1.7', 0, 'latin1')
  bytes.write('%%EOF', bytes.length - 5, 'latin1')
  const file = toPaperFile(bytes, 'application/pdf')
  expect(await sendFile(staff, file, paperLimits.maxPieceBytes)).toMatchObject({ is_whole: true })
  expect((await downloadBytes(file)).equals(bytes)).toBe(true)
})
