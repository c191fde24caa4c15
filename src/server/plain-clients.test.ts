import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOf, collectionNames, referencesOf, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../tests/support/build-test-app.ts'

/** Clients of the specification know records by their fields: they make no ids and send no header of ours (decision 33). */
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const made = collectionNames.filter((name) => bookOf(name).madeBy !== 'visitor')

test.each(made)('a new record of %s needs no id', async (name) => {
  const answer = await create(name)
  expect(answer.body).toMatchObject({ version: 1 })
  expect([answer.status, typeof answer.body['id']]).toEqual([201, 'string'])
})

test.each(['real-estate', 'deposit-cases'] as const)('a fee sent alone to %s brings its VAT along', async (name) => {
  const { body } = await create(name)
  const { path } = bookOf(name)
  const changed = await staff.inject({ method: 'PUT', url: path, payload: { id: body['id'], fees: 123_456 } })
  expect(changed.json()).toMatchObject({ fees: 123_456, fees_vat: 12_346 })
  const byHand = await staff.inject({
    method: 'PUT',
    url: path,
    payload: { id: body['id'], fees: 200_000, fees_vat: 0 },
  })
  expect(byHand.json()).toMatchObject({ fees: 200_000, fees_vat: 0 })
})

async function create(name: CollectionName): Promise<{ status: number; body: Record<string, unknown> }> {
  const payload = await fieldsFor(name)
  const answer = await staff.inject({ method: 'POST', url: bookOf(name).path, payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** What must be filled in; what it refers to is made first, and belongs together where one goes through the other. */
async function fieldsFor(name: CollectionName): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  if (name === 'managers') {
    const department = await create('departments')
    Object.assign(fields, { department: department.body['id'], company: department.body['company'] })
  }
  for (const field of bookOf(name).fields.filter(({ required }) => required)) {
    const reference = referencesOf(name).find(({ key }) => key === field.key)
    fields[field.key] ??= reference ? (await create(reference.to)).body['id'] : valueFor(field)
  }
  return name === 'quick-deliveries' ? { rider: '김가온', ...fields } : fields
}

function valueFor({ kind, choices }: Field): unknown {
  if (kind === 'enum') return choices?.[0]?.value
  if (kind === 'date') return '2026-11-23'
  if (kind === 'datetime') return '2026-11-23T03:00:00+09:00'
  return kind === 'won' || kind === 'number' ? 100 : '가상'
}
