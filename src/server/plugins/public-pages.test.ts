import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { prerenderedPaths } from '#contract/app-paths.ts'
import { postsPerPage } from '#contract/blog/blog-texts.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { storedOfficeSchema } from '#contract/office/office-settings.ts'
import { rendererFile, templateFile } from '#contract/site/public-page.ts'
import { newOffice } from '#domain/office/office.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

/** A fake renderer that records its input; hydration.spec.ts tests the real one. */
const renderer = `let renderCount = 0
export async function renderPage({ path, origin, data, template }) {
  renderCount += 1
  const isFound = Object.values(data).every((answer) => answer !== null) && path !== '/404'
  const html = JSON.stringify({ renderCount, path, origin, data, template })
  return { status: isFound ? 200 : 404, html: path === '/' ? html + '</head>' : html }
}`

const distDir = mkdtempSync(join(tmpdir(), 'dist-'))
function put(path: string, text: string) {
  const file = join(distDir, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
put('index.html', 'shell')
put('manifest.webmanifest', '{"name":"법무사사무소","lang":"ko"}')
put('favicon.svg', '<svg><path d="M0 0"/></svg>')
put(rendererFile, renderer)
put(templateFile, 'template <style>p{color:red}</style>')

const config = { publicUrl: 'https://office.test', siteVerification: { 'naver-site-verification': 'a1b2' } }
const database = await createTestDatabase()
await loadDemoUsers(database.ownerDb)
await markDemo(database.ownerDb)
const server = await buildTestApp({ distDir, config, database })
await loadDemoPosts(server.ownerDb, { now: new Date() })
afterAll(async () => {
  await server.close()
  await database.drop()
  rmSync(distDir, { recursive: true })
})

const visit = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const readRendered = async (url: string) => JSON.parse((await visit(url)).body.replace(/(<meta[^>]*>\n)?<\/head>$/, ''))

test.each([...prerenderedPaths])('renders %s with the origin of this site and its office', async (path) => {
  const response = await visit(path)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(response.body).toContain(`"path":"${path}","origin":"https://office.test"`)
  expect(response.body).toContain(`"name":"${newOffice.name}"`)
  const policy = String(response.headers['content-security-policy'])
  const hash = createHash('sha256').update('p{color:red}').digest('base64')
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("default-src 'none';script-src 'self';")
})

test('tells search engines on the first page whose site it is', async () => {
  const proof = '<meta name="naver-site-verification" content="a1b2" />\n</head>'
  expect((await visit('/')).body).toContain(proof)
  expect((await visit('/about')).body).not.toContain(proof)
})

test('shows a change of the office on every page at once, also in the installed app’s name', async () => {
  const superuser = await server.signIn('superuser')
  const before = await visit('/about')
  const settings = { ...newOffice, name: '새솔 법무사사무소', seal_letters: '새솔' }
  expect((await superuser.inject({ method: 'PUT', url: officePath, payload: settings })).statusCode).toBe(200)
  for (const url of [...prerenderedPaths, '/blog', '/blog/1', '/404', '/index.html', '/quick', '/settings'])
    expect((await readRendered(url)).data[officePath].name, url).toBe('새솔 법무사사무소')
  expect((await visit('/about', { 'if-none-match': String(before.headers.etag) })).statusCode).toBe(200)
  expect((await visit('/manifest.webmanifest')).json()).toEqual({
    name: '새솔 법무사사무소',
    short_name: '새솔',
    lang: 'ko',
  })
  expect((await visit('/favicon.svg')).body).not.toContain('M0 0"')
  const back = { ...newOffice, version: 2 }
  expect((await superuser.inject({ method: 'PUT', url: officePath, payload: back })).statusCode).toBe(200)
})

test('ignores tracking parameters and a trailing slash', async () => {
  const uncompressed = await visit('/about')
  expect((await visit('/about/?utm_source=naver')).body).toBe(uncompressed.body)
  expect((await readRendered('/blog/1/?from=rss')).path).toBe('/blog/1')
  expect((await readRendered('/blog?utm_source=naver')).path).toBe('/blog')
})

test('responds to an unknown URL with 404 and the not-found page', async () => {
  for (const url of ['/no/such/page', '/404', '/services/patents', '/blog/1/2']) {
    const response = await visit(url)
    expect([response.statusCode, response.json().path], url).toEqual([404, '/404'])
  }
})

test('does not serve the renderer and its template under their file paths', async () => {
  for (const url of [`/${rendererFile}`, `/${templateFile}`]) {
    const response = await visit(url)
    expect([response.statusCode, response.body], url).toEqual([404, '파일을 찾을 수 없습니다.'])
  }
})

test('compresses a page as the browser accepts, and sends nothing when the browser has it', async () => {
  const uncompressed = await visit('/about')
  const br = await visit('/about', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-cache' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(uncompressed.body)
  const zipped = await visit('/about', { 'accept-encoding': 'gzip, br;q=0' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(uncompressed.body)
  const revalidated = await visit('/about', { 'if-none-match': String(uncompressed.headers.etag) })
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, ''])
  expect((await visit('/privacy', { 'if-none-match': String(uncompressed.headers.etag) })).statusCode).toBe(200)
})

test('keeps the back office out of the page cache of browsers, and lets public pages be revalidated', async () => {
  const policies = await Promise.all(
    ['/quick', '/index.html', '/about', '/blog/1'].map(async (url) => await visit(url)),
  )
  expect(policies.map(({ headers }) => headers['cache-control'])).toEqual([
    'no-store',
    'no-store',
    'no-cache',
    'no-cache',
  ])
})

test('renders the blog with the same data as the public calls', async () => {
  const list = await readRendered('/blog')
  const office = { [officePath]: (await visit(officePath)).json() }
  expect(list.data).toEqual({ ...office, '/api/blog/posts/': (await visit('/api/blog/posts/')).json() })
  expect(list).toMatchObject({ origin: 'https://office.test', template: expect.stringContaining('template') })
  const lease = await readRendered('/blog?category=lease&page=1')
  const listPath = '/api/blog/posts/?category=lease'
  expect([lease.path, lease.data]).toEqual([
    '/blog?category=lease',
    { ...office, [listPath]: (await visit(listPath)).json() },
  ])
  const post = await readRendered('/blog/1')
  expect(post.data).toEqual({ ...office, '/api/blog/posts/1/': (await visit('/api/blog/posts/1/')).json() })
})

test('shows the whole list for invalid query values', async () => {
  for (const url of [
    '/blog?page=0',
    '/blog?page=x',
    '/blog?category=nothing',
    '/blog?tag=',
    `/blog?tag=${'가'.repeat(300)}`,
  ])
    expect((await readRendered(url)).path, url).toBe('/blog')
})

test('serves empty pages and tags with the app and status 404, without rendering', async () => {
  for (const url of ['/blog?page=2', '/blog?tag=없는말', '/blog?category=lease&page=7']) {
    const response = await visit(encodeURI(url))
    const { path, template } = response.json()
    const summary = [response.statusCode, response.headers['x-robots-tag'], path, template]
    expect(summary, url).toEqual([404, 'noindex', null, 'shell'])
  }
})

test('uses one page with status 404 for all missing posts', async () => {
  const bodies = new Set<string>()
  for (const url of ['/blog/999', '/blog/nothing', '/blog/1e3', '/blog/0']) {
    const response = await visit(url)
    expect(response.statusCode, url).toBe(404)
    bodies.add(response.body)
  }
  expect(bodies.size).toBe(1)
})

test('renders a page once for concurrent requests, and again after every change of a post', async () => {
  const tag = encodeURIComponent('취득세')
  const bodies = await Promise.all(Array.from({ length: 10 }, async () => (await visit(`/blog?tag=${tag}`)).body))
  expect(new Set(bodies).size).toBe(1)
  const before = await readRendered('/blog/1')
  expect(await readRendered('/blog/1')).toEqual(before)
  await server.db
    .updateTable('blog_post')
    .set((row) => ({ title: '고친 제목', version: row('version', '+', 1) }))
    .where('id', '=', 1)
    .execute()
  const after = await readRendered('/blog/1')
  expect(after.data['/api/blog/posts/1/'].title).toBe('고친 제목')
  await server.db.updateTable('blog_post').set({ state: 'draft' }).where('id', '=', 1).execute()
  expect((await visit('/blog/1')).statusCode).toBe(404)
})

test('renders the second page of the list as soon as it exists', async () => {
  const row = await server.db.selectFrom('blog_post').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
  const { id: _id, creation_key: _key, ...copied } = row
  await server.db
    .insertInto('blog_post')
    .values(Array.from({ length: postsPerPage }, () => copied))
    .execute()
  expect((await readRendered('/blog?page=2')).path).toBe('/blog?page=2')
})

test('caches one copy of a page for all hosts of this machine', async () => {
  const unnamed = await buildTestApp({ distDir, config: { publicUrl: undefined } })
  const visitHost = async (host: string) => (await unnamed.app.inject({ url: '/about', headers: { host } })).json()
  const first = await visitHost('localhost:1')
  expect(await visitHost('localhost:1')).toEqual(first)
  expect((await visitHost('localhost:2')).origin).toBe('http://localhost:2')
  expect(await visitHost('localhost:1')).toEqual({ ...first, renderCount: first.renderCount + 2 })
  await unnamed.close()
})

test('renders a cached page again within a second of a change by another process', async () => {
  const other = await buildTestApp({ distDir, config, database })
  const superuser = await server.signIn('superuser')
  for (const url of ['/about', '/blog/2']) await visit(url)
  const office = storedOfficeSchema.parse((await superuser.inject({ url: officePath })).json())
  const settings = { ...office, name: '여울 법무사사무소' }
  const headers = { authorization: `Bearer ${superuser.accessToken}` }
  const change = { method: 'PUT', url: officePath, payload: settings, headers } as const
  expect((await other.app.inject(change)).statusCode).toBe(200)
  const readOfficeNames = async () =>
    Promise.all(['/about', '/blog/2'].map(async (url) => (await readRendered(url)).data[officePath].name))
  await expect
    .poll(readOfficeNames, { timeout: 3000, interval: 20 })
    .toEqual(['여울 법무사사무소', '여울 법무사사무소'])
  const { title } = (await server.app.inject('/api/blog/posts/2/')).json()
  const changed = { title: `${title} (고침)`, version: 9 }
  await other.ownerDb.updateTable('blog_post').set(changed).where('title', '=', title).execute()
  expect((await visit('/blog/2')).body).toContain(changed.title)
  const back = { ...settings, name: newOffice.name, version: office.version + 1 }
  expect((await superuser.inject({ method: 'PUT', url: officePath, payload: back })).statusCode).toBe(200)
  await other.close()
})
