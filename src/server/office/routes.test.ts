import { beforeAll, expect, test } from 'vitest'
import { letterPath } from '#contract/deposit-cases/deposit-cases.ts'
import { officePath, officeStampPath } from '#contract/office/office-paths.ts'
import { officeSchema, type OfficeSettings, storedOfficeSchema } from '#contract/office/office-settings.ts'
import { ratesPath } from '#contract/rates/rates.ts'
import { newOffice } from '#domain/office/office.ts'
import { newId } from '#server/new-id.ts'
import { openLetterDesk } from '#tests/support/documents/letter-calls.ts'
import { createFormPayload, makeGrayPng, smallPictures } from '#tests/support/documents/pictures.ts'
import type { SignedIn } from '#tests/support/servers/build-test-app.ts'

const now = new Date('2026-11-23T01:00:00Z')
const { desk, calls, save } = openLetterDesk(() => now)
let superuser: SignedIn
beforeAll(async () => {
  superuser = await desk.server.signIn('superuser')
})

const visit = (url: string) => desk.server.app.inject({ url })
const read = async (person = superuser) => officeSchema.parse((await person.inject({ url: officePath })).json())

async function put(change: Partial<OfficeSettings>, person = superuser) {
  const office = storedOfficeSchema.parse(await read())
  return await person.inject({ method: 'PUT', url: officePath, payload: { ...office, ...change } })
}

async function upload(bytes: Buffer, person = superuser) {
  const { payload, headers } = await createFormPayload({ img: ['seal.png', bytes, 'image/png'] })
  return await person.inject({ method: 'POST', url: officeStampPath, payload, headers })
}

async function readNewestTrail() {
  const row = await desk.server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row ?? {}
}

test('starts a new database with the fictional office and a stamp drawn from its letters', async () => {
  const office = officeSchema.parse((await visit(officePath)).json())
  expect(office).toMatchObject(newOffice)
  expect(office.seal_strokes.length).toBeGreaterThan(4)
})

test('lets only superusers change it', async () => {
  const changed = { ...newOffice, name: '남의 사무소' }
  for (const [who, status] of [
    [desk.staff, 403],
    [await desk.server.signIn('member'), 403],
  ] as const) {
    expect((await who.inject({ method: 'PUT', url: officePath, payload: changed })).statusCode).toBe(status)
    expect((await upload(smallPictures.png, who)).statusCode).toBe(status)
  }
  expect((await desk.server.app.inject({ method: 'PUT', url: officePath, payload: changed })).statusCode).toBe(401)
  expect((await read()).name).toBe(newOffice.name)
})

test('shows changes at once, the bank account to staff only, and logs the changed fields', async () => {
  const result = await put({
    name: '새솔  법무사사무소 ',
    seal_letters: '새솔',
    telephone: '02-123-4567',
    account: '해든은행 1-2',
  })
  expect(result.statusCode, result.body).toBe(200)
  const shown = (await visit(officePath)).json()
  expect(shown).toMatchObject({ version: 2, name: '새솔 법무사사무소', telephone: '02-123-4567', account: '' })
  expect(shown.seal_strokes).not.toEqual((await put({ seal_letters: '가람' })).json().seal_strokes)
  expect((await read(desk.staff)).account).toBe('해든은행 1-2')
  expect((await visit('/blog/rss.xml')).body).toContain('<title>새솔 법무사사무소 최근 소식</title>')
  expect(await readNewestTrail()).toMatchObject({
    user_name: '한온결',
    act: 'update',
    collection: 'office',
    detail: { fields: ['seal_letters'] },
  })
})

test('refuses the second of two changes to the same version, names who was first, and loses nothing', async () => {
  const seen = storedOfficeSchema.parse(await read())
  const [response, other] = await Promise.all(
    ['먼저 법무사사무소', '나중 법무사사무소'].map((name) =>
      superuser.inject({ method: 'PUT', url: officePath, payload: { ...seen, name } }),
    ),
  )
  const [done, refused] = response?.statusCode === 200 ? [response, other] : [other, response]
  expect([done?.statusCode, refused?.statusCode]).toEqual([200, 409])
  expect(refused?.json()).toMatchObject({
    message: '한온결 님이 2026.11.23 10:00에 먼저 저장했습니다.',
    current: { version: seen.version + 1, name: done?.json().name },
  })
})

test.each([
  ['name', '   ', '사무소 이름을 입력해 주세요.'],
  ['telephone', '전화 없음', '전화번호는 02-123-4567처럼 입력해 주세요.'],
  ['email', 'office', '이메일 주소를 확인해 주세요.'],
  ['seal_letters', 'AB', '도장에 새길 한글 두 글자를 입력해 주세요.'],
  ['seal_image', 'https://evil.example/seal.png', '올린 이미지만 쓸 수 있습니다.'],
  ['address', '900101-1000006', /주민등록번호/],
] as const)('%s: %j is refused at its field', async (field, value, message) => {
  const result = await put({ [field]: value })
  expect(result.statusCode).toBe(400)
  expect(result.json().fields[field]).toMatch(message)
})

test('gives each stamp picture its own address, and letters keep theirs', async () => {
  const before = await save()
  const { url } = (await upload(makeGrayPng(120, 120))).json()
  expect(url).toMatch(new RegExp(`^${officeStampPath}[0-9a-f]{64}$`))
  expect(
    (await put({ seal_image: url, name: '인장 법무사사무소', scrivener: '박새론', fax: '02-123-4568' })).statusCode,
  ).toBe(200)
  const picture = await visit(url)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'same-origin' })
  expect(picture.headers['cache-control']).toContain('immutable')
  const letter = await save()
  const other = (await upload(makeGrayPng(60, 60))).json().url
  expect(other).not.toBe(url)
  await put({ seal_image: other, name: '다음 법무사사무소', scrivener: '이든' })
  const downloadPdf = async ({ id }: { id: string }) =>
    (await desk.staff.inject({ url: `${letterPath}${id}/pdf` })).rawPayload
  const { pages } = await calls.fetchPdf(`${letterPath}${letter.id}/pdf`)
  const text = JSON.stringify(pages)
  for (const expected of ['인장 법무사사무소', '법무사 박새론', '팩스 02-123-4568']) expect(text).toContain(expected)
  expect(text).not.toContain('다음 법무사사무소')
  expect([countPictures(await downloadPdf(letter)), countPictures(await downloadPdf(before))]).toEqual([1, 0])
  // A week later another upload deletes unused pictures and keeps those on letters.
  await desk.server.db.updateTable('office_picture').set({ inserted_at: '2026-11-01T00:00:00Z' }).execute()
  const unused = (await upload(makeGrayPng(30, 30))).json().url
  await desk.server.db.updateTable('office_picture').set({ inserted_at: '2026-11-01T00:00:00Z' }).execute()
  await upload(makeGrayPng(20, 20))
  const statuses = await Promise.all([url, other, unused].map(async (path) => (await visit(path)).statusCode))
  expect(statuses).toEqual([200, 200, 404])
})

test('refuses files that are not pictures, run scripts, cannot be printed or are too large', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await upload(svg)).json()).toMatchObject({
    code: 'unsupported_file',
    fields: { img: expect.stringContaining('PNG') },
  })
  expect((await upload(smallPictures.webp)).json()).toMatchObject({
    fields: { img: '직인은 PNG나 JPEG 이미지로 올려 주세요.' },
  })
  expect((await upload(makeGrayPng(2001, 10))).json().fields.img).toContain('2,000픽셀 이하')
  expect((await upload(Buffer.alloc(1_100_000))).json().fields.img).toBe('이미지는 1MB 이하만 올릴 수 있습니다.')
  expect((await put({ seal_image: `${officeStampPath}${'0'.repeat(64)}` })).json().fields.seal_image).toContain(
    '다시 올려 주세요',
  )
})

/** Number of images in a PDF. */
function countPictures(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
}

test('shows a price set by the office on the site at once, and the starting 보수기준 nowhere', async () => {
  const readFees = async () => officeSchema.parse((await visit(officePath)).json()).fees
  expect(await readFees()).toEqual([])
  const response = await superuser.inject({ method: 'POST', url: ratesPath, payload: ownFee })
  expect(response.statusCode, response.body).toBe(201)
  expect(await readFees()).toEqual([
    { price: 300_000_000, fee: 400_000, since: '2026-11-23' },
    { price: 500_000_000, fee: 600_000, since: '2026-11-23' },
    { price: 1_000_000_000, fee: 1_100_000, since: '2026-11-23' },
  ])
  const { id, version } = response.json()
  const removal = { method: 'DELETE', url: ratesPath, payload: { id, version } } as const
  expect((await superuser.inject(removal)).statusCode).toBe(204)
  expect(await readFees()).toEqual([])
  const later = { ...ownFee, id: newId(), effective_from: '2026-11-24' }
  expect((await superuser.inject({ method: 'POST', url: ratesPath, payload: later })).statusCode).toBe(201)
  expect(await readFees()).toEqual([])
})

test('shows examples of taxes by the statutory rates that apply, with their day', async () => {
  const { taxes } = officeSchema.parse((await visit(officePath)).json())
  expect(taxes.map(({ price, acquisition_tax: tax, education_tax: education }) => [price, tax, education])).toEqual([
    [300_000_000, 3_000_000, 300_000],
    [500_000_000, 5_000_000, 500_000],
    [1_000_000_000, 30_000_000, 3_000_000],
  ])
  expect(new Set(taxes.map(({ area, since }) => `${area} ${since}`))).toEqual(new Set(['85 2020-01-01']))
})

const ownFee = {
  id: newId(),
  kind: 'fee_standard',
  effective_from: '2026-11-23',
  note: '',
  data: {
    amounts: [
      { up_to: 300_000_000, percent: 0, base: 400_000 },
      { up_to: null, percent: 0.1, base: 400_000 },
    ],
    cancellation: 0,
    acquisition_report: 0,
    bond_purchase: 0,
    day_short: 0,
    day_long: 0,
  },
}
