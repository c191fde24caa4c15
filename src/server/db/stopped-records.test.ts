import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import { contactPath } from '#contract/books/inquiries.ts'
import { listIncomingOwnedReferences, listOwnerReferences } from '#contract/books/references.ts'
import { trimListPath } from '#contract/records/generic-resource.ts'
import { stoppedEditText } from '#domain/retention/stopped-texts.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import { tableByCollection } from '#server/schema/tables/tables.ts'
import { createSampleValue, makeRecord } from '#tests/support/books/make-record.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { createUpdateEntry, postBatch } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { findStopped, readStoppedRecords } from './stopped-records.ts'

let server: TestApp
let staff: SignedIn
let superuser: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

const stop = (...records: { collection: CollectionName; id: string }[]) =>
  stopRecords(async (method, url, payload) => (await superuser.inject({ method, url, payload })).statusCode, records)

const wholes = collectionNames.filter((name) => listIncomingOwnedReferences(name).length > 0)
const pairs = wholes.flatMap((full) =>
  listIncomingOwnedReferences(full).map(({ from, key }) => ({ parent: full, part: from, key })),
)
/** Written by the server only. */
const serverCollections: readonly CollectionName[] = ['address-extracts', 'address-changes']

async function makeIn(part: CollectionName, key: string, full: string): Promise<string> {
  if (!serverCollections.includes(part)) return String((await makeRecord(staff, part, { [key]: full }))['id'])
  const fields = getBook(part).fields.filter(({ required, key: name }) => required && name !== key)
  const columns = [key, ...fields.map((field) => field.key)].map((name) => sql.ref(name))
  const values = [full, ...fields.map(createSampleValue)].map((value) => sql`${value}`)
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(tableByCollection[part])} (id, ${sql.join(columns)}) values (gen_random_uuid(), ${sql.join(values)}) returning id
  `.execute(server.ownerDb)
  return rows[0]?.id ?? ''
}

/** All ways to write the record while bypassing the routes. */
function listWrites({ part, key }: { part: CollectionName; key: string }, id: string, full: string) {
  const table = sql.table(tableByCollection[part])
  return {
    change: sql`update ${table} set version = version + 1 where id = ${id}`,
    'move away': sql`update ${table} set ${sql.ref(key)} = ${full} where id = ${id}`,
    delete: sql`delete from ${table} where id = ${id}`,
  }
}

test('dependents have no dependents of their own, so one step finds every stopped record', () => {
  expect(pairs.filter(({ part }) => listIncomingOwnedReferences(part).length > 0)).toEqual([])
  expect(pairs.length).toBeGreaterThan(10)
})

describe.each(pairs)('$part of a stopped record of $whole', ({ parent, part, key }) => {
  test('is neither changed, moved, deleted nor added until processing resumes', async () => {
    const [stopped, other] = [await makeRecord(staff, parent), await makeRecord(staff, parent)]
    const [stoppedId, otherId] = [String(stopped['id']), String(other['id'])]
    const id = await makeIn(part, key, stoppedId)
    const free = await makeIn(part, key, otherId)
    const resume = await stop({ collection: parent, id: stoppedId })
    for (const write of Object.values(listWrites({ part, key }, id, otherId)))
      await expect(write.execute(server.db)).rejects.toThrow('processing of this record is stopped')
    await expect(
      sql`update ${sql.table(tableByCollection[part])} set ${sql.ref(key)} = ${stoppedId} where id = ${free}`.execute(
        server.db,
      ),
    ).rejects.toThrow('processing of this record is stopped')
    await expect(makeIn(part, key, stoppedId)).rejects.toThrow(/stopped|처리를 정지한 기록/)
    const reported = await readStoppedRecords(server.db, [part])
    expect(reported).toContainEqual({ collection: part, id })
    expect(reported).not.toContainEqual({ collection: part, id: free })
    expect(await findStopped(server.db, part, [id, free])).toEqual(new Set([id]))
    await resume()
    await listWrites({ part, key }, id, otherId).change.execute(server.db)
    expect(await readStoppedRecords(server.db, [part])).toEqual([])
  })
})

describe.each(pairs.filter(({ part }) => !serverCollections.includes(part)))(
  'over the routes, $part',
  ({ parent, part, key }) => {
    test('staff get a refusal with a message, a superuser may write', async () => {
      const stopped = String((await makeRecord(staff, parent))['id'])
      const id = await makeIn(part, key, stopped)
      const resume = await stop({ collection: parent, id: stopped })
      const url = getBook(part).path
      const field = getBook(part).fields.find(
        (candidate) => candidate.kind === 'text' && !candidate.isFixed && !candidate.readsAs,
      )
      const edit = { id, [field?.key ?? '']: '바꿈' }
      const tries = [
        await staff.inject({ method: 'PUT', url, payload: edit }),
        await staff.inject({ method: 'DELETE', url, payload: { id } }),
      ]
      expect(tries.map((result) => [result.statusCode, result.json().message])).toEqual([
        [422, stoppedEditText],
        [422, stoppedEditText],
      ])
      expect((await superuser.inject({ method: 'PUT', url, payload: edit })).statusCode).toBe(200)
      await resume()
    })
  },
)

test('a stopped dependent does not stop its parent, but no document can be made of the parent', async () => {
  for (const { parent, part, key } of pairs) {
    const id = String((await makeRecord(staff, parent))['id'])
    const resume = await stop({ collection: part, id: await makeIn(part, key, id) })
    expect([parent, part, await readStoppedRecords(server.db, [parent])]).toEqual([parent, part, []])
    expect([...(await findStopped(server.db, parent, [id]))]).toEqual([id])
    await resume()
  }
})

test('records of independent books belong to no other record', () => {
  expect(listOwnerReferences('real-estate')).toEqual([])
  expect(listOwnerReferences('applications')).toMatchObject([{ key: 'property_id', to: 'real-estate-units' }])
})

test('sheets omit the owners of a stopped unit and include others', async () => {
  const names = { stopped: '정지된소유', free: '남은소유' }
  const unit = String((await makeRecord(staff, 'real-estate-units'))['id'])
  await makeRecord(staff, 'unit-owners', { unit_id: unit, owner: names.stopped })
  await makeRecord(staff, 'unit-owners', { owner: names.free })
  const resume = await stop({ collection: 'real-estate-units', id: unit })
  const url = `${trimListPath(getBook('unit-owners'))}export_excel`
  const { rawPayload } = await superuser.inject({ url, query: { reason: '법원 제출' } })
  const [file] = [{ name: 'a.xlsx', bytes: new Uint8Array(rawPayload) }]
  const limits = { maxBytes: 1e7, maxRows: 100, maxColumns: 99, maxCellLength: 1000 }
  const sheet = JSON.stringify(await readWorkbook(file, limits))
  expect([sheet.includes(names.stopped), sheet.includes(names.free)]).toEqual([false, true])
  await resume()
})

describe('an edit that changes nothing is refused like any other', () => {
  const stored = { owner_name: '정지된이름', notes: '그대로' }
  const writes: Record<string, (id: string) => Promise<{ body: string }>> = {
    'one by one': (id) =>
      staff.inject({ method: 'PUT', url: getBook('deposit-cases').path, payload: { id, ...stored } }),
    'in bulk': (id) =>
      staff.inject({
        method: 'PUT',
        url: '/api/mysql/deposition/bulk_update/',
        payload: { selectedItems: [id], data: { notes: stored.notes } },
      }),
    'in a batch': (id) =>
      postBatch(staff, [createUpdateEntry({ id, ...stored }, { path: getBook('deposit-cases').path })]),
  }

  test.each(Object.entries(writes))('%s', async (_, send) => {
    const id = String((await makeRecord(staff, 'deposit-cases', stored))['id'])
    const resume = await stop({ collection: 'deposit-cases', id })
    const { body } = await send(id)
    expect(body).toContain('처리를 정지한 기록')
    expect(body).not.toContain(stored.owner_name)
    await resume()
  })
})

test('setting a stopped inquiry to its current state is refused', async () => {
  const payload = {
    name: '문의인',
    phone: '010-1234-5678',
    subject: '등기',
    message: '물음',
    consent: true,
    consented_at: '2026-11-20T01:00:00Z',
  }
  const { id } = (await server.app.inject({ method: 'POST', url: contactPath, payload })).json<{ id: string }>()
  await stop({ collection: 'inquiries', id })
  const response = await staff.inject({ method: 'PUT', url: getBook('inquiries').path, payload: { id, state: 'new' } })
  expect([response.statusCode, response.json().message]).toEqual([422, stoppedEditText])
})
