import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatOwners, listRegisteredOwners } from '#domain/registry/registered-owners.ts'
import { openPrinter } from '#server/documents/forms/print-forms.ts'
import { findClashes } from '#tests/support/documents/read-boxes.ts'
import { type PdfPage, readPdf } from '#tests/support/documents/read-pdf.ts'
import { createEntry, createExtract, createParty } from '#tests/support/documents/registry-extracts.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import type { RegistrySource } from '../registry-source.ts'
import { createEmbeddedSource } from './embedded-source.ts'
import { buildExtractForms } from './extract-forms.ts'

let server: TestApp
let staff: SignedIn
let source: RegistrySource
const now = new Date('2026-11-20T05:05:22Z')
const printer = openPrinter()
const signal = new AbortController().signal
const parcel = { num: '2501-2020-000777', jibun: '가람도 솔빛시 해든구 달빛동 77-1' }

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  source = createEmbeddedSource({ db: server.db, now: () => now })
  const address = await create('', { ...parcel, regi_office: '솔빛지방법원 해든등기소' })
  await create('owner/', { address_id: address, name: '金가온', num: '900101-1000002', share: '2분의 1', place: 0 })
  await create('owner/', { address_id: address, name: '이든', share: '2분의 1', place: 1 })
  await create('land/', {
    address_id: address,
    address: '가람도 솔빛시 해든구 달빛동',
    lot: '77-1',
    land_kind: '전',
    area: 1204.5,
  })
})
afterAll(async () => {
  await printer.close()
  await source.close?.()
  await server.close()
})

async function create(place: string, payload: object): Promise<string> {
  const response = await staff.inject({ method: 'POST', url: `/api/deposition/address/${place}`, payload })
  expect(response.statusCode, response.body).toBe(201)
  return response.json<{ id: string }>().id
}

test("composes an extract in its layout from the office's own records, the same every time", async () => {
  const { extract, pdf, issuedAt } = await source.issueExtract({ ...parcel, signal })
  expect(issuedAt).toEqual(now)
  expect(extract).toMatchObject({
    num: parcel.num,
    kind: 'land',
    description: { land_kind: '전', area: 1204.5 },
    rights: [],
  })
  expect(formatOwners(listRegisteredOwners(extract))).toBe('金가온 (900101-1******) 2분의 1, 이든 2분의 1')
  const { text, pages } = await readPdf(pdf)
  const textWithoutSpaces = text.replaceAll(/\s/g, '')
  for (const expected of [
    '등기사항전부증명서',
    '표제부',
    '갑구',
    '을구',
    '고유번호2501-2020-000777',
    '열람일시:2026년11월20일14시05분22초',
    '金가온900101-1******',
    '기록사항없음',
    '관할등기소솔빛지방법원해든등기소',
    '-1-',
  ])
    expect(textWithoutSpaces).toContain(expected)
  for (const page of pages) expect(page.text).toContain('시연용')
  expect(textWithoutSpaces).not.toContain('1000002')
  expect(Buffer.from((await source.issueExtract({ ...parcel, signal })).pdf).equals(Buffer.from(pdf))).toBe(true)
})

test('returns the requested one of several parcels, and none when it is not among them', async () => {
  const several = { num: '2501-2020-000779', jibun: '가람도 솔빛시 해든구 달빛동 79-2' }
  const address_id = await create('', several)
  const land = { address_id, address: '가람도 솔빛시 해든구 달빛동', land_kind: '전' }
  await create('land/', { ...land, lot: '79-1', area: 100, place: 0 })
  const readDescription = async () => (await source.issueExtract({ ...several, signal })).extract.description
  expect(await readDescription()).toMatchObject({ address: several.jibun, land_kind: '', area: null })
  await create('land/', { ...land, lot: '79-2', area: 200, place: 1 })
  expect(await readDescription()).toMatchObject({ address: several.jibun, land_kind: '전', area: 200 })
})

test('invents nothing that the office does not have', async () => {
  await expect(source.issueExtract({ num: '2501-2020-000778', jibun: '해든구 달빛동 78', signal })).rejects.toThrow(
    '사무소 기록에 이 부동산이 없습니다',
  )
})

test('lays out an extract of any length on A4 pages with a heading on each, without overlaps', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    createParty(`공유자${index}`, '60분의 1', {
      address: '가람도 솔빛시 해든구 달빛로 12길 34 '.repeat(index % 5).trim(),
    }),
  )
  const rights = Array.from({ length: 40 }, (_, index) =>
    createEntry(`${index + 1} 근저당권설정`, [createParty('해든은행')], {
      claim_amount: 12_000_000,
      is_cancelled: index % 2 === 0,
    }),
  )
  const extract = createExtract({ ownership: [createEntry('1 소유권이전', many)], rights })
  const document = { title: '등본', author: '시연용', createdAt: now.toISOString() }
  const { pages, text } = await readPdf(
    await printer.print(buildExtractForms(extract, { issuedAt: now, office: '' }), document),
  )
  expect(pages.length).toBeGreaterThan(4)
  for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
  for (const page of pages.slice(1)) expect(page.text.replaceAll(/\s/g, '')).toMatch(/【갑구】|【을구】/)
  for (const at of [0, 31, 59]) expect(text).toContain(`공유자${at}`)
  expect(text).not.toContain('별지')
  const unstruck = pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !isStrike(line, page)) }))
  expect(unstruck.flatMap(findClashes)).toEqual([])
  const strikes = pages.flatMap((page) => page.lines.filter((line) => isStrike(line, page)))
  expect(strikes.length).toBeGreaterThanOrEqual(20 * 5)
})

test('leaves no page with only the head of a part or only the closing lines', async () => {
  for (let count = 1; count <= 40; count += 1) {
    const rights = Array.from({ length: count }, (_, index) =>
      createEntry(`${index + 1} 근저당권설정`, [createParty('해든은행')]),
    )
    const document = { title: '등본', author: '시연용', createdAt: now.toISOString() }
    const forms = buildExtractForms(createExtract({ rights }), { issuedAt: now, office: '' })
    const { pages } = await readPdf(await printer.print(forms, document))
    const texts = pages.map(({ text }) => text.replaceAll(/\s/g, ''))
    for (const text of texts.slice(1)) expect(text, `${count} rights`).toMatch(/^\[토지\].*【(갑|을)구】/)
    for (const text of texts) {
      expect(text, `${count} rights`).toMatch(/권리자및기타사항(?!-\d+-|열람일시|--이하여백)/)
      expect(text.match(/【을구】/g)?.length ?? 0).toBeLessThanOrEqual(1)
    }
  }
})

/** True for a line from the start of a text through the middle of its letters. */
function isStrike({ from: [x, y] }: PdfPage['lines'][number], { pieces, height }: PdfPage): boolean {
  return pieces.some((piece) => Math.abs(piece.x - x) < 0.6 && Math.abs(height - piece.y - piece.size * 0.32 - y) < 1)
}
