import { afterAll, expect, test } from 'vitest'
import { postListSchema } from '#contract/blog/blog-public.ts'
import { siteSectionsPath } from '#contract/site/site-paths.ts'
import { siteSectionsSchema } from '#contract/site/site-sections.ts'
import { newOffice } from '#domain/office/office.ts'
import { stripAnchor } from '#domain/site-search/rank-sections.ts'
import { createSiteSearch } from '#domain/site-search/site-matches.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const site = buildSiteFromSource()
const server = await buildTestApp({ distDir: site.distDir })
await loadDemoPosts(server.ownerDb, { now: new Date() })
afterAll(async () => {
  await server.close()
  site.remove()
})

async function search(text: string, page = 1) {
  const url = `/api/blog/posts/?search=${encodeURIComponent(text)}&page=${page}`
  return postListSchema.parse((await server.app.inject({ url })).json())
}

test('a search shows the passage of each post, and sections of the service pages', async () => {
  const { results, services = [] } = await search('상속')
  expect(results.length).toBeGreaterThan(0)
  for (const { passage } of results) expect(passage?.[1]).toBe('상속')
  expect(services.map(({ href }) => href)).toContainEqual(
    expect.stringMatching(/^\/services\/real-estate#questions-\d+$/),
  )
  for (const { href } of services) expect(href).toMatch(/^\/(services|about|contact|#|$)/)
  expect(services[0]?.passage[1]).toBe('상속')
})

test('sections are on the first page of the results only, and none for nonsense', async () => {
  expect((await search('상속', 2)).services).toEqual([])
  expect((await search('뷁뷁뷁')).services).toEqual([])
})

test.each([
  ['이의유보', '2'],
  ['이의 유보', '2'],
  ['전세금 못받음', '3'],
  ['보증금 못 받았어요', '3'],
  ['증여 세율', '1'],
  ['국고 귀속', '2'],
  ['ㅇㅊㄱ', '3'],
  // A tag.
  ['주택임대차', '3'],
])('a search for %s finds post %s as the search in the page does', async (text, id) => {
  expect((await search(text)).results.map((post) => post.id)).toContain(id)
  const { sections } = siteSectionsSchema.parse((await server.app.inject({ url: siteSectionsPath })).json())
  expect(createSiteSearch(sections)(text).found.map(stripAnchor)).toContain(`/blog/${id}`)
})

test.each([
  ['취등록세', ['1']],
  ['등기세', ['1']],
  ['전세금', ['3']],
  // Not by 이상, 예전 세금 or 별세.
  ['이사', ['3']],
  ['농어촌특별세', ['1']],
  // The post about it before one that mentions it.
  ['상속', ['1', '2']],
  ['이사가기', ['3']],
  ['집주인이 돈을 안줘요', ['3']],
  ['임대인이 돈 못 돌려준대요', ['3']],
  ['보증금반환', ['3']],
])('a search for %s finds posts %j, those with the word in a heading first', async (text, ids) => {
  expect((await search(text)).results.map((post) => post.id)).toEqual(ids)
})

test('the name of the author finds the posts, after what the office says of itself', async () => {
  for (const text of [newOffice.scrivener, `법무사 ${newOffice.scrivener}`]) {
    const { results, services = [] } = await search(text)
    expect(results.map(({ id }) => id)).toEqual(['3', '2', '1'])
    expect(services[0]?.href).toBe('/about#visit')
  }
})

test.each([
  ['전세금', '보증금'],
  ['창업', '설립'],
])('%s, which no text has, is labelled as found by %s', async (text, near) => {
  const { sections } = siteSectionsSchema.parse((await server.app.inject({ url: siteSectionsPath })).json())
  expect(createSiteSearch(sections)(text).note).toMatch(new RegExp(`'${text}'[을를] '${near}'으?로 찾은`))
})

test.each([
  ['지급명ㄹ령', '/services/civil#civil-kinds'],
  ['ㅅㅏㅇ속', '/services/real-estate#questions-9'],
])('a search for %s, mistyped, finds the services of the word that is meant', async (text, href) => {
  const { services = [] } = await search(text)
  expect(services.map((service) => service.href)).toContain(href)
})

test.each(['real-estate', 'corporate', 'civil', 'deposit'])(
  'the page of %s leads visitors to public pages and its own sections only',
  async (name) => {
    const { body } = await server.app.inject({ url: `/services/${name}` })
    const trail = /<nav aria-label="현재 위치".*?<\/nav>/s.exec(body)?.[0] ?? ''
    expect([...trail.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/', '/#services'])
    const jumps = /<nav aria-label="이 페이지의 내용".*?<\/nav>/s.exec(body)?.[0] ?? ''
    const targets = [...jumps.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(targets.length).toBeGreaterThan(2)
    for (const id of targets) expect(body).toContain(`<h2 id="${id}"`)
    expect(/<nav aria-label="주 메뉴".*?<\/nav>/s.exec(body)?.[0]).toContain('href="/features"')
  },
)

test('the search in the page gets every public text: services first, posts, the policies last', async () => {
  const response = await server.app.inject({ url: siteSectionsPath })
  expect(response.headers['cache-control']).toBe('no-cache')
  const { sections } = siteSectionsSchema.parse(response.json())
  const paths = [...new Set(sections.map(({ href }) => href.replace(/#.*/, '')))]
  expect(paths).toEqual([
    '/services/real-estate',
    '/services/corporate',
    '/services/civil',
    '/services/deposit',
    '/about',
    '/contact',
    '/blog',
    '/features',
    '/',
    '/blog/3',
    '/blog/2',
    '/blog/1',
    '/privacy',
    '/terms',
  ])
  expect(sections.filter(({ heading }) => heading.includes('상속 등기는 언제까지'))).toHaveLength(1)
})
