import { afterAll, beforeAll, expect, test } from 'vitest'
import { mirroredCollections } from '#contract/books/collections.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'
import { extractSchema } from '#contract/registry/extract.ts'
import { loadDemoData, removeDemoData } from '#server/commands/demo-data.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'
import { makeDemoAddress } from './demo-address.ts'
import { loadDemoAddresses } from './demo.ts'

let server: TestApp
const now = new Date('2026-11-21T00:00:00Z')

beforeAll(async () => {
  server = await buildTestApp()
  await server.ownerDb.deleteFrom('app_user').execute()
  await loadDemoData(server.ownerDb, { now }, getTestOfficeKeys())
}, 120_000)
afterAll(() => server.close())

const count = async (table: 'address' | 'address_owner' | 'address_land' | 'address_extract' | 'address_change') =>
  (
    await server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('the fictional office has 1,200 addresses with owners, extracts and some open changes', async () => {
  expect(await count('address')).toBe(1200)
  expect(await count('address_owner')).toBeGreaterThan(1200)
  expect(await count('address_extract')).toBeGreaterThan(850)
  const open = await server.db
    .selectFrom('address_change')
    .select('change_kind')
    .where('decision', '=', 'open')
    .execute()
  expect(open.length).toBeGreaterThan(20)
  expect(new Set(open.map(({ change_kind }) => change_kind)).size).toBeGreaterThan(2)
})

test('deposit cases and units reference their addresses', async () => {
  const cases = await server.db
    .selectFrom('deposit_case as c')
    .innerJoin('address as a', 'a.id', 'c.address_id')
    .select([
      'c.address as text',
      'c.owner_name as owner',
      'a.jibun',
      'a.owner_name',
      'c.business_section',
      'a.project',
    ])
    .execute()
  expect(cases.length).toBeGreaterThan(300)
  expect(cases.filter(({ text, jibun }) => !text?.startsWith(jibun))).toEqual([])
  const units = await server.db
    .selectFrom('real_estate_unit')
    .select('address_id')
    .where('address_id', 'is not', null)
    .execute()
  expect(units.length).toBe(200)
})

test('every demo record passes the office’s own validation and contains no resident number', async () => {
  const books = ['addresses', 'address-owners', 'address-lands', 'address-buildings', 'address-changes'] as const
  const tables = {
    addresses: 'address',
    'address-owners': 'address_owner',
    'address-lands': 'address_land',
    'address-buildings': 'address_building',
    'address-changes': 'address_change',
  } as const
  for (const book of books) {
    const { fields } = mirroredCollections[book]
    const keys = fields.flatMap((field) => ('editable' in field || field.kind === 'secret' ? [] : [field.key]))
    const { create } = getRecordSchemas(mirroredCollections[book])
    const rows: Record<string, unknown>[] = await server.db.selectFrom(tables[book]).selectAll().execute()
    for (const row of rows) {
      const record = Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
      expect(create.safeParse(record).error, JSON.stringify(record)).toBeUndefined()
    }
  }
  for (const { content_json } of await server.db.selectFrom('address_extract').select('content_json').execute()) {
    extractSchema.parse(JSON.parse(content_json ?? ''))
    expect(findResidentNumberError(content_json ?? '')).toBeNull()
  }
})

test('a second load adds nothing; a larger office begins with the same addresses', async () => {
  expect(await loadDemoAddresses(server.ownerDb, { now })).toBe(0)
  const entry = { seed: 1, index: 37, today: '2026-11-21' }
  expect(makeDemoAddress(entry)).toEqual(makeDemoAddress(entry))
})

test('all of it can be removed', async () => {
  await removeDemoData(server.ownerDb)
  for (const table of ['address', 'address_owner', 'address_land', 'address_extract', 'address_change'] as const)
    expect(await count(table), table).toBe(0)
})
