import { gunzipSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadResponseSchema } from '#contract/chat/calls.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { destroyOldFiles, identifyFileOwner, openChatFile } from './chat-files.ts'

let server: TestApp
let staff: SignedIn
const now = new Date('2026-11-21T03:00:00Z')

beforeAll(async () => {
  server = await buildTestApp({ now: () => now })
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const visitor = { inject: (request: Parameters<SignedIn['inject']>[0]) => server.app.inject(request) }

async function send(from: Pick<SignedIn, 'inject'>, name: string, bytes: Buffer) {
  const form = await createFormPayload({ file: [name, bytes, 'application/octet-stream'] })
  return await from.inject({ method: 'POST', url: '/api/chat/upload/', ...form })
}

async function read(from: Pick<SignedIn, 'inject'>, name: string, bytes: Buffer) {
  const response = await send(from, name, bytes)
  expect(response.statusCode, response.body).toBe(200)
  return uploadResponseSchema.parse(response.json())
}

function buildWorkbook(
  rows: readonly (readonly (string | number | null)[])[],
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Buffer {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '목록')
  return Buffer.from(XLSX.write(book, { type: 'array', bookType }) as ArrayBuffer)
}

const sheet = [
  ['이름', '주민등록번호', '계좌번호', '금액', '날짜', '비고'],
  ['홍길동', '900101-1234567', '1101234567890', 1000, '2026-11-20', null],
  ['김가온', 9_202_022_345_678, '3521234123413', 2500, '2026.11.21', null],
] as const

test.each(['xlsx', 'biff8'] as const)(
  'describes a sheet (%s) by columns, types and a preview without secrets',
  async (kind) => {
    const response = await read(visitor, kind === 'xlsx' ? '명단.xlsx' : '명단.xls', buildWorkbook(sheet, kind))
    expect(response.message).toBe(`‘${response.info.name}’ 파일을 읽었습니다. 2행 6열입니다.`)
    expect(response.info.columns.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'number', 'date', 'empty'])
    expect(response.info.preview).toEqual([
      ['홍길동', '⟦주민등록번호1⟧', '⟦계좌번호1⟧', 1000, '2026-11-20', null],
      ['김가온', '⟦주민등록번호2⟧', '⟦계좌번호2⟧', 2500, '2026-11-21', null],
    ])
    expect(response.replaced).toEqual([
      { kind: 'resident', count: 2 },
      { kind: 'account', count: 2 },
    ])
    expect(response.imports).toEqual([])
  },
)

test('a file is available to its sender in full and to nobody else, for a day', async () => {
  const { file_id: id, expires_at } = await read(staff, '명단.xlsx', buildWorkbook(sheet))
  const owner = identifyFileOwner(
    {
      user: { ...staff.user, isStaff: true, isSuperuser: false, id: staff.user.id, name: '' },
      ip: '',
    },
    server.deps.officeKeys,
  )
  const opened = await openChatFile(server.deps, { id, owner })
  expect(opened?.rows[0]).toEqual(['홍길동', '900101-1******', '1101234******', 1000, '2026-11-20', null])
  const stranger = identifyFileOwner({ user: null, ip: '127.0.0.1' }, server.deps.officeKeys)
  expect(await openChatFile(server.deps, { id, owner: stranger })).toBeNull()
  const later = new Date(expires_at)
  expect(later.getTime() - now.getTime()).toBe(24 * 3_600_000)
  expect(await openChatFile({ ...server.deps, now: () => later }, { id, owner })).toBeNull()
  expect(await destroyOldFiles(server.db, now)).toBe(0)
  expect(await destroyOldFiles(server.db, later)).toBeGreaterThan(0)
})

test('stored contents are not readable in the database', async () => {
  const { file_id: id } = await read(staff, '명단.xlsx', buildWorkbook(sheet))
  const row = await server.ownerDb.selectFrom('chat_file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(() => gunzipSync(row.content)).toThrow('incorrect header check')
  expect(row.content.toString('utf8')).not.toContain('홍길동')
})

test('keeps the ten newest files of a person', async () => {
  for (let index = 0; index < 12; index += 1) await read(visitor, '글.txt', Buffer.from(`${index}번`))
  const owner = identifyFileOwner({ user: null, ip: '127.0.0.1' }, server.deps.officeKeys)
  expect(await server.db.selectFrom('chat_file').select('id').where('owner', 'in', owner).execute()).toHaveLength(10)
})

const korean = '이름,금액\n홍길동,"1,000"\n김가온,2500'
const cp949 = Buffer.concat([
  Buffer.from('c0ccb8a72cb1ddbed70a', 'hex'),
  Buffer.from('c8abb1e6b5bf2c22312c30303022', 'hex'),
  Buffer.from('0ab1e8b0a1bfc22c32353030', 'hex'),
])
test.each([
  ['UTF-8', Buffer.from(korean)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${korean}`)],
  ['UTF-16 LE', Buffer.from(`\ufeff${korean}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`\ufeff${korean}`, 'utf16le').swap16()],
  ['UTF-16 LE without a byte order mark', Buffer.from(korean, 'utf16le')],
  ['CP949', cp949],
])('a text in %s is a table if commas split every line alike', async (_, bytes) => {
  const { info } = await read(staff, '금액.TXT', bytes)
  expect(info).toMatchObject({ type: 'text', rows: 2, columns: [{ name: '이름' }, { name: '금액', type: 'number' }] })
  expect(info.preview).toEqual([
    ['홍길동', 1000],
    ['김가온', 2500],
  ])
})

test('reads a text that is no table as lines', async () => {
  const { info } = await read(
    staff,
    '글.txt',
    Buffer.from('안녕하세요, 문의합니다.\r\n\r\n연락처는 010-2345-6789입니다.'),
  )
  expect(info).toMatchObject({ rows: 2, columns: [{ name: '내용', type: 'text' }] })
  expect(info.preview).toEqual([['안녕하세요, 문의합니다.'], ['연락처는 ⟦전화번호1⟧입니다.']])
})

test.each([
  {
    name: '그림.png',
    bytes: Buffer.from('x'),
    status: 400,
    message: '엑셀 파일(.xlsx, .xls)과 텍스트 파일(.txt)만 업로드 가능합니다.',
  },
  {
    name: '가짜.xlsx',
    bytes: Buffer.from('no zip'),
    status: 400,
    message: '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.',
  },
  {
    name: '큰.txt',
    bytes: Buffer.alloc(1_048_577, 'a'),
    status: 413,
    message: '텍스트 파일의 크기는 1MB 이하여야 합니다.',
  },
  { name: '빈.txt', bytes: Buffer.from('\n \n'), status: 422, message: '파일에 내용이 없습니다.' },
  {
    name: '그림.txt',
    bytes: Buffer.from([0xff, 0x00, 0xff, 0x80, 0x00]),
    status: 400,
    message: '글자를 읽을 수 없는 파일입니다. 텍스트 파일(.txt)로 다시 저장한 뒤 올려 주세요.',
  },
])('refuses $name', async ({ name, bytes, status, message }) => {
  const response = await send(staff, name, bytes)
  expect([response.statusCode, response.json().message]).toEqual([status, message])
})

test('staff see which imports fit the columns, visitors do not', async () => {
  const { rawPayload } = await staff.inject({ url: '/api/deposition/manager/export_excel' })
  const { imports } = await read(staff, '관리자.xlsx', rawPayload)
  expect(imports[0]).toMatchObject({ collection: 'managers', href: expect.stringMatching(/^\/[a-z]/) })
  expect((await read(visitor, '관리자.xlsx', rawPayload)).imports).toEqual([])
})
