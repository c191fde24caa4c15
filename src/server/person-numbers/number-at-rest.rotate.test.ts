import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOfficeKey, openOfficeKeys } from '#server/keys/office-keys.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { countByKey, findPersonNumber, readPersonNumbers, rotatePersonNumbers } from './number-at-rest.ts'

const path = join(createTempFolder(), 'numbers.key')
const keys = openOfficeKeys(path)
let server: TestApp
let staff: SignedIn
let unit: unknown
const owners = new Map<string, string>()

beforeAll(async () => {
  server = await buildTestApp({ officeKeys: keys })
  staff = await server.signIn('staff')
  unit = (await makeRecord(staff, 'real-estate-units'))['id']
  for (let index = 0; index < 12; index += 1) await addOwner(`9001011000${String(index).padStart(3, '0')}`)
})
afterAll(() => server.close())

async function addOwner(number: string): Promise<void> {
  const { id } = await makeRecord(staff, 'unit-owners', { unit_id: unit, owner: '김가온', owner_num: number })
  owners.set(String(id), number)
}

async function readEveryNumber() {
  return await readPersonNumbers(server.db, keys, { collection: 'unit-owners', ids: [...owners.keys()] })
}

test('encrypts every number under a new key while all stay readable and searchable', async () => {
  const old = keys.newest().id
  const [outcome] = await Promise.all([rotatePersonNumbers(server.db, { path, keys }), addOwner('9001011000020')])
  expect(outcome).toMatchObject({ isResumed: false, unreadable: 0 })
  expect(keys.newest().id).not.toBe(old)
  expect(await countByKey(server.db, keys)).toEqual([{ id: keys.newest().id, count: owners.size, isKnown: true }])
  expect(await readEveryNumber()).toEqual(owners)
  expect(await findPersonNumber(server.db, keys, '9001011000020')).toHaveLength(1)
})

test('continues an interrupted rotation under the key created then', async () => {
  // As if the command died right after creating the key.
  addOfficeKey(path)
  const { id } = keys.newest()
  expect(await findPersonNumber(server.db, keys, '9001011000003')).toHaveLength(1)
  expect(await rotatePersonNumbers(server.db, { path, keys })).toEqual({
    isResumed: true,
    moved: owners.size,
    unreadable: 0,
  })
  expect(keys.newest().id).toBe(id)
  expect(await readEveryNumber()).toEqual(owners)
})

test('leaves and counts numbers whose key is lost, and reads them again when it is back', async () => {
  const others = join(createTempFolder(), 'numbers.key')
  const stranger = openOfficeKeys(others)
  expect(await readPersonNumbers(server.db, stranger, { collection: 'unit-owners', ids: [...owners.keys()] })).toEqual(
    new Map(),
  )
  expect(await rotatePersonNumbers(server.db, { path: others, keys: stranger })).toEqual({
    isResumed: false,
    moved: 0,
    unreadable: owners.size,
  })
  expect(await readEveryNumber()).toEqual(owners)
})
