import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseBookExportTaskPath } from '#contract/real-estate/real-estate.ts'
import { extractFilePath } from '#contract/registry/extract.ts'
import { saveExtractFile } from '#server/addresses/extract-files.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { createDownloadFiles } from './download-files.ts'

// Two processes of one office; the second was given another key file by mistake.
let first: TestApp
let second: TestApp
let staff: readonly [own: SignedIn, other: SignedIn]

beforeAll(async () => {
  const database = await createTestDatabase()
  await loadDemoUsers(database.db)
  first = await buildTestApp({ database })
  second = await buildTestApp({ database, officeKeys: openOfficeKeys(join(createTempFolder(), 'numbers.key')) })
  staff = [await first.signIn('staff'), await second.signIn('staff')]
})
afterAll(async () => {
  await second.app.close()
  await first.close()
})

async function makeFinishedExport(): Promise<string> {
  const id = newId()
  const { db, deps } = first
  const at = new Date().toISOString()
  const task = {
    id,
    user_id: staff[0].user.id,
    kind: 'case-book-export',
    input: '{}',
    requested_at: at,
    attempt: 1,
  }
  await db.insertInto('download_task').values(task).execute()
  const bytes = Readable.from([Buffer.from('PK a workbook')])
  const fileSize = await createDownloadFiles(db, deps.officeKeys).write(
    { id, attempt: 1 },
    bytes,
    new AbortController().signal,
  )
  await db.updateTable('download_task').set({ status: 'completed', file_size: fileSize }).where('id', '=', id).execute()
  return `${caseBookExportTaskPath}/file?task_id=${id}`
}

async function issueExtract(): Promise<string> {
  const id = newId()
  const addressId = String((await makeRecord(staff[0], 'addresses'))['id'])
  const extract = { id, address_id: addressId, issued_at: '2026-11-20T01:00:00Z', source: 'demo', hash: 'a' }
  await first.db.insertInto('address_extract').values(extract).execute()
  await saveExtractFile(first.db, first.deps.officeKeys, { id, pdf: Buffer.from('%PDF-1.7 %%EOF') })
  return `${extractFilePath}?id=${id}`
}

test.each([
  ['the file of a task', makeFinishedExport],
  ['a registry extract', issueExtract],
])('another process cannot decrypt %s and says so; its own process serves it', async (_, make) => {
  const url = await make()
  const [own, other] = staff
  expect((await own.inject({ url })).statusCode).toBe(200)
  const refused = await other.inject({ url })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'refused', message: expect.stringContaining('번호 키 파일을 확인') },
  ])
})
