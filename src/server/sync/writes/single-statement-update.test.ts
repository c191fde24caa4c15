import { afterAll, beforeAll, expect, test } from 'vitest'
import { writableCardUsageBook } from '#server/card-usage/books.ts'
import { writableDepositCaseBook } from '#server/deposit-cases/list-deposit-cases.ts'
import { writableQuickDeliveryBook } from '#server/quick-delivery/books.ts'
import { writableRealEstateBook } from '#server/real-estate/writable-books.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

async function findOwners(search: string): Promise<string[]> {
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/', query: { search } })
  return response.json<{ results: { id: string }[] }>().results.map(({ id }) => id)
}

test('search finds an edited entry by its current content, after an edit of any field', async () => {
  const { id } = await makeCase(staff, await makeGroup(staff), { owner: '한누리', owner_address: '별빛로 7' })
  const edit = (changes: object) =>
    staff.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id, ...changes } })
  await edit({ fees: 12_340 })
  expect(await findOwners('한누리')).toEqual([id])
  await edit({ owner: '온새미', fees: 20_000 })
  expect([await findOwners('한누리'), await findOwners('온새미'), await findOwners('별빛로 7')]).toEqual([
    [],
    [id],
    [id],
  ])
  await edit({ registrated_at: '2026-03-02' })
  expect(await findOwners('온새미')).toEqual([id])
})

test.each([writableRealEstateBook, writableDepositCaseBook, writableQuickDeliveryBook, writableCardUsageBook])(
  'the derived columns of $name depend on its searched fields alone',
  (book) => {
    const record = Object.fromEntries(book.fields.map(({ key }, n) => [key, `낱말${n}`]))
    const searched = book.fields.filter((field) => 'searched' in field && field.searched).map(({ key }) => key)
    const searchedOnly = Object.fromEntries(searched.map((key) => [key, record[key]]))
    expect(book.derive(searchedOnly)).toEqual(book.derive(record))
  },
)
