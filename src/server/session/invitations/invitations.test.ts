import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import {
  acceptInvitationPath,
  createdInvitationSchema,
  invitationsPath,
  invitationsSchema,
  viewInvitationPath,
} from '#contract/people/invitations.ts'
import { grantsSchema, peoplePath } from '#contract/people/people.ts'
import { hashToken } from '#server/auth/token.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoUsers } from '../demo-users.ts'
import { createSession } from '../tokens.ts'
import { sweepInvitations } from './invitations.ts'

let clock = Date.parse('2026-11-24T01:00:00Z')
const lines: string[] = []
const database = await createTestDatabase()
await loadDemoUsers(database.db)
const server = await buildTestApp({
  database,
  now: () => new Date(clock),
  config: { logLevel: 'debug' },
  logTo: { write: (line) => void lines.push(line) },
})
afterAll(async () => {
  await server.close()
  await database.drop()
})
let superuser: SignedIn
beforeAll(async () => {
  superuser = await server.signIn('superuser')
})
beforeEach(async () => {
  await server.ownerDb.deleteFrom('rate_count').execute()
})

async function invite(note = '이나래') {
  const response = await superuser.inject({ method: 'POST', url: invitationsPath, payload: { note } })
  const { link, invitations } = createdInvitationSchema.parse(response.json())
  return { link, token: link.split('#')[1] ?? '', id: invitations[0]?.id ?? '' }
}

async function list() {
  return invitationsSchema.parse((await superuser.inject({ url: invitationsPath })).json()).invitations
}

const post = (url: string, token: string) => ({ method: 'POST', url, payload: { token } }) as const
const look = async (token: string) => (await server.app.inject(post(viewInvitationPath, token))).json()
const withdrawInvitation = (id: string) => superuser.inject({ method: 'DELETE', url: invitationsPath, payload: { id } })

/** Somebody who has signed in before and is not staff. */
async function createMember(overrides: object = {}) {
  const id = newId()
  const pair = await server.db.transaction().execute(async (trx) => {
    const person = { id, provider: 'local', provider_id: id, nickname: '이나래', username: id, ...overrides } as const
    await trx.insertInto('app_user').values(person).execute()
    const session = { id: newId(), userId: id, provider: 'local', device: '', ipAddress: '127.0.0.1' } as const
    return await createSession(trx, { ...session, now: new Date(clock) })
  })
  const headers = { authorization: `Bearer ${pair.access_token}` }
  return {
    id,
    ask: (url: string) => server.app.inject({ url, headers }),
    take: (token: string) => server.app.inject({ ...post(acceptInvitationPath, token), headers }),
    look: async (token: string) => (await server.app.inject({ ...post(viewInvitationPath, token), headers })).json(),
  }
}

const removeDemoMember = () => server.ownerDb.deleteFrom('app_user').where('provider_id', '=', 'member').execute()

describe('a link', () => {
  test('makes a first sign-in staff, and the role history names the inviter', async () => {
    const { token } = await invite()
    await removeDemoMember()
    const invited = await server.signIn('member', 'a test', token)
    expect(invited.user).toMatchObject({ is_staff: true, is_superuser: false })
    expect((await invited.inject({ url: '/api/staff/leave/' })).statusCode).toBe(200)
    const { grants } = grantsSchema.parse((await superuser.inject({ url: buildGrantsPath(invited.user.id) })).json())
    expect(grants).toMatchObject([
      { by: '한온결(초대 링크)', before: { role: 'member' }, after: { role: 'staff', is_blocked: false } },
    ])
    expect((await list())[0]).toMatchObject({ state: 'used', settled_by: invited.user.nickname })
    await removeDemoMember()
  })

  test('makes a signed-in member staff, in their current session', async () => {
    const { token } = await invite()
    const somebody = await createMember()
    expect((await somebody.ask('/api/staff/leave/')).statusCode).toBe(403)
    const taken = await somebody.take(token)
    expect([taken.statusCode, taken.json().user_info.is_staff]).toEqual([200, true])
    expect((await somebody.ask('/api/staff/leave/')).statusCode).toBe(200)
    expect(await somebody.look(token)).toMatchObject({ state: 'used', is_used_by_you: true, invited_by: '한온결' })
    expect(await look(token)).toMatchObject({ state: 'used', is_used_by_you: false })
  })

  test('works once: a second person is refused, and can still sign in without a role', async () => {
    const { token } = await invite()
    await (await createMember()).take(token)
    const second = await (await createMember()).take(token)
    expect([second.statusCode, second.json().message]).toEqual([422, '이미 사용된 초대 링크입니다.'])
    await removeDemoMember()
    expect((await server.signIn('member', 'a test', token)).user.is_staff).toBe(false)
  })

  test('used concurrently by many, makes exactly one of them staff', async () => {
    const { token } = await invite()
    const rivals = await Promise.all(Array.from({ length: 8 }, () => createMember()))
    await removeDemoMember()
    const [taken, signedIn] = await Promise.all([
      Promise.all(rivals.map((rival) => rival.take(token))),
      server.signIn('member', 'a test', token),
    ])
    const winners = taken.filter(({ statusCode }) => statusCode === 200).length + Number(signedIn.user.is_staff)
    expect(winners).toBe(1)
    const ids = [...rivals.map(({ id }) => id), signedIn.user.id]
    const staff = server.db.selectFrom('app_user').select('id').where('id', 'in', ids).where('is_staff', '=', true)
    expect(await staff.execute()).toHaveLength(1)
    await removeDemoMember()
  })

  test('expires after seven days', async () => {
    const { token } = await invite()
    const before = clock
    clock += 7 * dayMs
    superuser = await server.signIn('superuser')
    const result = await (await createMember()).take(token)
    expect([result.statusCode, result.json().message]).toEqual([422, '유효 기간이 지난 초대 링크입니다.'])
    expect(await look(token)).toMatchObject({ state: 'expired' })
    clock = before
    expect(await look(token)).toMatchObject({ state: 'open' })
  })

  test('is worthless once withdrawn, and cannot be withdrawn once used', async () => {
    const { token, id } = await invite()
    expect((await withdrawInvitation(id)).statusCode).toBe(200)
    const result = await (await createMember()).take(token)
    expect([result.statusCode, result.json().message]).toEqual([422, '철회된 초대 링크입니다.'])
    expect((await list()).find((invitation) => invitation.id === id)).toMatchObject({
      state: 'withdrawn',
      settled_by: '한온결',
    })
    expect((await withdrawInvitation(id)).json().message).toBe('이미 사용되었거나 철회된 초대 링크입니다.')
  })

  test('of a blocked or former superuser is void', async () => {
    const { token } = await invite()
    const set = (change: object) =>
      server.ownerDb.updateTable('app_user').set(change).where('id', '=', superuser.user.id).execute()
    for (const change of [{ is_superuser: false }, { is_active: false }]) {
      await set(change)
      expect((await (await createMember()).take(token)).json().message).toBe('철회된 초대 링크입니다.')
      await set({ is_superuser: true, is_active: true })
    }
    superuser = await server.signIn('superuser')
    expect(await look(token)).toMatchObject({ state: 'open' })
  })

  test('of a demo account is void where Kakao signs people in', async () => {
    const { token } = await invite()
    const kakao = { restKey: 'key', clientSecret: undefined }
    const other = await buildTestApp({ now: () => new Date(clock), database, config: { kakao, localLogin: false } })
    expect((await other.app.inject(post(viewInvitationPath, token))).json()).toMatchObject({ state: 'withdrawn' })
    await other.close()
    superuser = await server.signIn('superuser')
  })

  test('is not used up by staff', async () => {
    const { token } = await invite()
    const staff = await server.signIn('staff', 'a test', token)
    const response = await staff.inject(post(acceptInvitationPath, token))
    expect([response.statusCode, response.json().message]).toEqual([
      422,
      '이미 이 사무소의 직원입니다. 초대 링크는 사용되지 않았습니다.',
    ])
    expect(await look(token)).toMatchObject({ state: 'open' })
  })

  test('does not admit a blocked person', async () => {
    const { token } = await invite()
    const blocked = await createMember({ is_active: false })
    expect((await blocked.take(token)).statusCode).toBe(401)
    expect(await look(token)).toMatchObject({ state: 'open' })
  })

  test('is stored as a hash, shown once, and in no log line or trail row', async () => {
    const { token, link, id } = await invite('박새론')
    await (await createMember()).take(token)
    expect(link).toMatch(/^http:\/\/localhost\/invitation#ogi_[\w-]{43}$/)
    const row = server.ownerDb.selectFrom('invitation').selectAll().where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ hash: hashToken(token), note: '박새론' })
    const trail = await server.ownerDb.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
    expect(trail.map(({ act }) => act)).toEqual(['create', 'update'])
    expect(JSON.stringify([trail, await list()])).not.toContain(token)
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.join('')).not.toContain(token)
  })

  test('is deleted thirty days after its expiry', async () => {
    const { id } = await invite()
    await sweepInvitations(server.db, new Date(clock + 37 * dayMs - 1))
    expect((await list()).some((invitation) => invitation.id === id)).toBe(true)
    await sweepInvitations(server.db, new Date(clock + 37 * dayMs + 1))
    expect((await list()).some((invitation) => invitation.id === id)).toBe(false)
  })
})

describe('a stranger', () => {
  test('who guesses tokens learns nothing, appears in the trail and is rate-limited', async () => {
    const narrow = await buildTestApp({ config: { rateLimitPerMinute: 2000 } })
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const response = await narrow.app.inject(post(viewInvitationPath, `ogi_${String(n).padStart(43, '0')}`))
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
    const rows = await narrow.db.selectFrom('audit').select('act').where('act', '=', 'proof_refused').execute()
    expect(rows).toHaveLength(1)
    await narrow.close()
  })

  test.each([
    ['nothing', ''],
    ['an endless token', 'x'.repeat(201)],
  ])('who sends %s is refused', async (_case, token) => {
    expect((await server.app.inject(post(viewInvitationPath, token))).statusCode).toBe(400)
  })
})

describe('permissions', () => {
  const making = [
    ['GET', null],
    ['POST', { note: '이나래' }],
    ['DELETE', { id: newId() }],
  ] as const

  test.each(making)('%s of the list is for superusers only', async (method, payload) => {
    const call = { method, url: invitationsPath, ...(payload && { payload }) }
    const [nobody, staff] = [await createMember(), await server.signIn('staff')]
    expect((await server.app.inject(call)).statusCode).toBe(401)
    expect((await nobody.ask(invitationsPath)).statusCode).toBe(403)
    expect((await staff.inject(call)).statusCode).toBe(403)
    expect((await superuser.inject(call)).statusCode).toBe(method === 'DELETE' ? 422 : 200)
  })

  test('accepting requires a sign-in, makes members staff, and is refused to staff and superusers', async () => {
    const { token } = await invite()
    const take = post(acceptInvitationPath, token)
    expect((await server.app.inject(take)).statusCode).toBe(401)
    for (const person of [await server.signIn('staff'), superuser])
      expect((await person.inject(take)).statusCode).toBe(422)
    expect((await (await createMember()).take(token)).statusCode).toBe(200)
  })

  test('an invitation has a name of at most fifty letters', async () => {
    for (const note of ['', '  ', '가'.repeat(51)]) {
      const response = await superuser.inject({ method: 'POST', url: invitationsPath, payload: { note } })
      expect(response.statusCode).toBe(400)
    }
  })
})

function buildGrantsPath(id: string): string {
  return `${peoplePath}/${id}/grants`
}
