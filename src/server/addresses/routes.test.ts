import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addressOptionsShape, addressStatusPath } from '#contract/addresses/address-tasks.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { revealPersonNumberPath } from '#contract/person-numbers/reveal-number.ts'
import { bulkUpdatedSchema } from '#contract/records/generic-resource.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const addressOptionsSchema = z.object(addressOptionsShape)
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

test('filter options say which project belongs to which manager and which list to which project', async () => {
  const createRecord = async (name: CollectionName, fields: object) =>
    String((await makeRecord(staff, name, { ...fields }))['id'])
  const manager = await createRecord('managers', { name: '김가온' })
  const project = await createRecord('projects', { name: '제1공구', manager })
  const title = await createRecord('titles', { name: '1차 목록', project })
  const alone = await createRecord('projects', { name: '제2공구' })
  const own = new Set([manager, project, title, alone])
  const response = await staff.inject({ method: 'GET', url: '/api/deposition/address/filter_options' })
  expect(response.statusCode).toBe(200)
  const options = addressOptionsSchema.parse(response.json())
  // The office has other records too.
  const filterOwn = (choices: { value: string }[]) => choices.filter(({ value }) => own.has(value))
  expect(filterOwn(options.business_managers)).toEqual([{ value: manager, label: '김가온' }])
  expect(filterOwn(options.business_sections)).toEqual([
    { value: project, label: '제1공구' },
    { value: alone, label: '제2공구' },
  ])
  expect(filterOwn(options.business_titles)).toEqual([{ value: title, label: '1차 목록' }])
  expect(options.manager_section_mapping[manager]).toEqual([project])
  expect(options.section_title_mapping[project]).toEqual([title])
  expect(response.json()).toMatchObject({
    status: [{ value: 'registration_case' }, { value: 'holder_change' }, { value: 'complete' }],
  })
})

test('changes the status of many addresses as one action, and skips missing ones', async () => {
  const ids = await Promise.all([1, 2].map(async () => (await makeRecord(staff, 'addresses'))['id']))
  const put = (status: string) =>
    staff.inject({ method: 'PUT', url: addressStatusPath, payload: { address_ids: [...ids, ids[0]], status } })
  expect(bulkUpdatedSchema.parse((await put('complete')).json()).updated).toBe(2)
  const rows = await server.db.selectFrom('address').select('status').where('id', 'in', ids.map(String)).execute()
  expect(rows).toEqual([{ status: 'complete' }, { status: 'complete' }])
  expect((await put('sold')).statusCode).toBe(400)
  const visitor = await server.app.inject({ method: 'PUT', url: addressStatusPath, payload: { address_ids: ids } })
  expect(visitor.statusCode).toBe(401)
})

test('shows an owner’s number only with a reason', async () => {
  const owner = await makeRecord(staff, 'address-owners', { party_kind: 'person', num: '850505-2946183' })
  expect(owner['num_masked']).toBe('850505-2******')
  const call = (collection: string, id: unknown) =>
    staff.inject({ method: 'POST', url: revealPersonNumberPath, payload: { collection, id, reason: '본인 확인' } })
  expect((await call('address-owners', owner['id'])).json()).toEqual({ number: '850505-2946183' })
  expect((await call('address-owners', newId())).statusCode).toBe(404)
  // A book without numbers.
  expect((await call('addresses', owner['address_id'])).statusCode).toBe(404)
})
