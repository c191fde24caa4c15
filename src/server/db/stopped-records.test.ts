import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { belongingsOf, belongsTo, bookOf, collectionNames, type CollectionName } from '#contract/books/collections.ts'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'
import { makeRecord, sampleValue } from '../../../tests/support/make-record.ts'
import { stopRecords } from '../../../tests/support/stop-record.ts'
import { tableOf } from '../schema/tables/tables.ts'
import { readStoppedRecords, stoppedAmong } from './stopped-records.ts'

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

const wholes = collectionNames.filter((name) => belongingsOf(name).length > 0)
const pairs = wholes.flatMap((whole) => belongingsOf(whole).map(({ from, key }) => ({ whole, part: from, key })))
/** The server alone makes and writes them. */
const ofServer: readonly CollectionName[] = ['address-extracts', 'address-changes']

async function makeIn(part: CollectionName, key: string, whole: string): Promise<string> {
  if (!ofServer.includes(part)) return String((await makeRecord(staff, part, { [key]: whole }))['id'])
  const fields = bookOf(part).fields.filter(({ required, key: name }) => required && name !== key)
  const columns = [key, ...fields.map((field) => field.key)].map((name) => sql.ref(name))
  const values = [whole, ...fields.map(sampleValue)].map((value) => sql`${value}`)
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(tableOf[part])} (id, ${sql.join(columns)}) values (gen_random_uuid(), ${sql.join(values)}) returning id
  `.execute(server.ownerDb)
  return rows[0]?.id ?? ''
}

/** Every way of writing it that passes by the routes. */
function writesOf({ part, key }: { part: CollectionName; key: string }, id: string, whole: string) {
  const table = sql.table(tableOf[part])
  return {
    change: sql`update ${table} set version = version + 1 where id = ${id}`,
    'move away': sql`update ${table} set ${sql.ref(key)} = ${whole} where id = ${id}`,
    delete: sql`delete from ${table} where id = ${id}`,
  }
}

test('nothing belongs to what itself belongs to something: one step says who is stopped', () => {
  expect(pairs.filter(({ part }) => belongingsOf(part).length > 0)).toEqual([])
  expect(pairs.length).toBeGreaterThan(10)
})

describe.each(pairs)('$part of a stopped record of $whole', ({ whole, part, key }) => {
  test('is neither changed, moved, deleted nor added, and is told as stopped, until it is let go', async () => {
    const [stopped, other] = [await makeRecord(staff, whole), await makeRecord(staff, whole)]
    const [stoppedId, otherId] = [String(stopped['id']), String(other['id'])]
    const id = await makeIn(part, key, stoppedId)
    const free = await makeIn(part, key, otherId)
    const letGo = await stop({ collection: whole, id: stoppedId })
    for (const write of Object.values(writesOf({ part, key }, id, otherId)))
      await expect(write.execute(server.db)).rejects.toThrow('processing of this record is stopped')
    await expect(
      sql`update ${sql.table(tableOf[part])} set ${sql.ref(key)} = ${stoppedId} where id = ${free}`.execute(server.db),
    ).rejects.toThrow('processing of this record is stopped')
    await expect(makeIn(part, key, stoppedId)).rejects.toThrow(/stopped|처리를 정지한 기록/)
    const told = await readStoppedRecords(server.db, [part])
    expect(told).toContainEqual({ collection: part, id })
    expect(told).not.toContainEqual({ collection: part, id: free })
    expect(await stoppedAmong(server.db, part, [id, free])).toEqual(new Set([id]))
    await letGo()
    await writesOf({ part, key }, id, otherId).change.execute(server.db)
    expect(await readStoppedRecords(server.db, [part])).toEqual([])
  })
})

describe.each(pairs.filter(({ part }) => !ofServer.includes(part)))('over the routes, $part', ({ whole, part, key }) => {
  test('is refused in words to staff, and written by a superuser', async () => {
    const stopped = String((await makeRecord(staff, whole))['id'])
    const id = await makeIn(part, key, stopped)
    const letGo = await stop({ collection: whole, id: stopped })
    const url = bookOf(part).path
    const field = bookOf(part).fields.find((one) => one.kind === 'text' && !one.isFixed && !one.readsAs)
    const edit = { id, [field?.key ?? '']: '바꿈' }
    const tries = [
      await staff.inject({ method: 'PUT', url, payload: edit }),
      await staff.inject({ method: 'DELETE', url, payload: { id } }),
    ]
    expect(tries.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [422, stoppedEditText],
      [422, stoppedEditText],
    ])
    expect((await superuser.inject({ method: 'PUT', url, payload: edit })).statusCode).toBe(200)
    await letGo()
  })
})

test('a record whose part is stopped is itself no stopped one, and no paper is made of it', async () => {
  for (const { whole, part, key } of pairs) {
    const id = String((await makeRecord(staff, whole))['id'])
    const letGo = await stop({ collection: part, id: await makeIn(part, key, id) })
    expect([whole, part, await readStoppedRecords(server.db, [whole])]).toEqual([whole, part, []])
    expect([...(await stoppedAmong(server.db, whole, [id]))]).toEqual([id])
    await letGo()
  }
})

test('books of which every record stands by itself belong to none', () => {
  expect(belongsTo('real-estate')).toEqual([])
  expect(belongsTo('applications')).toMatchObject([{ key: 'property_id', to: 'real-estate-units' }])
})
