import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { managedPostSchema } from '#contract/blog/blog.ts'
import { retentionPath } from '#contract/retention/retention.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { newId } from '#server/new-id.ts'
import { visitorPaths } from '#tests/support/browsers/visitor-paths.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const origin = 'http://localhost'
const site = buildSiteFromSource()
const server = await buildTestApp({ distDir: site.distDir })
await loadDemoPosts(server.ownerDb, { now: new Date() })
afterAll(async () => {
  await server.close()
  site.remove()
})

/** Ends any text it is put into, and would run if a page treated it as HTML. */
const attack = `</title></script>"'><script>window.broken = 1</script><img src=x onerror="window.broken = 1">`

const jsonLdSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.string() })).min(1),
})

describe('search engines', () => {
  test('find every page in the sitemap, each with its own title, description, picture and URL', async () => {
    const sitemap = (await server.app.inject('/sitemap.xml')).body
    const urls = findMatches(sitemap, /<loc>([^<]*)<\/loc>/g)
    expect(urls).toEqual(expect.arrayContaining(visitorPaths.map((path) => origin + path)))
    const heads = await Promise.all(urls.map(readHead))
    expect(heads.map(({ canonical }) => canonical)).toEqual(urls)
    expect(heads.filter(({ title, description }) => !title || !description)).toEqual([])
    for (const fact of ['title', 'description'] as const)
      expect(new Set(heads.map((head) => head[fact])).size, fact).toBe(urls.length)
    expect(heads.filter(({ robots }) => robots !== undefined)).toEqual([])
    for (const { url, picture } of heads)
      expect((await read(picture ?? '')).headers['content-type'], url).toMatch(/^image\//)
  })

  test.each([
    ['/about/', '/about'],
    ['/about?utm_source=mail', '/about'],
    ['/blog/1/', '/blog/1'],
    ['/blog?category=tax&from=mail', '/blog?category=tax'],
  ])('get %s as the canonical page %s', async (requested, meant) => {
    expect((await readHead(origin + requested)).canonical).toBe(origin + meant)
  })

  test.each([
    ['/gone', '페이지를 찾을 수 없습니다'],
    ['/no/such/page', '페이지를 찾을 수 없습니다'],
    ['/services/patents', '페이지를 찾을 수 없습니다'],
    ['/blog/99999', '게시글을 찾을 수 없습니다'],
  ])('get status 404 for %s and a page that says so and offers links', async (path, text) => {
    const { status, title, robots, canonical } = await readHead(origin + path)
    expect([status, robots, canonical]).toEqual([404, 'noindex', undefined])
    expect(title).toBe(`${text} · 온결 법무사사무소`)
    const { main } = await readPage(path)
    expect(main).toMatch(new RegExp(`<h1[^>]*>${text}</h1>`))
    expect(listLinks(main).map(({ to }) => to)).toContain(path.startsWith('/blog') ? '/blog' : '/')
  })

  test.each(['/services', '/quick', '/staff/leave-request', '/settings', '/oauth/callback/kakao'])(
    'keep %s out of their index',
    async (path) => {
      const { statusCode, headers } = await read(path)
      expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex'])
    },
  )
})

describe('before any script runs', () => {
  test.each(visitorPaths)('%s has one heading, the main menu and its own text', async (path) => {
    const { html, main } = await readPage(path)
    expect(findMatches(html, /<h1[^>]*>(.*?)<\/h1>/g)).toHaveLength(1)
    const menu = /<nav aria-label="주 메뉴".*?<\/nav>/s.exec(html)?.[0] ?? ''
    expect(listLinks(menu).length).toBeGreaterThan(4)
    expect(main.replace(/<[^>]*>/g, '').length).toBeGreaterThan(100)
  })

  test.each([...visitorPaths, '/blog/1', '/gone'])(
    '%s waits for no script or style sheet, and has its text before its data',
    async (path) => {
      const { html } = await readPage(path)
      const scripts = html.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.filter((tag) => !/ type="(?:module|application\/(?:ld\+)?json)"/.test(tag))).toEqual([])
      expect(html.match(/<link\b[^>]* rel="stylesheet"[^>]*>/g) ?? []).toEqual([])
      expect(html.indexOf('</h1>')).toBeLessThan(html.indexOf('type="application/json"'))
    },
  )

  test('every internal link leads to an existing page, file or section', async () => {
    const open = ['/']
    const found = new Map<string, { status: number; isPage: boolean; ids: readonly string[] }>()
    const links: { on: string; to: string; id: string }[] = []
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (found.has(path)) continue
      const { status, html, isPage } = await readPage(path)
      found.set(path, { status, isPage, ids: findMatches(html, /\sid="([^"]*)"/g) })
      for (const link of isPage ? listLinks(html, path) : []) {
        open.push(link.to)
        links.push({ on: path, ...link })
      }
    }
    expect([...found].filter(([, { status }]) => status !== 200)).toEqual([])
    expect(links.filter(({ to, id }) => id !== '' && found.get(to)?.ids.includes(id) === false)).toEqual([])
    expect(visitorPaths.filter((path) => found.get(path)?.isPage !== true)).toEqual([])
    // A file URL serves a file of the build, not a page.
    expect(
      [...found.keys()].filter((path) => /\.(svg|png)$/.test(path) && !existsSync(join(site.distDir, path))),
    ).toEqual([])
  })

  test('questions unfold their answers without a script', async () => {
    const { main } = await readPage('/services/civil')
    expect(main).toMatch(
      /<details.*?<summary[^>]*>.*?비용은 얼마인가요\?.*?법원에 내는 인지대와 송달료는.*?<\/details>/s,
    )
  })

  test('the page about deposits names the six kinds and the four steps', async () => {
    const { main } = await readPage('/services/deposit')
    const headings = findMatches(main, /<h3[^>]*>(.*?)<\/h3>/g).map((html) => html.replace(/<[^>]*>/g, ''))
    const kindsAndSteps = [
      '변제공탁',
      '담보공탁',
      '보증공탁',
      '집행공탁',
      '몰취공탁',
      '기타 공탁',
      '상담·접수',
      '서류 작성',
      '공탁 신청',
      '완료 통지',
    ]
    expect(headings.filter((heading) => kindsAndSteps.includes(heading))).toEqual(kindsAndSteps)
  })

  test('the contact page shows how to reach the office and no form that would not work', async () => {
    const { main } = await readPage('/contact')
    expect(main).toMatch(/<p class="[^"]*\bhidden\b[^"]*\bnoscript:block\b[^"]*">[^<]*자바스크립트가 꺼져 있어/)
    expect(main).toMatch(/<form[^>]* class="[^"]*\bnoscript:hidden\b/)
    expect(main).toContain('href="tel:02-000-0000"')
  })

  test('a category of the blog shows only its posts, and a post links to others', async () => {
    const { main } = await readPage('/blog?category=deposit')
    const posts = listLinks(main).filter(({ to }) => /^\/blog\/\d+$/.test(to))
    expect(new Set(posts.map(({ to }) => to))).toEqual(new Set(['/blog/2']))
    const post = await readPage('/blog/2')
    const tag = `/blog?tag=${encodeURIComponent('토지수용')}`
    expect(listLinks(post.main).map(({ to }) => to)).toEqual(expect.arrayContaining([tag, '/blog/1', '/blog/3']))
  })
})

test('escapes script in every field of a post and in a URL', async () => {
  const staff = await server.signIn('staff')
  const payload = {
    title: attack,
    excerpt: attack,
    category: 'office',
    tags: ['</title><script>"', '<b>'],
    markdown: attack,
    image: null,
    author_name: '</script><b>',
    state: 'published',
    creation_key: newId(),
  }
  const created = await staff.inject({ method: 'POST', url: '/api/blog/manage/', payload })
  expect(created.statusCode, created.body).toBe(201)
  const { id, version } = managedPostSchema.parse(created.json())
  const typed = encodeURIComponent(attack)
  // Without a dot, because a URL with one names a file.
  const unknown = encodeURIComponent('<script>alert(1)</script>')
  const lists = [`/blog?tag=${typed}`, `/blog?page=${typed}`, `/blog?tag=${encodeURIComponent('<b>')}`]
  const paths = [
    `/blog/${id}`,
    '/blog',
    ...lists,
    `/blog/${typed}`,
    `/${unknown}`,
    `/?${typed}`,
    `/contact?name=${typed}`,
  ]
  for (const path of paths) expect((await read(path)).body, path).not.toMatch(/<script>|<img src=x|<b>/)
  expect((await readPage(`/blog/${id}`)).main).toContain('&lt;script&gt;window.broken = 1&lt;/script&gt;')
  const removed = await staff.inject({ method: 'DELETE', url: `/api/blog/manage/${id}/`, payload: { version } })
  expect(removed.statusCode).toBe(204)
})

test('the privacy policy shows retention and recipients at once, as a superuser sets them', async () => {
  const superuser = await server.signIn('superuser')
  const before = (await readPage('/privacy')).main
  expect(findRow(before, '사건부의 기록')).toContain('5년')
  expect(before).toContain('개인정보의 처리를 다른 업체에 맡기지 않으며')
  const recipient = { id: newId(), name: '든든호스팅', task: '서버 호스팅', items: '모든 자료', country: '', kept: '' }
  const period = { id: newId(), kind: 'cases', effective_from: '2020-01-01', years: 8, note: '' }
  for (const [url, payload] of Object.entries({ recipients: recipient, periods: period })) {
    const response = await superuser.inject({ method: 'POST', url: `${retentionPath}/${url}`, payload })
    expect(response.statusCode, response.body).toBeLessThan(300)
  }
  const after = (await readPage('/privacy')).main
  expect(findRow(after, '사건부의 기록')).toContain('8년')
  expect(findRow(after, '든든호스팅')).toContain('서버 호스팅')
})

async function read(url: string) {
  return await server.app.inject({ url: url.replace(origin, ''), headers: { accept: 'text/html' } })
}

async function readPage(path: string) {
  const result = await read(path)
  const html = result.body
  // A page has its own heading; the empty shell of the app has none.
  const isPage = String(result.headers['content-type']).startsWith('text/html') && html.includes('</h1>')
  return { status: result.statusCode, html, isPage, main: /<main.*<\/main>/s.exec(html)?.[0] ?? '' }
}

async function readHead(url: string) {
  const { statusCode: status, body } = await read(url)
  const findGroup = (pattern: RegExp) => pattern.exec(body)?.[1]?.replaceAll('&amp;', '&')
  const things = findGroup(/<script type="application\/ld\+json">(.*?)<\/script>/s)
  if (things !== undefined) jsonLdSchema.parse(JSON.parse(things))
  return {
    url,
    status,
    title: findGroup(/<title>([^<]*)<\/title>/),
    description: findGroup(/<meta name="description" content="([^"]*)"/),
    canonical: findGroup(/<link rel="canonical" href="([^"]*)"/),
    robots: findGroup(/<meta name="robots" content="([^"]*)"/),
    picture: findGroup(/<meta property="og:image" content="([^"]*)"/),
  }
}

/** Internal links: path with query, and the section they point at. */
function listLinks(html: string, page = '/'): { to: string; id: string }[] {
  return findMatches(html, /<a\s[^>]*?href="([^"]*)"/g)
    .map(
      (href) =>
        new URL(href.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'), origin + page),
    )
    .filter((url) => url.origin === origin)
    .map(({ pathname, search, hash }) => ({ to: pathname + search, id: decodeURIComponent(hash.slice(1)) }))
}

function findRow(html: string, text: string): string {
  return (html.match(/<tr.*?<\/tr>/gs) ?? []).find((row) => row.includes(text)) ?? ''
}

function findMatches(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '')
}
