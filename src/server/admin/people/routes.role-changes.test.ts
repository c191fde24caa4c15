import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantsSchema, peoplePath, personDevicesSchema } from '#contract/people/people.ts'
import { newId } from '#server/new-id.ts'
import { insertPerson, readRecordTrail } from '#tests/support/people/insert-person.ts'
import { buildTestApp, type SignedIn, type TestAccount } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp({ now: () => new Date('2026-11-24T01:00:00Z') })
afterAll(server.close)
let superuser: SignedIn
beforeAll(async () => {
  superuser = await server.signIn('superuser')
})

const put = (path: string, payload: object, person = superuser) =>
  person.inject({ method: 'PUT', url: `${peoplePath}/${path}`, payload })
const get = (path: string, person = superuser) => person.inject({ url: `${peoplePath}/${path}` })

describe('roles', () => {
  const changeRole = (id: string, to: string, person = superuser) => put(`${id}/role`, { role: to }, person)

  test('records every role that is granted or revoked in the history', async () => {
    const id = await insertPerson(server.db, 'member')
    for (const to of ['staff', 'superuser', 'member']) expect((await changeRole(id, to)).json().role).toBe(to)
    const { grants } = grantsSchema.parse((await get(`${id}/grants`)).json())
    expect(grants.map(({ by, before, after }) => [by, before.role, after?.role])).toEqual([
      ['한온결', 'superuser', 'member'],
      ['한온결', 'staff', 'superuser'],
      ['한온결', 'member', 'staff'],
    ])
  })

  test('ends the sessions of a user who lost a role and keeps those of a user who gained one', async () => {
    const staff = await server.signIn('staff')
    await changeRole(staff.user.id, 'superuser')
    expect((await get('', staff)).statusCode).toBe(200)
    await changeRole(staff.user.id, 'staff')
    expect((await staff.inject({ url: '/api/staff/leave/' })).statusCode).toBe(401)
  })

  test('keeps the last superuser and refuses to block them', async () => {
    const response = await changeRole(superuser.user.id, 'staff')
    expect([response.statusCode, response.json().message]).toEqual([
      422,
      '마지막 최고관리자입니다. 다른 사람을 먼저 최고관리자로 지정해 주세요.',
    ])
    const blocked = await put(`${superuser.user.id}/block`, { is_blocked: true })
    expect([blocked.statusCode, blocked.json().message]).toEqual([422, '본인 계정은 차단할 수 없습니다.'])
  })

  test('does not count a superuser who cannot sign in here as another superuser', async () => {
    const id = await insertPerson(server.db, 'superuser', { provider: 'kakao' })
    expect((await changeRole(superuser.user.id, 'staff')).statusCode).toBe(422)
    await changeRole(id, 'member')
  })

  test('leaves one superuser when two revoke each other at the same time', async () => {
    const other = await server.signIn('staff')
    await changeRole(other.user.id, 'superuser')
    const responses = await Promise.all([
      changeRole(other.user.id, 'staff', superuser),
      changeRole(superuser.user.id, 'staff', other),
    ])
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const superusers = await server.db.selectFrom('app_user').select('id').where('is_superuser', '=', true).execute()
    expect(superusers).toHaveLength(1)
    await server.db
      .updateTable('app_user')
      .set({ is_superuser: true, is_staff: true })
      .where('id', '=', superuser.user.id)
      .execute()
    await server.db.updateTable('app_user').set({ is_superuser: false }).where('id', '=', other.user.id).execute()
    superuser = await server.signIn('superuser')
  })
})

test('signs out a blocked user, prevents sign-in, and admits them again after unblocking', async () => {
  const staff = await server.signIn('staff')
  expect((await put(`${staff.user.id}/block`, { is_blocked: true })).json().state).toBe('blocked')
  expect((await staff.inject({ url: '/api/staff/leave/' })).statusCode).toBe(401)
  await expect(server.signIn('staff')).rejects.toThrow('access_token')
  await put(`${staff.user.id}/block`, { is_blocked: false })
  expect((await server.signIn('staff')).user.id).toBe(staff.user.id)
  const { grants } = grantsSchema.parse((await get(`${staff.user.id}/grants`)).json())
  expect(grants.slice(0, 2).map(({ after }) => after?.is_blocked)).toEqual([false, true])
})

test('gives no session to a user blocked during sign-in, in either order of the commits', async () => {
  const { id } = (await server.signIn('staff')).user
  const open = () =>
    server.db.selectFrom('session').select('id').where('user_id', '=', id).where('ended_at', 'is', null).execute()
  const block = await server.ownerDb.startTransaction().execute()
  await block.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute()
  const signedIn = server.signIn('staff').then(
    () => true,
    () => false,
  )
  await expect
    .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(server.ownerDb)).rows.length)
    .toBeGreaterThan(0)
  await block.commit().execute()
  expect(await signedIn).toBe(false)
  expect(await open()).toEqual([])

  await put(`${id}/block`, { is_blocked: false })
  await Promise.allSettled([server.signIn('staff'), put(`${id}/block`, { is_blocked: true }), server.signIn('staff')])
  expect(await open()).toEqual([])
  await put(`${id}/block`, { is_blocked: false })
})

test('shows the last contact and unsent work of a user’s devices and signs them all out at once', async () => {
  const staff = await server.signIn('staff', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36')
  const quiet = await server.signIn('staff')
  const [waiting, undone] = [newId(), newId()]
  const makeTrace = (opId: string, what: string) => ({ op_id: opId, what, at: '2026-11-24T09:00:00+09:00' })
  await staff.inject({
    method: 'POST',
    url: '/api/sync/traces',
    payload: {
      device_id: newId(),
      traces: [makeTrace(waiting, 'enqueued'), makeTrace(undone, 'enqueued'), makeTrace(undone, 'vanished')],
    },
  })
  const read = async () => personDevicesSchema.parse((await get(`${staff.user.id}/devices`)).json()).devices
  const devices = await read()
  expect(devices.map(({ unsent }) => unsent)).toEqual(expect.arrayContaining([1, null]))
  expect(devices.find(({ unsent }) => unsent === 1)?.device).toBe('Windows · Chrome')
  const ended = await superuser.inject({ method: 'DELETE', url: `${peoplePath}/${staff.user.id}/devices` })
  expect(ended.json().ended).toBeGreaterThanOrEqual(2)
  expect((await quiet.inject({ url: '/api/staff/leave/' })).statusCode).toBe(401)
  expect(await read()).toEqual([])
  // Viewing the devices also leaves a trail row.
  const trailRows = (await readRecordTrail(server.db, staff.user.id)).filter(({ act }) => act !== 'read')
  expect(trailRows.at(-1)).toMatchObject({ act: 'session_end', user_name: '한온결' })
})

describe('everything about people is restricted to superusers', () => {
  const calls: [method: 'GET' | 'PUT' | 'DELETE', path: string, payload: object | null][] = [
    ['GET', '', null],
    ['GET', 'list', null],
    ['GET', 'filter_options', null],
    ['GET', 'export_excel', null],
    ['PUT', '', { position: '과장' }],
    ['PUT', ':id/update', { position: '과장' }],
    ['PUT', ':id/role', { role: 'staff' }],
    ['PUT', ':id/block', { is_blocked: false }],
    ['GET', ':id/grants', null],
    ['GET', ':id/devices', null],
    ['DELETE', ':id/devices', null],
    ['DELETE', ':id/factor', null],
  ]

  test.each(calls)('closes %s %s to everybody else', async (method, path, payload) => {
    const id = await insertPerson(server.db)
    const request = {
      method,
      url: `${peoplePath}/${path.replace(':id', id)}`,
      ...(payload && { payload: path === '' ? { id, ...payload } : payload }),
    }
    expect((await server.app.inject(request)).statusCode).toBe(401)
    for (const account of ['member', 'staff'] satisfies TestAccount[]) {
      expect((await (await server.signIn(account)).inject(request)).statusCode).toBe(403)
    }
    expect((await superuser.inject(request)).statusCode).toBe(200)
  })

  test('lists every call', () => {
    const registered = Object.entries(server.app.swagger().paths ?? {})
      .filter(([path]) => path.startsWith(peoplePath))
      .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`))
    const known = calls.map(([method, path]) => `${method} ${peoplePath}/${path.replace(':id', '{id}')}`)
    expect(registered.toSorted()).toEqual(known.toSorted())
  })
})
