import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const distDir = mkdtempSync(join(tmpdir(), 'dist-'))
mkdirSync(join(distDir, 'assets'))
mkdirSync(join(distDir, 'about'))
const script = 'console.log("온결")'
writeFileSync(join(distDir, 'index.html'), '<!doctype html><title>shell</title>')
writeFileSync(join(distDir, 'about', 'index.html'), '<!doctype html><title>about</title>')
writeFileSync(join(distDir, 'sw.js'), script)
writeFileSync(join(distDir, 'og.png'), 'picture')
writeFileSync(join(distDir, '.built-from'), 'secret')
writeFileSync(join(distDir, 'assets', 'main-12345678.js'), script)
writeFileSync(join(distDir, 'assets', 'main-12345678.js.br'), brotliCompressSync(script))

const server = await buildTestApp({ distDir })
afterAll(async () => {
  await server.close()
  rmSync(distDir, { recursive: true })
})

test('serves the start page and every path of the app’s router with the shell', async () => {
  for (const url of [
    '/',
    '/services/real-estate',
    '/services/real-estate/',
    '/popup/real-estate/1?tab=2',
    '/oauth/callback/kakao?code=1',
  ]) {
    const response = await server.app.inject({ url, headers: { accept: 'text/html' } })
    expect(response.statusCode, url).toBe(200)
    expect(response.body, url).toContain('shell')
    expect(response.headers['cache-control'], url).toMatch(/no-cache|no-store/)
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  }
})

test('returns the app with status 404 for a path unknown to server and app', async () => {
  for (const url of ['/no/such/page', '/services/patents', '/wp-login/', '/services/real-estate/old?tab=1']) {
    const response = await server.app.inject({ url, headers: { accept: 'text/html' } })
    expect(response.statusCode, url).toBe(404)
    expect(response.body, url).toContain('shell')
    expect(response.headers['cache-control'], url).toMatch(/no-cache|no-store/)
  }
})

test('lets files with a hash in their name be cached permanently, compressed as the browser accepts', async () => {
  const uncompressed = await server.app.inject({ url: '/assets/main-12345678.js' })
  expect(uncompressed.body).toBe(script)
  expect(uncompressed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const compressed = await server.app.inject({ url: '/assets/main-12345678.js', headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-type': expect.stringContaining('javascript'),
  })
  expect(compressed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('allows only the picture of shared links on pages of other sites', async () => {
  const readPolicy = async (url: string) => (await server.app.inject(url)).headers['cross-origin-resource-policy']
  expect([await readPolicy('/og.png'), await readPolicy('/assets/main-12345678.js')]).toEqual([
    'cross-origin',
    'same-origin',
  ])
})

test('revalidates the service worker at every visit', async () => {
  const response = await server.app.inject('/sw.js')
  expect(response.headers['cache-control']).toBe('no-cache')
  const revalidated = await server.app.inject({
    url: '/sw.js',
    headers: { 'if-none-match': String(response.headers.etag) },
  })
  expect(revalidated.statusCode).toBe(304)
})

test('serves nothing outside the built app and nothing hidden in it', async () => {
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/.built-from',
    '/assets/..%5c..%5cpackage.json',
  ]) {
    const response = await server.app.inject(url)
    expect(response.body, url).not.toMatch(/secret|ongyeol-office/)
  }
})

test('never serves a page for a request for a file', async () => {
  expect((await server.app.inject('/assets/gone-87654321.js')).statusCode).toBe(404)
  const api = await server.app.inject({ url: '/api/gone', headers: { accept: 'text/html' } })
  expect(problemSchema.parse(api.json()).code).toBe('not_found')
  const posted = await server.app.inject({ method: 'POST', url: '/services/real-estate' })
  expect(posted.statusCode).toBe(404)
  expect(problemSchema.parse(posted.json()).code).toBe('not_found')
})
