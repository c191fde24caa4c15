import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { findFreePort } from '#server/postgres/free-port.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { tlsPair } from '#tests/support/servers/tls-pair.ts'

// Each test starts whole servers.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const database = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'doors-'))
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

function serve(env: Record<string, string> = {}): SpawnedServer {
  const server = spawnServer({ DATABASE_URL: database.url, DATA_DIR: folder, ...env })
  open.push(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  return server
}

const forOthers = '다른 사람도 이 서버에 접속할 수 있는 설정이므로 카카오 로그인 키(KAKAO_REST_KEY)가 필요합니다.'

describe('a server that others reach', () => {
  test.each([
    ['the public URL of the office', { PUBLIC_URL: 'https://office.example' }],
    ['a trusted proxy', { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }],
    ['a trusted proxy, and demo accounts on', { TRUST_PROXY: '127.0.0.1', LOCAL_LOGIN: 'on' }],
  ])('does not start without Kakao keys: %s', async (_case, env) => {
    const server = serve(env)
    expect(await server.ended).toBe(1)
    expect(server.output().trim().split('\n')).toEqual([expect.stringContaining(forOthers)])
  })

  test.each([
    ['announces itself and requests localhost', { host: 'localhost', adds: { 'x-forwarded-for': '203.0.113.9' } }],
    ['announces itself by Via', { host: '127.0.0.1', adds: { via: '1.1 office-proxy' } }],
    ['forwards the host of the caller', { host: 'localhost', adds: { 'x-forwarded-host': 'localhost' } }],
    ['requests the public name of the office', { host: 'office.example', adds: {} }],
  ])('gives a stranger no role without configuration, behind a proxy that %s', async (_case, way) => {
    const server = await serve().origin
    const proxy = await openPlainProxy(server, way)
    open.push(proxy.close)
    const tried = await tryEveryDoor({ url: proxy.url, server, calledAs: 'office.example' })
    expect(tried.length).toBeGreaterThan(20)
    expect(tried.filter(({ status }) => status < 400)).toEqual([])
    await expectNobodySignedIn()
  })

  test.each([
    [
      'with the headers of the office’s page in a browser',
      { origin: 'https://office.example', referer: 'https://office.example/' },
    ],
    ['with every forged header', {}],
  ])('gives a stranger no role behind a proxy that hides every trace, %s', async (_case, headers) => {
    const server = await serve().origin
    for (const host of ['kept', new URL(server).host]) {
      const proxy = await openPlainProxy(server, { host, adds: {} })
      open.push(proxy.close)
      const tried = await tryEveryDoor({ url: proxy.url, server, calledAs: 'office.example', headers })
      expect(tried.filter(({ location }) => location?.includes('code='))).toEqual([])
      expect(tried.filter(({ what, status }) => /callback|css/.test(what) && status < 400)).toEqual([])
    }
    await expectNobodySignedIn()
  })

  test('has no demo accounts with Kakao keys, for any Host of a request', async () => {
    const env = { KAKAO_REST_KEY: 'key', PUBLIC_URL: 'https://office.example', TRUST_PROXY: '127.0.0.1' }
    const port = await findFreePort()
    const origin = `http://127.0.0.1:${port}`
    const server = serve({ ...env, PORT: String(port) })
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('에서 열 수 있습니다')
    const proxy = await openPlainProxy(origin, { host: 'kept', adds: { 'x-forwarded-host': 'localhost' } })
    open.push(proxy.close)
    const attempts = await tryEveryDoor({ url: proxy.url, server: origin, calledAs: 'localhost' })
    // Only the keys and the start of the Kakao sign-in are public.
    expect(attempts.filter(({ status, what }) => status < 400 && !/get_keys|begin/.test(what))).toEqual([])
    expect(attempts.map(({ location }) => location).filter(Boolean)).toEqual([])
    await expectNobodySignedIn()
  })
})

describe('a wrong file or list', () => {
  const writeFile = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const office = { KAKAO_REST_KEY: 'key', PUBLIC_URL: 'https://office.example' }
  const tls = { TLS_CERT: writeFile('cert.pem', tlsPair.cert), TLS_KEY: writeFile('key.pem', tlsPair.key) }
  const note = writeFile('note.txt', '다음 주에')

  test.each([
    ['TRUST_PROXY', { TRUST_PROXY: '1.2.3' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/99' }],
    ['TLS_CERT', { ...tls, TLS_CERT: note }],
    ['TLS_KEY', { ...tls, TLS_KEY: note }],
    ['TLS_CERT', { ...tls, TLS_CERT: folder }],
  ])('prevents the start with one line that names %s: %o', async (name, env) => {
    const server = serve({ ...office, ...env })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toMatch(new RegExp(`^환경 변수 ${name}="[^"]+": [^\\n]+\\.$`))
  })
})

interface TriedRoute {
  what: string
  status: number
  location: string | undefined
  body: string
}

/**
 * Attempts by somebody who wants to become 최고관리자: every sign-in route, as a browser would, with
 * every forged host.
 */
async function tryEveryDoor(place: {
  url: string
  server: string
  calledAs: string
  headers?: Record<string, string>
}) {
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const tried: TriedRoute[] = []
  for (const origin of [`https://${place.calledAs}`, place.server, 'http://localhost', place.url]) {
    const back = `${origin}/oauth/callback/kakao`
    for (const host of [place.calledAs, new URL(place.server).host, new URL(origin).host]) {
      const fetchStatus = async (path: string, body?: object) => {
        const response = await send(place.url + path, { host, ...place.headers }, body)
        tried.push({ what: `${path.split('?')[0]} as ${host} for ${origin}`, ...response })
        return response
      }
      await fetchStatus('/oauth/get_keys/kakao')
      const started = await fetchStatus('/oauth/begin/kakao', { code_challenge: challenge, redirect_uri: back })
      const state = /"state":"([^"]+)"/.exec(started.body)?.[1] ?? 's'
      const query = new URLSearchParams({
        client_id: 'local',
        redirect_uri: back,
        response_type: 'code',
        state,
        account: 'superuser',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      const { location } = await fetchStatus(`/oauth/local/authorize?${query}`)
      await fetchStatus('/oauth/local/authorize.css')
      const code = URL.parse(location ?? '')?.searchParams.get('code') ?? 'x'
      await fetchStatus('/oauth/callback/kakao', { code, redirect_uri: back, state, code_verifier: verifier })
    }
  }
  return tried
}

/** `fetch` does not allow setting the Host header. */
function send(url: string, headers: Record<string, string>, body?: object): Promise<Omit<TriedRoute, 'what'>> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const request = sendRequest(url, { method, headers: { ...headers, 'content-type': 'application/json' } })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      const {
        statusCode: status = 0,
        headers: { location },
      } = response
      response.on('end', () => resolve({ status, location, body: text }))
    })
    request.on('error', reject).end(body && JSON.stringify(body))
  })
}

async function expectNobodySignedIn(): Promise<void> {
  const db = openDatabase({ url: database.url, maxConnections: 1 })
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('app_user').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('oauth_code').selectAll().execute()).toEqual([])
  await db.destroy()
}

/**
 * A small real proxy on this machine, like one in front of the server. `host`: the Host it sends to
 * the server ('kept': the caller's); `adds`: headers that it adds, as every common proxy except a
 * bare nginx does.
 */
async function openPlainProxy(
  target: string,
  { host, adds }: { host: 'kept' | string; adds: Record<string, string> },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, ...(host !== 'kept' && { host }), ...adds }
    const { hostname, port } = new URL(target)
    const { method, url: path } = incoming
    const passed = sendRequest({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
