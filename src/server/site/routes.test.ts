import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPaths } from '#contract/app-paths.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

async function read(url: string) {
  const response = await server.app.inject(url)
  expect(response.statusCode).toBe(200)
  return response
}

async function readSitemapUrls(): Promise<(string | undefined)[]> {
  return [...(await read('/sitemap.xml')).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
}

async function write(state: 'draft' | 'published'): Promise<{ id: string; version: number; updated_at: string }> {
  const payload = {
    title: '글',
    excerpt: '요약',
    category: 'office',
    tags: [],
    markdown: '본문',
    image: null,
    author_name: '박새론',
    state,
    creation_key: newId(),
  }
  const response = await staff.inject({ method: 'POST', url: '/api/blog/manage/', payload })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

test('the sitemap names every public page where visitors reach it', async () => {
  expect(await readSitemapUrls()).toEqual(publicPaths.map((path) => `http://localhost${path}`))
  expect((await read('/sitemap.xml')).headers['content-type']).toBe('application/xml; charset=utf-8')
})

test('lists a post in the sitemap from publication to removal, with its last change', async () => {
  const draft = await write('draft')
  const { id, version, updated_at } = await write('published')
  expect(await readSitemapUrls()).toContain(`http://localhost/blog/${id}`)
  expect(await readSitemapUrls()).not.toContain(`http://localhost/blog/${draft.id}`)
  const { body } = await read('/sitemap.xml')
  for (const path of [`/blog/${id}`, '/blog'])
    expect(body).toContain(`<url><loc>http://localhost${path}</loc><lastmod>${updated_at}</lastmod></url>`)
  await staff.inject({ method: 'DELETE', url: `/api/blog/manage/${id}/`, payload: { version } })
  expect(await readSitemapUrls()).not.toContain(`http://localhost/blog/${id}`)
})

test('keeps robots out of the office, Naver’s by name, and points to the sitemap', async () => {
  const { body, headers } = await read('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Sitemap: http://localhost/sitemap.xml')
  for (const robot of ['Googlebot', 'Yeti']) {
    const may = (path: string) => isAllowed(body, { robot, path })
    expect(
      [...publicPaths, '/blog/1', '/blog/rss.xml', '/og.png', '/api/blog/pictures/ab'].filter((path) => !may(path)),
    ).toEqual([])
    expect(
      [
        '/staff/leave-request',
        '/popup/real-estate/1',
        '/api/auth/me',
        '/oauth/callback/kakao',
        '/settings',
        '/quick',
      ].filter(may),
    ).toEqual([])
  }
  expect(body).toMatch(/^User-agent: Yeti$/m)
})

test('prefers the configured origin to that of the request', async () => {
  const other = await buildTestApp({ config: { publicUrl: 'https://ongyeol.example' } })
  const [robots, sitemap] = await Promise.all(['/robots.txt', '/sitemap.xml'].map((url) => other.app.inject(url)))
  expect(robots?.body).toContain('Sitemap: https://ongyeol.example/sitemap.xml')
  expect(sitemap?.body).toContain('<loc>https://ongyeol.example/</loc>')
  await other.close()
})

test('documents both files with the other calls', () => {
  expect(Object.keys(server.app.swagger().paths ?? {})).toEqual(expect.arrayContaining(['/sitemap.xml', '/robots.txt']))
})

/**
 * RFC 9309: the group that names the robot, else the group for all; within it the longest matching
 * path.
 */
function isAllowed(text: string, { robot, path }: { robot: string; path: string }): boolean {
  const groups = text.split('\n\n').map((group) => group.split('\n').map((line) => line.split(': ')))
  const findGroup = (name: string) =>
    groups.find((group) => group.some(([key, value]) => key === 'User-agent' && value === name))
  const fitting = (findGroup(robot) ?? findGroup('*') ?? [])
    .filter(([key, value]) => key !== 'User-agent' && value !== undefined && path.startsWith(value))
    .toSorted(([, a = ''], [, b = '']) => b.length - a.length)
  return fitting[0]?.[0] !== 'Disallow'
}
