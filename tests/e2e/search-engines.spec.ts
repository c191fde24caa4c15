import { z } from 'zod'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './support/test.ts'

const jsonLdSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.string() })).min(1),
})

test('a search engine finds by the sitemap every page, each with a title, a description and an address of its own', async ({
  office,
  request,
}) => {
  const sitemap = await (await request.get(`${office.url}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '')
  expect(addresses.length).toBeGreaterThan(10)
  const pages = []
  for (const address of addresses) pages.push(await readHead(request, address))
  expect(pages.map(({ canonical }) => canonical)).toEqual(addresses)
  for (const fact of ['title', 'description'] as const) {
    const values = pages.map((page) => page[fact])
    expect(new Set(values).size, fact).toBe(addresses.length)
    expect(
      values.filter((value) => !value),
      fact,
    ).toEqual([])
  }
  for (const page of pages) {
    expect(page.robots, page.address).toBeUndefined()
    expect((await request.get(page.picture ?? '')).headers()['content-type'], page.address).toMatch(/^image\//)
  }
})

test('the title in the HTML is the one that the running app gives the page', async ({
  office,
  calmPage: page,
  request,
}) => {
  for (const path of [
    // First, as search engines come: on a device that has the app, the app answers and leads to `/`.
    '/gone',
    '/',
    '/about',
    '/services/deposit',
    '/blog',
    '/blog?category=tax',
    '/blog/1',
    '/blog/99999',
  ]) {
    const { title } = await readHead(request, office.url + path)
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForFunction(() => document.readyState === 'complete')
    await expect(page).toHaveTitle(title ?? '')
    // Hoisted by nobody a second time.
    for (const once of [
      'title',
      'link[rel=canonical]',
      'link[rel=alternate]',
      'meta[name=description]',
      'meta[property="og:title"]',
    ])
      expect(
        await page.locator(`head > ${once}, body ${once}:not(svg *)`).count(),
        `${path} ${once}`,
      ).toBeLessThanOrEqual(1)
  }
})

test('an address with a slash at its end, or with where the visitor came from, is no other page', async ({
  office,
  request,
}) => {
  for (const [asked, meant] of [
    ['/about/', '/about'],
    ['/about?utm_source=mail', '/about'],
    ['/blog/1/', '/blog/1'],
    ['/blog?category=tax&from=mail', '/blog?category=tax'],
  ] as const)
    expect((await readHead(request, office.url + asked)).canonical, asked).toBe(office.url + meant)
})

test('what does not exist and what belongs to the office is for no index', async ({ office, request }) => {
  for (const path of ['/gone', '/blog/99999']) {
    const { status, robots, canonical } = await readHead(request, office.url + path)
    expect([status, robots, canonical], path).toEqual([404, 'noindex', undefined])
  }
  for (const path of ['/services', '/quick', '/staff/leave-request', '/settings', '/oauth/callback/kakao']) {
    const answer = await request.get(office.url + path)
    expect([answer.status(), answer.headers()['x-robots-tag']], path).toEqual([200, 'noindex'])
  }
})

/** What the HTML says before any script has run. */
async function readHead(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  const html = await answer.text()
  const found = (pattern: RegExp) => html.match(pattern)?.[1]?.replaceAll('&amp;', '&')
  const things = found(/<script type="application\/ld\+json">(.*?)<\/script>/s)
  if (things !== undefined) jsonLdSchema.parse(JSON.parse(things))
  return {
    address,
    status: answer.status(),
    title: found(/<title>([^<]*)<\/title>/),
    description: found(/<meta name="description" content="([^"]*)"/),
    canonical: found(/<link rel="canonical" href="([^"]*)"/),
    robots: found(/<meta name="robots" content="([^"]*)"/),
    picture: found(/<meta property="og:image" content="([^"]*)"/),
  }
}
