import type { Page } from '@playwright/test'
import { newOffice as facts } from '#domain/office.ts'
import { publicAddresses } from '../support/public-addresses.ts'
import { readPublicHtml } from './support/public-html.ts'
import { expect, test } from './support/test.ts'

test('every public page reads the same without JavaScript as with it, and leads on', async ({
  office,
  calmPage: page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  for (const path of publicAddresses) {
    const answer = await plain.goto(office.url + path)
    expect(answer?.status(), path).toBe(200)
    await expect.soft(plain.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect.soft(plain.getByRole('navigation', { name: '주 메뉴' }).getByRole('link').first(), path).toBeVisible()
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect.soft(await plain.title(), path).toBe(await page.title())
    // The form is alive or it is not there; everything else is text.
    if (path !== '/contact') expect.soft(await readingOf(plain), path).toBe(await readingOf(page))
  }
  await plain.goto(office.url)
  await plain.getByRole('link', { name: '민사', exact: true }).first().click()
  await expect(plain.getByRole('heading', { level: 1, name: '민사 서비스' })).toBeVisible()
  await plain.getByText('비용은 얼마인가요?').click()
  await expect(plain.getByText('법원에 내는 인지대와 송달료는')).toBeVisible()
  await context.close()
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact page says how to reach the office and offers nothing that would not work', async ({
    office,
    calmPage: page,
  }) => {
    await page.goto(`${office.url}/contact`)
    await expect(page.getByText('자바스크립트가 꺼져 있어')).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: facts.telephone }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: '보내기' })).toBeHidden()
    await expect(page.getByRole('textbox', { name: /^이름/ })).toBeHidden()
  })

  test('what does not exist says so with status 404', async ({ office, calmPage: page }) => {
    for (const [path, heading] of [
      ['/no/such/page', '페이지를 찾을 수 없습니다'],
      ['/blog/99999', '게시글을 찾을 수 없습니다'],
    ] as const) {
      const answer = await page.goto(office.url + path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('main').getByRole('link').first()).toBeVisible()
    }
  })
})

test('every link of every page that is reached from the first one leads to a page or a file that is there', async ({
  office,
}) => {
  const open = ['/']
  const found = new Map<string, { status: number; isPage: boolean; ids: readonly string[] }>()
  const named: { on: string; to: string; id: string }[] = []
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const { status, isPage, ids, links } = await readPublicHtml(office.url, path)
    found.set(path, { status, isPage, ids })
    for (const link of links) {
      open.push(link.path)
      if (link.id) named.push({ on: path, to: link.path, id: link.id })
    }
  }
  expect([...found].filter(([, { status }]) => status !== 200)).toEqual([])
  expect(named.filter(({ to, id }) => found.get(to)?.ids.includes(id) === false)).toEqual([])
  expect(publicAddresses.filter((path) => found.get(path)?.isPage !== true)).toEqual([])
})

/** The page's own text, without how it is broken into lines. */
async function readingOf(page: Page): Promise<string> {
  return (await page.locator('main').innerText()).replace(/\s+/g, ' ').trim()
}
