import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { waitUntilPagesStored } from '../support/go-offline.ts'
import { waitForHydration } from '../support/hydration.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const dialog = (page: Page) => page.getByRole('dialog', { name: '사이트 검색' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: '안내와 소식에서 찾기' })
const line = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })

test('a visitor finds a question from any page by key or button, with a wrong key in the word, and opens it', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/about`)
  await waitForHydration(page)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(line(page, '공탁 서비스')).toBeVisible()
  await page.keyboard.type('상송')
  await expect(dialog(page).getByRole('status')).toContainText("'상송'을 '상속'으로 찾은 결과입니다.")
  await expect(
    line(page, /^상속 등기는 언제까지/)
      .locator('mark')
      .first(),
  ).toHaveText('상속')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  const second = await line(page, /./).nth(1).getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', second ?? '')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('언제까지 상속')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/services\/real-estate#questions-\d+$/)
  await expect(page.getByText('상속 등기 자체에는 법이 정한 기한이 없습니다.')).toBeVisible()
})

test('a slash in a field is text', async ({ office, newDevicePage: page }) => {
  await page.goto(`${office.url}/blog`)
  const search = page.getByRole('searchbox', { name: '소식 검색' })
  await search.click()
  await page.keyboard.type('1/2')
  await expect(search).toHaveValue('1/2')
  await expect(dialog(page)).toHaveCount(0)
})

test('a visitor finds posts and questions without a network, and what finds nothing leads to a person @offline', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(office.url)
  const isStored = () =>
    page.evaluate(async () => (await caches.match('/api/site/sections', { cacheName: 'blog' })) !== undefined)
  await waitUntilPagesStored(page)
  await expect.poll(isStored).toBe(true)
  office.network.setReachable(false)
  await page.reload()
  await page.getByRole('button', { name: '사이트 검색' }).click()
  await field(page).fill('취득세')
  await expect(dialog(page).getByRole('group').nth(1)).toBeVisible()
  await field(page).fill('바나나우유')
  await expect(dialog(page).getByRole('status')).toHaveText('찾은 것이 없습니다.')
  await expect(dialog(page).getByRole('option').first()).toHaveText(/^전화 \d/)
  await line(page, '상담 문의').click()
  await expect(page).toHaveURL(/\/contact$/)
})

test('a question that the chat cannot send without a network is searched in the site, filled in @offline', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/features`)
  const isStored = () =>
    page.evaluate(async () => (await caches.match('/api/site/sections', { cacheName: 'blog' })) !== undefined)
  await waitUntilPagesStored(page)
  await expect.poll(isStored).toBe(true)
  office.network.setReachable(false)
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('textbox', { name: '질문' }).fill('상속 등기 비용')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: '이 질문을 사이트에서 찾기' })
  await link.click()
  await expect(field(page)).toHaveValue('상속 등기 비용')
  await expect(line(page, /^비용은 어떻게 정해지나요/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/features$/)
  await link.click()
  await expect(field(page)).toHaveValue('상속 등기 비용')
})
