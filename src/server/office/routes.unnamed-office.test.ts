import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadApplicationPath } from '#contract/applications/applications.ts'
import { letterPath } from '#contract/deposit-cases/deposit-cases.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { storedOfficeSchema } from '#contract/office/office-settings.ts'
import { unnamedOfficeText } from '#domain/office/office-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import { markDemo, unmarkDemo } from '#server/demo/demo-rows.ts'
import { visitorPaths } from '#tests/support/browsers/visitor-paths.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const site = buildSiteFromSource()
const manifest = { name: '법무사사무소', short_name: '법무사', screenshots: ['a'] }
writeFileSync(join(site.distDir, 'manifest.webmanifest'), JSON.stringify(manifest))
let clock = Date.parse('2026-11-28T00:00:00Z')
const server = await buildTestApp({ distDir: site.distDir, isUnnamed: true, now: () => new Date(clock) })
let superuser: SignedIn
let staff: SignedIn
beforeAll(async () => {
  superuser = await server.signIn('superuser')
  staff = await server.signIn('staff')
})
afterAll(async () => {
  await server.close()
  site.remove()
})

const read = async (url: string) => await server.app.inject({ url, headers: { accept: 'text/html' } })

/** Details by which the fictional office would be recognized. */
const fiction = new RegExp(
  [newOffice.seal_letters, newOffice.telephone, newOffice.address].map(escapePattern).join('|'),
)

function escapePattern(text: string): string {
  return text.replace(/[()]/g, String.raw`\$&`)
}

async function findFictionalTexts(urls: readonly string[]): Promise<string[]> {
  const bodies = await Promise.all(urls.map(async (url) => [url, (await read(url)).body] as const))
  return bodies.filter(([, body]) => fiction.test(body)).map(([url]) => url)
}

test('shows the fictional name in nothing that is public', async () => {
  const screens = ['/services', '/features', '/quick', '/settings', '/index.html', '/invitation', '/no/such/page']
  const files = ['/sitemap.xml', '/robots.txt', '/blog/rss.xml', '/manifest.webmanifest', '/favicon.svg', officePath]
  expect(await findFictionalTexts([...visitorPaths, ...screens, ...files])).toEqual([])
})

test('shows visitors and search engines only that the site is being prepared', async () => {
  for (const path of visitorPaths.filter((address) => !/^\/blog\/\d/.test(address))) {
    const { body } = await read(path)
    expect(body, path).toContain('누리집을 준비하고 있습니다')
    expect(body, path).toContain('<title>법무사사무소</title>\n<meta name="robots" content="noindex" />')
    expect(body, path).not.toMatch(/ld\+json|tel:|og:/)
  }
  expect((await read('/sitemap.xml')).body).not.toContain('<loc>')
  expect((await read('/blog/rss.xml')).statusCode).toBe(404)
  expect((await read('/manifest.webmanifest')).json()).toEqual({ name: '법무사사무소', short_name: '법무사' })
})

const id = '0198c0de-0000-7000-8000-000000000001'

const post = { method: 'POST' } as const

test.each([
  ['a letter', { ...post, url: letterPath, payload: { deposition: id, title: '공문', content: '본문' } }],
  ['an application', { ...post, url: downloadApplicationPath, payload: { property_ids: [id] } }],
  ['a cost claim', { url: '/api/mysql/deposition/export_report_excel/?business_section=x' }],
  ['a cost claim of a group', { url: '/api/mysql/realestate/export_report_excel/?business_section=x' }],
] as const)('refuses to make %s and tells staff the reason', async (_case, request) => {
  const response = await staff.inject(request)
  expect([response.statusCode, response.json().message]).toEqual([422, unnamedOfficeText])
})

test('publishes everything at once when a superuser sets a name, which cannot be the fictional one', async () => {
  const office = storedOfficeSchema.parse((await superuser.inject({ url: officePath })).json())
  expect(office).toMatchObject({ version: 1, name: '', scrivener: '', scrivener_title: '법무사' })
  const own = {
    ...office,
    name: '새솔 법무사사무소',
    letter_mark: '새솔',
    scrivener: '박새론',
    seal_letters: '새솔',
    address: '서울특별시 중구 1',
    telephone: '02-123-4567',
  }
  const put = (payload: object) => superuser.inject({ method: 'PUT', url: officePath, payload })
  const refused = await put({ ...own, name: newOffice.name })
  expect([refused.statusCode, refused.json().fields.name]).toEqual([422, expect.stringContaining('가상의 이름')])
  expect((await put(own)).statusCode).toBe(200)
  const { body } = await read('/about')
  expect(body).toContain('<title>사무소 소개 · 새솔 법무사사무소</title>')
  expect(body).not.toContain('준비하고 있습니다')
  expect((await read('/sitemap.xml')).body).toContain('<loc>')
  const letter = await staff.inject({
    method: 'POST',
    url: letterPath,
    payload: { deposition: id, title: '공문', content: '본문' },
  })
  expect(letter.body).not.toContain(unnamedOfficeText)
})

test('uses the fictional name until the demo data is removed, even if other details are entered', async () => {
  await markDemo(server.ownerDb)
  const office = storedOfficeSchema.parse((await superuser.inject({ url: officePath })).json())
  const payload = { ...office, ...newOffice, version: office.version, telephone: '02-987-6543' }
  expect((await superuser.inject({ method: 'PUT', url: officePath, payload })).statusCode).toBe(200)
  expect((await read('/about')).body).toContain(newOffice.name)
  await unmarkDemo(server.ownerDb)
  clock += 1000
  expect((await read('/about')).body).not.toMatch(fiction)
  const officeAfter = (await superuser.inject({ url: officePath })).json()
  expect(officeAfter).toMatchObject({ name: '', telephone: '02-987-6543', address: '' })
})
