import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { listPageRecords } from '#tests/support/books/page-records.ts'
import { createPicturesWithMetadata, secrets } from '#tests/support/documents/pictures-with-metadata.ts'
import { createFormPayload, makeGrayPng, smallPictures } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

type Form = Parameters<typeof createFormPayload>[0]

async function send(method: 'POST' | 'PUT', form: Form, options: { resource?: string; opId?: string } = {}) {
  const { payload, headers } = await createFormPayload(form)
  return await staff.inject({
    method,
    url: `/api/deposition/${options.resource ?? 'company'}/`,
    payload,
    headers: { ...headers, ...(options.opId !== undefined && { 'idempotency-key': options.opId }) },
  })
}

const logo = ['logo.png', smallPictures.png, 'image/png'] as const

async function makeCompany(form: Form = {}): Promise<{ id: string; img: string | null; version: number }> {
  const result = await send('POST', { id: newId(), name: '가상도로공사', ...form })
  expect(result.statusCode).toBe(201)
  return result.json()
}

async function readPicture(id: string): Promise<unknown> {
  return await server.db.selectFrom('company').select('img').where('id', '=', id).executeTakeFirst()
}

test('creates a company with a picture that is public by its address and cannot run scripts', async () => {
  const { img } = await makeCompany({ address: '', description: ' 도로 ', img: logo })
  const response = await server.app.inject({ method: 'GET', url: String(img) })
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.equals(smallPictures.png)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
})

test('removes location and camera data from a photograph, also from ones stored earlier', async () => {
  const photo = createPicturesWithMetadata(6).jpeg
  const { img } = await makeCompany({ img: ['photo.jpg', photo, 'image/jpeg'] })
  const stored = await server.db.selectFrom('company_picture').select('bytes').execute()
  expect(stored.filter(({ bytes }) => secrets.some((secret) => bytes.includes(secret)))).toEqual([])
  const shown = await server.app.inject({ method: 'GET', url: String(img) })
  const id = 'f'.repeat(64)
  await server.db.insertInto('company_picture').values({ id, media_type: 'image/jpeg', bytes: photo }).execute()
  const old = await server.app.inject({ method: 'GET', url: String(img).replace(/[0-9a-f]{64}$/, id) })
  expect([old.statusCode, old.rawPayload.equals(shown.rawPayload)]).toEqual([200, true])
})

test('assigns an id to a form without one, for companies and departments', async () => {
  const company = await send('POST', { name: '솔빛도시개발공사' })
  expect(company.json()).toMatchObject({ name: '솔빛도시개발공사', address: null, img: null })
  const department = await send('POST', { name: '보상1부', company: company.json().id }, { resource: 'department' })
  expect(department.json()).toMatchObject({ name: '보상1부', company_name: '솔빛도시개발공사' })
})

test('sends the picture with its company to every device and into its history', async () => {
  const { id, img } = await makeCompany({ img: logo })
  const rows = await staff.inject({ method: 'GET', url: '/api/sync/companies/rows' })
  expect(listPageRecords(rowsPageSchema.parse(rows.json()))).toContainEqual(expect.objectContaining({ id, img }))
  const history = await staff.inject({ method: 'GET', url: '/api/sync/companies/history', query: { id } })
  expect(history.json().results[0].fields.img).toEqual({ old: null, new: img })
})

test('keeps the picture when a form has none or an empty one; remove_img removes it', async () => {
  const { id, img } = await makeCompany({ img: logo })
  await send('PUT', { id, name: '가상도로공사 본사' })
  await send('PUT', { id, img: ['', Buffer.alloc(0), 'application/octet-stream'] })
  expect(await readPicture(id)).toEqual({ img })
  const removed = await send('PUT', { id, remove_img: '1' })
  expect(removed.json()).toMatchObject({ img: null, name: '가상도로공사 본사' })
})

test('does not let anybody set the path of a picture by hand', async () => {
  const { id } = await makeCompany()
  const payload = { id, name: '가상도로공사', img: 'https://example.com/tracker.png' }
  await staff.inject({ method: 'PUT', url: '/api/deposition/company/', payload })
  await send('PUT', { id, img: 'https://example.com/tracker.png' })
  expect(await readPicture(id)).toEqual({ img: null })
})

test.each([
  [
    'a script named like a picture',
    ['logo.png', Buffer.from('<svg onload="alert(1)">'), 'image/png'],
    400,
    'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.',
  ],
  [
    'a picture that is too wide',
    ['logo.png', makeGrayPng(4097, 1), 'image/png'],
    422,
    '이미지의 가로와 세로는 4,096픽셀 이하여야 합니다.',
  ],
  ['more than 5 MB', ['logo.png', Buffer.alloc(5_242_881), 'image/png'], 413, '이미지는 5MB 이하만 올릴 수 있습니다.'],
] as const)('%s is refused at the field, and the company is not created', async (_name, img, status, message) => {
  const id = newId()
  const result = await send('POST', { id, name: '누리철도건설단', img })
  expect([result.statusCode, result.json().fields]).toEqual([status, { img: message }])
  expect(await readPicture(id)).toBeUndefined()
})

test('applies a form only once when it is sent twice under one key, and repeats the response', async () => {
  const form = { id: newId(), name: '가람도 해든시청', img: logo }
  const opId = newId()
  const first = await send('POST', form, { opId })
  const second = await send('POST', form, { opId })
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  const other = await send('POST', { ...form, img: ['b.jpg', smallPictures.jpeg, 'image/jpeg'] }, { opId })
  expect(other.json().code).toBe('op_reused')
})

test('gives the same logo of two companies two addresses, so that none reveals a client', async () => {
  const [company, other] = [await makeCompany({ img: logo }), await makeCompany({ img: logo })]
  expect(company.img).not.toBe(other.img)
})

test('restores the picture when a deleted company is created again', async () => {
  const { id, img } = await makeCompany({ img: logo })
  await staff.inject({ method: 'DELETE', url: '/api/deposition/company/', payload: { id } })
  const payload = { id, name: '가상도로공사' }
  const headers = { 'idempotency-key': newId() }
  const resend = () => staff.inject({ method: 'POST', url: '/api/deposition/company/', payload, headers })
  const [first, replayed] = [await resend(), await resend()]
  expect(first.json()).toMatchObject({ id, img })
  expect(replayed.json()).toEqual(first.json())
})

test('keeps a removed picture for a month for an undo, then deletes it; one in use stays', async () => {
  const stored = await makeCompany({ img: logo })
  const dropped = await makeCompany({ img: logo })
  await send('PUT', { id: dropped.id, remove_img: '1' })
  const fetchStatus = async (img: string | null) =>
    (await server.app.inject({ method: 'GET', url: String(img) })).statusCode
  await server.db.updateTable('company_picture').set({ inserted_at: '2026-01-01T00:00:00Z' }).execute()
  await makeCompany({ img: logo })
  expect([await fetchStatus(stored.img), await fetchStatus(dropped.img)]).toEqual([200, 200])
  await server.db.updateTable('change').set({ at: '2026-01-01T00:00:00Z' }).execute()
  await makeCompany({ img: logo })
  expect([await fetchStatus(stored.img), await fetchStatus(dropped.img)]).toEqual([200, 404])
})

test('explains in Korean why a broken form is refused', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await staff.inject({
    method: 'POST',
    url: '/api/deposition/company/',
    payload: '--x\r\nbroken',
    headers,
  })
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    '보낸 내용을 받지 못했습니다. 다시 시도해 주세요.',
  ])
})

test('refuses a form for a record without pictures with 415', async () => {
  const result = await send('POST', { name: '박새론' }, { resource: 'manager' })
  expect([result.statusCode, result.json().code]).toEqual([415, 'unsupported_media_type'])
})
