import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { toLoggedError } from './log.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

test('logs what a database error says of the table but not of the row', async () => {
  const group = { id: newId(), name: '김가온 900101-1234567' }
  await server.db.insertInto('real_estate_group').values(group).execute()
  const error: unknown = await server.db
    .insertInto('real_estate_group')
    .values({ ...group, name: null as unknown as string })
    .execute()
    .catch((caught: unknown) => caught)
  expect(error).toHaveProperty('detail')
  const logged = JSON.stringify(toLoggedError(error))
  expect(logged).not.toContain(group.id)
  expect(JSON.parse(logged)).toMatchObject({ code: '23502', table: 'real_estate_group', column: 'name' })
})

test('masks a number in the message itself and in its causes', () => {
  const cause = new Error('invalid input syntax: "900101-1234567"')
  const logged = JSON.stringify(toLoggedError(new Error('no such case: 900101-2234567', { cause })))
  expect(logged).not.toMatch(/[12]234567/)
  expect(logged).toContain('900101-1******')
})

test('is applied to every error the server logs', () => {
  const serializers: unknown = Reflect.get(server.app.log, Symbol.for('pino.serializers'))
  expect(serializers).toMatchObject({ err: toLoggedError })
})
