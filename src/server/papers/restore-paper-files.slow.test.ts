import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildPaperContentPath, buildPaperThumbPath } from '#contract/papers/papers.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { endlessStorage } from '#server/postgres/storage.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
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
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'papers-'))
const closers: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

async function createOffice(options: Parameters<typeof buildTestApp>[0] = {}) {
  const server = await buildTestApp(options)
  closers.push(() => server.close())
  return { server, staff: await server.signIn('staff') }
}

async function downloadBytes(staff: SignedIn, { contentId }: PaperFile): Promise<Buffer> {
  return (await staff.inject({ method: 'GET', url: buildPaperContentPath(contentId) })).rawPayload
}

test('restores papers from a backup byte for byte and continues a half-sent one', { timeout: 60_000 }, async () => {
  const database = await createTestDatabase()
  await loadDemoUsers(database.db)
  closers.push(() => database.drop())
  const { staff } = await createOffice({ database })
  const files = [generatePdfPaper(700_000), toPaperFile(smallPictures.jpeg, 'image/jpeg')]
  for (const file of files) {
    await makeRecord(staff, 'case-papers', { ...toPaperFields(file), name: '계약서' })
    await sendFile(staff, file, 262_144)
  }
  const half = generatePdfPaper(900)
  await declareFile(staff, half)
  await sendPiece(staff, half, { from: 0, end: 500 })
  const file = join(folder, 'office.backup')
  await writeBackup(database.ownerUrl, { file, now: new Date() })
  const restored = await createTestDatabase({ empty: true })
  closers.push(() => restored.drop())
  await restoreBackup(restored.ownerUrl, await checkBackup({ file, key: undefined }), 'request-1')
  const after = await createOffice({ database: { ...restored, db: restored.ownerDb } })
  for (const sentFile of files) expect((await downloadBytes(after.staff, sentFile)).equals(sentFile.bytes)).toBe(true)
  expect(await sendFile(after.staff, half)).toMatchObject({ is_whole: true })
  expect(await downloadBytes(after.staff, half)).toEqual(half.bytes)
  const list = await after.staff.inject({ method: 'GET', url: '/api/mysql/realestate/paper/' })
  expect(list.json()).toMatchObject({ total_count: 2 })
})

test('reports files as unreadable after a restore without its key file, and restarts half-sent ones', async () => {
  const database = await createTestDatabase()
  await loadDemoUsers(database.db)
  closers.push(() => database.drop())
  const { staff } = await createOffice({ database })
  const full = generatePdfPaper(900, { thumb: smallPictures.jpeg.toString('base64') })
  const half = generatePdfPaper(800)
  await sendFile(staff, full)
  await declareFile(staff, half)
  await sendPiece(staff, half, { from: 0, end: 500 })
  const other = await createOffice({ database, officeKeys: openOfficeKeys(join(createTempFolder(), 'numbers.key')) })
  for (const path of [buildPaperContentPath(full.contentId), buildPaperThumbPath(full.contentId)]) {
    const closed = await other.staff.inject({ method: 'GET', url: path })
    expect([closed.statusCode, closed.json()]).toMatchObject([422, { code: 'refused' }])
  }
  const last = await sendPiece(other.staff, half, { from: 500 })
  expect([last.statusCode, last.json()]).toMatchObject([422, { code: 'digest_mismatch' }])
  await sendFile(other.staff, half)
  expect(await downloadBytes(other.staff, half)).toEqual(half.bytes)
})

test('neither starts nor continues a file while the disk is full, and continues afterwards', async () => {
  let isFull = false
  const { staff } = await createOffice({ storage: { ...endlessStorage, isFull: () => isFull } })
  const file = generatePdfPaper(900)
  await declareFile(staff, file)
  await sendPiece(staff, file, { from: 0, end: 500 })
  isFull = true
  expect((await declareFile(staff, file)).statusCode).toBe(507)
  expect((await sendPiece(staff, file, { from: 500 })).statusCode).toBe(507)
  isFull = false
  expect(await sendFile(staff, file)).toMatchObject({ is_whole: true })
  expect(await downloadBytes(staff, file)).toEqual(file.bytes)
})
