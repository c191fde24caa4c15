import type { Page } from '@playwright/test'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1920, height: 1000 } })

test('each page uses the layout of its kind', async ({ office, newDevicePage: page }) => {
  await startSession(page, office, 'superuser')
  const widest = async (path: string, heading: string) => {
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    return await page
      .locator('main > *')
      .first()
      .evaluate((layout) => layout.getBoundingClientRect().width)
  }
  expect(await widest('/staff/outbox', '보낼 작업')).toBe(1200)
  expect(await widest('/staff/blog/new', '새 게시글')).toBeGreaterThan(1200)

  expect(await widest('/settings?tab=data', '관리')).toBeGreaterThan(1200)
  const settings = page.getByRole('tabpanel', { name: '데이터' }).locator(':scope > *')
  expect((await settings.boundingBox())?.width).toBe(1200)
  const contents = page.getByRole('navigation', { name: '차례' })
  expect((await contents.boundingBox())?.width).toBe(250)
  await contents.getByRole('link', { name: '데모 데이터' }).click()
  await expect(page.getByRole('heading', { name: '데모 데이터' })).toBeInViewport()

  await page.goto(`${office.url}/terms`)
  const title = page.getByRole('heading', { level: 1, name: '이용약관' })
  await expect(title).toBeVisible()
  await expect.poll(async () => (await contents.boundingBox())?.width).toBe(250)
  const context = title.locator('xpath=ancestor::div[2]')
  await expect.poll(async () => (await context.boundingBox())?.width).toBe(1200)

  expect(await widest('/services/deposit', '공탁 관리')).toBeGreaterThan(1200)
  await expect.poll(() => scrolls(page)).toBe(false)
  await expect(page.getByRole('tab', { name: '데이터' })).toHaveCSS('border-radius', /e\+|\d{4}/)
})

/** True when the page scrolls in addition to its list. */
async function scrolls(page: Page): Promise<boolean> {
  return await page.locator('main').evaluate((main) => main.scrollHeight > main.clientHeight)
}
