import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedHeaderSchema, trailSignedPath } from '#contract/trail/trail-chain.ts'
import { newId } from '#server/new-id.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { linkTrail } from '../chain/link-rows.ts'
import { openTrailKey } from './trail-key.ts'
import { verifySignedFile } from './verify-signed.ts'

let server: TestApp
let superuser: SignedIn
const file = join(createTempFolder(), 'signed.jsonl')
let text: string
let disposition: string
beforeAll(async () => {
  server = await buildTestApp()
  superuser = await server.signIn('superuser')
  const write = (name: string, subject: string) =>
    writeTrail(server.db, {
      user: { id: newId(), name },
      ipAddress: '10.0.0.1',
      act: 'read',
      subject,
      detail: { 이유: '가나다' },
    })
  for (let n = 0; n < 700; n += 1) await write(n % 2 ? '서명인' : '다른이', `대상 ${n}`)
  await linkTrail(server.db, { isPatient: true })
  await write('서명인', '늦은 대상')
  await write('서명인', '900101-1000002 홍길동')
  const response = await superuser.inject({ url: trailSignedPath, query: { name: '서명인' } })
  disposition = String(response.headers['content-disposition'])
  text = response.body
  writeFileSync(file, text)
})
afterAll(() => server.close())

const verify = async (changed: string) => {
  const path = join(createTempFolder(), 'changed.jsonl')
  writeFileSync(path, changed)
  return await verifySignedFile(path)
}
const readLines = () => text.split('\n').slice(0, -1)

test('holds all that is needed to verify it: rows, links, who exported them, and the signature', async () => {
  expect(disposition).toMatch(/filename="audit_\d{4}-\d\d-\d\d_signed.jsonl"/)
  const verdict = await verifySignedFile(file)
  const { fingerprint } = openTrailKey(server.deps.config.trailKeyFile)
  expect(verdict).toMatchObject({ isValid: true, rows: 352, masked: 1, fingerprint })
  const header = signedHeaderSchema.parse(JSON.parse(readLines()[0] ?? ''))
  expect(header).toMatchObject({ exported_by: '한온결', question: { name: '서명인' }, fingerprint })
  expect(text).not.toContain('900101-1000002')
  expect(text).not.toContain('다른이')
  expect(header.how_to_check).not.toContain('undefined')
})

test('is logged as a signed export', async () => {
  const row = await server.db
    .selectFrom('audit')
    .select(['act', 'collection', 'detail'])
    .where('act', '=', 'export')
    .executeTakeFirst()
  const detail = { name: '서명인', signed: true, reason: null, is_masked: true }
  expect(row).toEqual({ act: 'export', collection: 'audit', detail })
})

test.each([
  ['a changed character of a row', () => text.replace('대상 351', '대상 352'), /기록의 내용이 바뀌었습니다/],
  ['a missing row', () => readLines().toSpliced(5, 1).join('\n').concat('\n'), /서명한 뒤에 바뀌었습니다/],
  [
    'a changed header',
    () => text.replace('"exported_by":"한온결"', '"exported_by":"김가온"'),
    /서명한 뒤에 바뀌었습니다/,
  ],
  ['a truncated file', () => text.slice(0, text.length / 2), /읽을 수 없습니다|서명이 없습니다/],
  ['a missing last line', () => readLines().slice(0, -1).join('\n').concat('\n'), /서명이 없습니다/],
  [
    'a changed hash in a link',
    () => text.replace(/"rows_hash":"../, '"rows_hash":"zz'),
    /연결 1의 내용이 바뀌었습니다/,
  ],
  ['another signature', () => text.replace(/"signature":"..../, '"signature":"AAAA'), /서명이 맞지 않습니다/],
  ['another file', () => readFileSync(import.meta.filename, 'utf8'), /읽을 수 없습니다/],
  ['nothing', () => '', /읽을 수 없습니다/],
])('rejects a changed file: %s', async (_case, changed, why) => {
  expect(await verify(changed())).toEqual({ isValid: false, reason: expect.stringMatching(why) })
})
