import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { rendererFile, templateFile } from '#contract/site/public-page.ts'
import { loadConfig } from '#server/config/config.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { parseHost } from './known-hosts.ts'

const distDir = mkdtempSync(join(tmpdir(), 'dist-'))
function put(path: string, text: string) {
  mkdirSync(dirname(join(distDir, path)), { recursive: true })
  writeFileSync(join(distDir, path), text)
}
put('index.html', '<!doctype html>shell')
put(
  rendererFile,
  `export async function renderPage({ origin }) { return { status: 200, html: 'page of ' + origin + '/' } }`,
)
put(templateFile, '<style></style>')

const kakao = { KAKAO_REST_KEY: 'key', LOG_LEVEL: 'silent', RATE_LIMIT: '1000000' }
const proxied = loadConfig({ ...kakao, PUBLIC_URL: 'https://office.example', TRUST_PROXY: '10.0.0.1' })
const alone = await buildTestApp({ distDir, config: { publicUrl: undefined } })
const named = await buildTestApp({ distDir, config: proxied })
afterAll(async () => {
  await alone.close()
  await named.close()
  rmSync(distDir, { recursive: true })
})

interface Visit {
  host: string
  url?: string
  /** Local address of the connection. */
  from?: string
  headers?: Record<string, string>
}

function visit(server: TestApp, { host, url = '/', from, headers }: Visit) {
  return server.app.inject({ url, headers: { ...headers, host }, ...(from && { remoteAddress: from }) })
}

/** Addresses of this machine that others can reach; there may be none. */
const here = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)

const strange = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.1.1.999',
  '2130706433',
  '0x7f.0.0.1',
  'localhost.',
  'localhost@evil.example',
  'evil.example@localhost',
  'localhost:80@evil.example',
  'localhost, evil.example',
  'localhost/evil.example',
  'localhost#evil.example',
  '%6cocalhost',
  'ⓛocalhost',
  '::1',
  '[::1',
  '[::1]evil.example',
  '[::ffff:127.0.0.1]',
  '[fe80::1%25eth0]',
  '192.168.77.77',
  'a"onerror=alert(1)"',
]

describe('without PUBLIC_URL', () => {
  test.each(['localhost', 'LOCALHOST:8080', '127.0.0.1:9', '127.8.8.8', '[::1]:8080', '[0:0:0:0:0:0:0:1]'])(
    'accepts %s as this machine',
    async (host) => {
      const response = await visit(alone, { host })
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(`page of ${new URL(`http://${host}`).origin}/`)
      expect((await visit(alone, { host, from: '::ffff:127.0.0.1' })).statusCode).toBe(200)
      expect((await visit(alone, { host, from: '::1' })).statusCode).toBe(200)
    },
  )

  test.each(strange)('refuses a request for %j with 421 and repeats the name nowhere', async (host) => {
    for (const url of ['/', '/about', '/blog', '/blog/rss.xml', '/robots.txt', '/sitemap.xml', '/sw.js', '/gone'])
      await expectRefused(alone, { host, url })
  })

  test('does not accept a loopback name from another machine', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      await expectRefused(alone, { host, from: '192.168.0.9', url: '/robots.txt' })
  })
})

describe('with PUBLIC_URL', () => {
  test.each(['office.example', 'Office.EXAMPLE', 'office.example:443', 'office.example:8080', 'localhost:8080'])(
    'serves a request for %s with links to the public origin only',
    async (host) => {
      for (const url of ['/', '/blog', '/robots.txt', '/sitemap.xml', '/blog/rss.xml']) {
        const { body, statusCode } = await visit(named, { host, url })
        expect([statusCode, body], url).toEqual([200, expect.stringContaining('https://office.example')])
        expect(body, url).not.toMatch(/localhost|:8080|:443/)
      }
    },
  )

  test.each([...strange, 'www.office.example', 'office.example.', 'office.example.evil.example'])(
    'refuses a request for %j with 421 and the right URL',
    async (host) => {
      const response = await expectRefused(named, { host, url: '/about' })
      expect(response.body).toContain('<a href="https://office.example/">')
      await expectRefused(named, { host, url: '/robots.txt', from: '192.168.0.9' })
    },
  )

  test('trusts a forwarded host from a trusted proxy only', async () => {
    const headers = { 'x-forwarded-host': 'office.example' }
    expect((await visit(named, { host: 'app:8080', from: '10.0.0.1', headers })).statusCode).toBe(200)
    await expectRefused(named, { host: 'app:8080', from: '10.0.0.2', headers })
    await expectRefused(named, { host: 'app:8080', from: '10.0.0.1' })
    const forged = { 'x-forwarded-host': 'evil.example' }
    await expectRefused(named, { host: 'office.example', from: '10.0.0.1', headers: forged })
    await expectRefused(named, { host: 'app', from: '10.0.0.1', headers: { 'x-forwarded-host': 'localhost' } })
  })

  test('sends callers of the API a problem in Korean', async () => {
    const response = await visit(named, { host: 'evil.example', url: '/oauth/get_keys/kakao' })
    expect(response.statusCode).toBe(421)
    expect(problemSchema.parse(response.json())).toEqual({
      code: 'misdirected',
      message: '이 주소로는 열리지 않는 서버입니다. https://office.example에 접속해 주세요.',
    })
    expect(
      (await named.app.inject({ method: 'POST', url: '/gone', headers: { host: 'evil.example' } })).statusCode,
    ).toBe(421)
  })

  test('serves health checks by address or without a host, and nothing else', async () => {
    for (const host of here.map((ipAddress) => `${ipAddress}:8080`)) {
      expect((await visit(named, { host, url: '/api/health', from: '10.9.9.9' })).statusCode).toBe(200)
      await expectRefused(named, { host, url: '/robots.txt', from: '10.9.9.9' })
    }
    await expectRefused(named, { host: 'evil.example', url: '/api/health' })
    await named.app.listen({ port: 0, host: '127.0.0.1' })
    const place = { ipAddress: '127.0.0.1', port: readPort(named) }
    expect(await sendRaw(place, 'GET /api/health HTTP/1.0')).toMatch(/^HTTP\/1.1 200 /)
    expect(await sendRaw(place, 'GET /robots.txt HTTP/1.0')).toMatch(/^HTTP\/1.1 421 /)
    // Two Host headers: a proxy in front may use the other one.
    const both = `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${place.port}`
    expect(await sendRaw(place, both, 'evil.example')).toMatch(/^HTTP\/1.1 400 /)
    expect(await sendRaw(place, both, `127.0.0.1:${place.port}`)).toMatch(/^HTTP\/1.1 400 /)
  })
})

test('accepts the addresses of this machine with its port when it listens on every address', async () => {
  const server = await buildTestApp({ distDir, config: { ...loadConfig(kakao), host: '0.0.0.0' } })
  const ipAddress = here[0] ?? '127.0.0.1'
  await server.app.listen({ port: 0, host: '0.0.0.0' })
  const port = readPort(server)
  const visitBy = (host: string) => sendRaw({ ipAddress, port }, 'GET / HTTP/1.1', host)
  expect(await visitBy(`${ipAddress}:${port}`)).toMatch(
    new RegExp(`^HTTP/1.1 200 [^]*page of http://${ipAddress}:${port}/`),
  )
  const foreign = [
    'evil.example',
    `192.0.2.1:${port}`,
    'office.lan',
    ...here.flatMap((other) => [`${other}:1`, other, `localhost:${port}`]),
  ]
  for (const host of foreign) expect(await visitBy(host), host).toMatch(/^HTTP\/1.1 421 /)
  expect(await sendRaw({ ipAddress, port }, 'GET / HTTP/1.0')).toMatch(/^HTTP\/1.1 421 /)
  await server.close()
})

test.each([
  ['Office.Example', { name: 'office.example', port: undefined }],
  ['office.example:8443', { name: 'office.example', port: 8443 }],
  ['[::1]:8080', { name: '::1', port: 8080 }],
  ['[0:0:0:0:0:0:0:1]', { name: '::1', port: undefined }],
  ['[::g]', null],
  ['[1:2:3]', null],
  ['office.example:', null],
  ['office.example:123456', null],
  ['user@office.example', null],
  ['office example', null],
])('reads the host %j as %o', (header, visited) => {
  expect(parseHost(header)).toEqual(visited)
})

async function expectRefused(server: TestApp, visited: Visit) {
  const response = await visit(server, visited)
  expect(response.statusCode, `${visited.host} ${visited.url}`).toBe(421)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers.location).toBeUndefined()
  expect(`${response.body}${JSON.stringify(response.headers)}`).not.toMatch(/evil|onerror|192\.168/)
  expect(response.body).toMatch(/이 주소로는 열리지 않는 서버입니다/)
  return response
}

function readPort({ app }: TestApp): number {
  const [addressInfo] = app.addresses()
  return typeof addressInfo === 'object' ? addressInfo.port : 0
}

/**
 * One hand-written request, because HTTP clients correct invalid ones, and light-my-request has no
 * local port. Returns the whole response.
 */
function sendRaw(
  { ipAddress, port }: { ipAddress: string; port: number },
  line: string,
  host?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, ipAddress, () => {
      socket.write(`${line}\r\n${host === undefined ? '' : `Host: ${host}\r\n`}Connection: close\r\n\r\n`)
    })
    socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk))
    socket.on('end', () => resolve(response)).on('error', reject)
  })
}
