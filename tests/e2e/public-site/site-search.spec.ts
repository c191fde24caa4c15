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
  // A shortcut of one character could not be turned off.
  await page.keyboard.press('/')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: '사이트 검색' }).click()
  await expect(field(page)).toBeFocused()
  await expect(line(page, '공탁 서비스')).toBeVisible()
  await expect(line(page, '최근 소식')).toBeVisible()
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
  await expect(line(page, /^상속 등기는 언제까지/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/services\/real-estate#questions-\d+$/)
  await expect(page.getByText('상속 등기 자체에는 법이 정한 기한이 없습니다.')).toBeVisible()
})

test('what was typed goes along to the chat, which asks it', async ({ office, newDevicePage: page }) => {
  await page.goto(`${office.url}/about`)
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await field(page).fill('전세권 설정')
  await line(page, 'AI 채팅에 물어보기').click()
  await expect(page.getByRole('log', { name: '대화' })).toContainText('전세권 설정')
  await expect(page.getByRole('link', { name: /전세권·지상권·가등기/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/features$/)
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
  await expect(dialog(page).getByRole('option').first()).toHaveText('상담 문의')
  // Never dials.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contact$/)
})

test('the chat answers from the stored pages without a network @offline', async ({ office, newDevicePage: page }) => {
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
  const log = page.getByRole('log', { name: '대화' })
  await expect(log).toContainText('비용은 어떻게 정해지나요?')
  await expect(log).toContainText('이 기기의 사본에서 찾았습니다.')
  await expect(page.getByText(/오류/)).toHaveCount(0)
})

test('a question without a network and without stored pages says so once and can be searched for @offline', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/features`)
  await waitUntilPagesStored(page)
  await page.evaluate(() => caches.delete('blog'))
  office.network.setReachable(false)
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('textbox', { name: '질문' }).fill('상속 등기 비용')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('서버에 연결하지 못했습니다.')
  await expect(page.getByText(/오류/)).toHaveCount(0)
  await page.getByRole('link', { name: '이 질문을 사이트에서 찾기' }).click()
  await expect(field(page)).toHaveValue('상속 등기 비용')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/features$/)
})
