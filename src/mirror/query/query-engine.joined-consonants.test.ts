import { afterAll, beforeAll, expect, test } from 'vitest'
import { realEstateBook, realEstateGroupBook } from '#contract/books/real-estate.ts'
import { caseBookListSchema } from '#contract/real-estate/real-estate.ts'
import type { Query } from '#contract/records/query.ts'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { packPage } from '#mirror/store/write-mirror.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { joinedByKeyboard } from '#tests/support/books/joined-by-keyboard.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createQueryEngine } from './query-engine.ts'

const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  const group = await makeGroup(staff, { name: '한마을' })
  // An accented letter: the device then stores the initials of the whole block as text.
  for (const ownerAddress of ['한길 3', '한길 Café 3']) {
    for (const [, , owner] of joinedByKeyboard)
      await makeCase(staff, group, { owner: `한${owner}`, owner_address: ownerAddress })
  }
  await makeCase(staff, await makeGroup(staff, { name: '박새마을' }), { owner: '윤미르' })
  for (const collection of ['real-estate-groups', 'real-estate'] as const) await copy(collection)
})
afterAll(() => server.close())

/** Copies like the device does. The first block has the cases without the accent. */
async function copy(collection: 'real-estate-groups' | 'real-estate', after = ''): Promise<void> {
  const from = after && `after=${after}&`
  const url = `/api/sync/${collection}/rows?${from}limit=${joinedByKeyboard.length}`
  const page = rowsPageSchema.parse((await staff.inject({ method: 'GET', url })).json())
  const block = packPage(collection, page)
  if (block) engine.collection(collection).table.addBlock(block)
  if (page.next !== null) await copy(collection, page.next)
}

async function onServer(query: Record<string, string>): Promise<string[]> {
  const url = '/api/mysql/realestate/list/'
  const response = await staff.inject({ method: 'GET', url, query: { page_size: '100', ...query } })
  const { results } = caseBookListSchema.parse(response.json())
  return results.map(({ id }) => id).toSorted()
}

function onDevice(query: Partial<Query>): string[] {
  const found = engine.evaluate('real-estate', { filters: [], search: '', sort: [], ...query })
  const { table } = engine.collection('real-estate')
  return [...found].map((slot) => table.idAt(slot)).toSorted()
}

test.each(joinedByKeyboard)('%s finds what %s finds, on the device as on the server', async (joined, parts, owner) => {
  const own = await onServer({ search: `한${owner}` })
  expect(own).toHaveLength(2)
  const apart = listSearches(parts)
  for (const [index, search] of listSearches(joined).entries()) {
    const found = await onServer({ search })
    expect(found, search).toEqual(await onServer({ search: apart[index] ?? '' }))
    expect(found, search).toEqual(expect.arrayContaining(own))
    expect(onDevice({ search }), search).toEqual(found)
  }
})

function listSearches(consonants: string): string[] {
  return [
    consonants,
    `${consonants}ㄹ`,
    `ㅎ${consonants}ㄹ`,
    `한${consonants}`,
    `${consonants}람`,
    `${consonants}라`,
    `한길 ${consonants}`,
  ]
}

test('a suggestion filter accepts joined consonants too', async () => {
  const found = await onServer({ business_section: 'ㅄㅁ' })
  expect(found).toHaveLength(1)
  expect(onDevice({ filters: [{ op: 'contains', field: 'group_id.name', text: 'ㅄㅁ' }] })).toEqual(found)
})
