import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { createdInvitationSchema, invitationsPath } from '#contract/people/invitations.ts'
import { linkedAccountsPath, linkedAccountsSchema } from '#contract/people/linked-accounts.ts'
import { problemSchema } from '#contract/problem.ts'
import { startSignInResponseSchema, tokensSchema } from '#contract/session/session.ts'
import { startFakeKia } from '#tests/support/people/kia-provider.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { exchangeKiaCode } from './kia-provider.ts'

const maker = await startFakeKia({ clientId: 'maker-id', clientSecret: 'maker-secret' })
const kia = { clientId: 'maker-id', clientSecret: 'maker-secret', host: maker.url }
const server = await buildTestApp({ config: { kia } })
const superuser = await server.signIn('superuser')
const staff = await server.signIn('staff')
afterAll(async () => {
  await server.close()
  await maker.close()
})
beforeEach(async () => {
  maker.person = { id: 'maker-1', name: '김가온', email: 'gaon@example.com' }
  maker.health = 'well'
  await server.ownerDb.deleteFrom('linked_account').execute()
})

describe('the vehicle maker’s page', () => {
  test('shows the secret nowhere, and encodes state and redirect URI in the page’s URL', async () => {
    const keys = await server.app.inject('/oauth/get_keys/kia/')
    const page = `${maker.url}/api/v1/user/oauth2/authorize`
    expect(keys.json()).toEqual({ clientId: 'maker-id', key: 'kia', authorizeUrl: page })
    const { authorizeUrl, state } = await beginSignIn()
    const { searchParams } = new URL(authorizeUrl)
    expect(authorizeUrl).toContain(encodeURIComponent(redirectUri))
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'maker-id',
      redirect_uri: redirectUri,
      state,
    })
  })

  test('redirects neither to another site nor to the callback of the other provider', async () => {
    for (const url of ['https://elsewhere.example/oauth/callback/kia', 'http://localhost/oauth/callback/kakao']) {
      const payload = { code_challenge: computeChallenge('v'.repeat(43)), redirect_uri: url }
      const response = await server.app.inject({ method: 'POST', url: '/oauth/begin/kia', payload })
      expect(response.statusCode).toBe(400)
    }
  })

  test('a server without keys responds with not_configured on every route', async () => {
    const withoutKia = await buildTestApp()
    const calls = [
      { method: 'GET', url: '/oauth/get_keys/kia/' },
      {
        method: 'POST',
        url: '/oauth/begin/kia',
        payload: { code_challenge: 'c'.repeat(43), redirect_uri: redirectUri },
      },
      { method: 'POST', url: '/oauth/callback/kia', payload: buildCallback({ state: 'x', verifier: 'v'.repeat(43) }) },
    ] as const
    for (const call of calls)
      expect((await withoutKia.app.inject(call)).json()).toMatchObject({ code: 'not_configured' })
    await withoutKia.close()
  })
})

describe('signing in', () => {
  test('an unknown account is sent to the office, waits for a superuser, and creates no user', async () => {
    const before = await server.db.selectFrom('app_user').select('id').execute()
    const result = await signIn()
    expect([result.statusCode, problemSchema.parse(result.json()).message]).toEqual([
      403,
      '아직 사용자와 연결되지 않은 기아 계정입니다. 사무소의 최고관리자에게 계정 연결을 요청해 주세요.',
    ])
    await signIn()
    const { accounts } = await list()
    expect(accounts).toMatchObject([{ name: '김가온', email: 'gaon@example.com', user_id: null, linked_at: null }])
    expect(await server.db.selectFrom('app_user').select('id').execute()).toEqual(before)
  })

  test('a linked account signs in as its user with their roles, and renews like any other session', async () => {
    await linkTo(staff.user.id)
    const tokens = tokensSchema.parse((await signIn()).json())
    expect(tokens.user_info).toMatchObject({ id: staff.user.id, is_staff: true, is_superuser: false })
    const payload = { refresh_token: tokens.refresh_token }
    const renewed = await server.app.inject({ method: 'POST', url: '/oauth/get_refresh_token/kakao/', payload })
    const headers = { authorization: `Bearer ${tokensSchema.parse(renewed.json()).access_token}` }
    expect((await server.app.inject({ url: '/api/staff/rates', headers })).statusCode).toBe(200)
  })

  test('unlinking ends the sessions begun through the account, and no others', async () => {
    const id = await linkTo(staff.user.id)
    const tokens = tokensSchema.parse((await signIn()).json())
    const deleted = await superuser.inject({ method: 'DELETE', url: linkedAccountsPath, payload: { id } })
    expect(linkedAccountsSchema.parse(deleted.json()).accounts).toEqual([])
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await server.app.inject({ url: '/api/staff/rates', headers })).statusCode).toBe(401)
    expect((await staff.inject({ url: '/api/staff/rates' })).statusCode).toBe(200)
    expect((await signIn()).statusCode).toBe(403)
  })

  test('a deactivated user cannot sign in through it', async () => {
    await linkTo(staff.user.id)
    const setActive = (isActive: boolean) =>
      server.ownerDb.updateTable('app_user').set({ is_active: isActive }).where('id', '=', staff.user.id).execute()
    await setActive(false)
    expect((await signIn()).json()).toMatchObject({ code: 'not_permitted' })
    await setActive(true)
  })

  test('never sends the maker a code without the state and secret of this browser', async () => {
    maker.requests = []
    const started = await beginSignIn()
    const strange = buildCallback({ state: started.state, verifier: 'w'.repeat(43) })
    const response = await server.app.inject({ method: 'POST', url: '/oauth/callback/kia', payload: strange })
    expect(response.statusCode).toBe(400)
    // A second try with the right secret fails too: a state works once.
    const late = buildCallback(started)
    expect((await server.app.inject({ method: 'POST', url: '/oauth/callback/kia', payload: late })).statusCode).toBe(
      400,
    )
    expect(maker.requests).toEqual([])
  })

  test('a refused code is a bad code; a failing maker has its own error', async () => {
    expect((await signIn('bad')).json()).toMatchObject({ code: 'invalid_request' })
    maker.health = 'broken'
    expect((await signIn()).json()).toMatchObject({ code: 'unavailable' })
    maker.health = 'silent'
    const exchanged = await exchangeKiaCode(kia, { code: 'good', redirectUri }, 100)
    expect(exchanged).toMatchObject({ refused: { code: 'unavailable' } })
    maker.health = 'well'
    maker.person = { name: '번호 없는 사람' }
    expect((await signIn()).json()).toMatchObject({ code: 'unavailable' })
  })
})

describe('linking', () => {
  test.each(['GET', 'PUT', 'DELETE'] as const)('%s is for superusers only', async (method) => {
    const call = { method, url: linkedAccountsPath, ...(method === 'GET' ? {} : { payload: {} }) }
    const [member, colleague] = [await server.signIn('member'), await server.signIn('staff')]
    const statuses = []
    for (const pending of [server.app.inject(call), member.inject(call), colleague.inject(call)])
      statuses.push((await pending).statusCode)
    expect(statuses).toEqual([401, 403, 403])
  })

  test('one account has one user, and one user one account', async () => {
    await linkTo(staff.user.id)
    const [first] = (await list()).accounts
    expect((await link(first?.id, superuser.user.id)).json()).toMatchObject({ code: 'refused' })
    maker.person = { id: 'maker-2', name: '박새론', email: null }
    await signIn()
    const second = (await list()).accounts.find(({ name }) => name === '박새론')
    const both = await Promise.all([link(second?.id, staff.user.id), link(second?.id, superuser.user.id)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([422, 200])
    expect((await link(server.deps.newId(), staff.user.id)).statusCode).toBe(404)
  })

  test('the trail records who linked and unlinked whom, and superusers can read it', async () => {
    const id = await linkTo(staff.user.id)
    await superuser.inject({ method: 'DELETE', url: linkedAccountsPath, payload: { id } })
    const rows = await server.ownerDb.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
    expect(rows).toMatchObject(['update', 'delete'].map((act) => ({ act, user_id: superuser.user.id })))
    const reported = { by: superuser.user.nickname, account_name: '김가온', user_name: staff.user.nickname }
    expect((await list()).history.slice(0, 2)).toMatchObject([
      { ...reported, what: 'unlinked' },
      { ...reported, what: 'linked' },
    ])
  })

  test('everybody may ask for the sign-in methods; the vehicle maker’s is listed only if configured', async () => {
    expect((await server.app.inject('/oauth/providers')).json()).toEqual({ providers: ['local', 'kia'] })
    const withoutKia = await buildTestApp()
    expect((await withoutKia.app.inject('/oauth/providers')).json()).toEqual({ providers: ['local'] })
    await withoutKia.close()
  })

  test('a linked account may accept an invitation too', async () => {
    const member = await server.signIn('member')
    await linkTo(member.user.id)
    const created = await superuser.inject({ method: 'POST', url: invitationsPath, payload: { note: '이나래' } })
    const [, token] = createdInvitationSchema.parse(created.json()).link.split('#')
    const payload = { ...buildCallback(await beginSignIn()), invitation: token }
    const response = await server.app.inject({ method: 'POST', url: '/oauth/callback/kia/', payload })
    expect(tokensSchema.parse(response.json()).user_info).toMatchObject({ id: member.user.id, is_staff: true })
    await server.ownerDb.updateTable('app_user').set({ is_staff: false }).where('id', '=', member.user.id).execute()
  })

  test('unlinked accounts are deleted after thirty days', async () => {
    await signIn()
    const long = new Date(Date.now() - 31 * dayMs).toISOString()
    await server.ownerDb.updateTable('linked_account').set({ last_seen_at: long }).execute()
    maker.person = { id: 'maker-3', name: '이든', email: null }
    await signIn()
    expect((await list()).accounts.map(({ name }) => name)).toEqual(['이든'])
  })
})

const redirectUri = 'http://localhost/oauth/callback/kia'

function computeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

async function beginSignIn() {
  const verifier = randomBytes(32).toString('base64url')
  const payload = { code_challenge: computeChallenge(verifier), redirect_uri: redirectUri }
  const response = await server.app.inject({ method: 'POST', url: '/oauth/begin/kia', payload })
  return { ...startSignInResponseSchema.parse(response.json()), verifier }
}

function buildCallback({ state, verifier }: { state: string; verifier: string }, code = 'good') {
  return { code, redirect_uri: redirectUri, state, code_verifier: verifier }
}

async function signIn(code = 'good') {
  const payload = buildCallback(await beginSignIn(), code)
  return await server.app.inject({ method: 'POST', url: '/oauth/callback/kia/', payload })
}

async function list() {
  return linkedAccountsSchema.parse((await superuser.inject({ url: linkedAccountsPath })).json())
}

async function link(id: string | undefined, userId: string) {
  return await superuser.inject({ method: 'PUT', url: linkedAccountsPath, payload: { id, user_id: userId } })
}

/** The account signs in, is refused, and a superuser links it. */
async function linkTo(userId: string): Promise<string> {
  await signIn()
  const id = (await list()).accounts[0]?.id ?? ''
  expect((await link(id, userId)).statusCode).toBe(200)
  return id
}
