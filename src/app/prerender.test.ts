import { expect, test } from 'vitest'
import { prerenderedPaths } from '#contract/app-paths.ts'
import { buildPostPath } from '#contract/blog/blog-texts.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { privacyPath } from '#contract/retention/privacy-notice.ts'
import { notFoundPath } from '#contract/site/public-page.ts'
import { newOffice } from '#domain/office/office.ts'
import { defaultPrivacyNotice } from '#domain/retention/privacy-notice.ts'
import { renderPage } from './prerender.tsx'

const template = '<!doctype html><html lang="ko"><head></head><body><div id="root"></div></body></html>'

async function renderPath(path: string) {
  const office = { [officePath]: { ...newOffice, seal_strokes: [], fees: [], taxes: [] } }
  const data = path === '/privacy' ? { ...office, [privacyPath]: defaultPrivacyNotice } : office
  return await renderPage({ path, origin: 'https://office.test', data, template })
}

test.each([...prerenderedPaths, notFoundPath])(
  'begins the headings of %s with one h1 and skips no level',
  async (path) => {
    const { html } = await renderPath(path)
    const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  },
)

test('renders an unknown path with status 404 and every page of the site with 200', async () => {
  expect((await renderPath(notFoundPath)).status).toBe(404)
  for (const path of prerenderedPaths) expect([path, (await renderPath(path)).status]).toEqual([path, 200])
})

test('begins the home page with the scrivener and the telephone number', async () => {
  const office = { ...newOffice, registration_number: '1234', seal_strokes: [], fees: [], taxes: [] }
  const data = { [officePath]: office }
  const { html } = await renderPage({ path: '/', origin: 'https://office.test', data, template })
  const text = html.replaceAll('<!-- -->', '')
  expect(text).toMatch(/<a href="tel:02-000-0000"[^>]*>02-000-0000<\/a>/)
  expect(text).toContain('법무사 한온결 (등록번호 1234)')
  expect(text.indexOf('tel:02-000-0000')).toBeLessThan(text.indexOf('id="services"'))
})

test.each(['/', '/about', '/contact'])('links the address on %s to a map', async (path) => {
  expect((await renderPath(path)).html).toContain(
    `href="https://map.naver.com/p/search/${encodeURIComponent(newOffice.address)}"`,
  )
})

test("shows what a transfer costs on the home page by the office's fees, and nothing without fees", async () => {
  const fees = [{ price: 300_000_000, fee: 440_000, since: '2026-11-23' }]
  const data = { [officePath]: { ...newOffice, seal_strokes: [], fees, taxes: [] } }
  const { html } = await renderPage({ path: '/', origin: 'https://office.test', data, template })
  const text = html.replaceAll('<!-- -->', '').replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('3억원 440,000원')
  expect(text).toContain('예시(2026.11.23. 시행 보수기준)이며, 부가가치세와 세금·공과금은 따로입니다')
  expect((await renderPath('/')).html).not.toContain('보수 예')
})

test('the questions give examples of fees and taxes with their day, and an estimate without examples', async () => {
  const fees = [{ price: 300_000_000, fee: 440_000, since: '2026-11-23' }]
  const taxes = [
    { price: 500_000_000, area: 85, acquisition_tax: 5_000_000, education_tax: 500_000, since: '2020-01-01' },
  ]
  const data = { [officePath]: { ...newOffice, seal_strokes: [], fees, taxes } }
  const { html } = await renderPage({ path: '/services/real-estate', origin: 'https://office.test', data, template })
  expect(html).toContain('예시로 매매 소유권이전등기의 보수는 3억원에 440,000원이며(2026.11.23. 시행 보수기준)')
  expect(html).toContain(
    '예시로 다른 집이 없는 분이 전용면적 85㎡ 이하인 집을 사면 5억원에 취득세 5,000,000원과 지방교육세 500,000원입니다(2020.01.01. 시행 세율)',
  )
  const { html: without } = await renderPath('/services/real-estate')
  expect(without).not.toContain('예시로')
  expect(without).toContain('견적을 드립니다')
})

test('an empty page names the office until the app has rendered', async () => {
  const data = { [officePath]: { ...newOffice, name: '"솔" 법무사사무소', seal_strokes: [], fees: [], taxes: [] } }
  const { html } = await renderPage({ path: null, origin: 'https://office.test', data, template })
  expect(html).toContain('<div id="root"></div><p data-starting="&quot;솔&quot; 법무사사무소 · 불러오는 중..."></p>')
  expect((await renderPath('/')).html).not.toContain('data-starting')
})

test('shows the number to call in the header of a page', async () => {
  const { html } = await renderPath('/about')
  expect(html.slice(0, html.indexOf('</header>'))).toMatch(/<a href="tel:02-000-0000"/)
})

test('names the author of a published post once, even with related posts', async () => {
  const summary = {
    id: '7',
    version: 1,
    title: '제목',
    excerpt: '요약',
    category: 'office',
    tags: [],
    imageUrl: null,
    date: '2026-11-20',
    datetime: null,
    readingTime: 1,
    author: { name: '법무사 박새론', imageUrl: null },
  }
  const post = { ...summary, content: '<p>본문</p>', state: 'published', related: [{ ...summary, id: '8' }] }
  const data = { [officePath]: { ...newOffice, seal_strokes: [], fees: [], taxes: [] }, [buildPostPath('7')]: post }
  const { html } = await renderPage({ path: '/blog/7', origin: 'https://office.test', data, template })
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  expect(body).toContain('이어서 읽기')
  expect(body.split('법무사 박새론')).toHaveLength(2)
})

test.each(['/blog', '/blog/7'])(
  '%s without its data is an error, so that no server keeps it as a page',
  async (path) => {
    const data = { [officePath]: { ...newOffice, seal_strokes: [], fees: [], taxes: [] } }
    await expect(renderPage({ path, origin: 'https://office.test', data, template })).rejects.toThrow('/api/blog/posts')
  },
)
