import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openCaseBook } from '../support/case-book.ts'
import { expect, test } from '../support/test.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: /님 메뉴$/ })
const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const [byDay, byNight] = ['rgb(251, 250, 247)', 'rgb(22, 24, 27)']

test('a color theme chosen by keyboard applies to every window and after a reload; prints stay white', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  const other = await page.context().newPage()
  await openCaseBook(other, office.url)
  expect(await readBackground(page)).toBe(byDay)
  await menuButton(page).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: '기기 설정' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: '밝게' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitemradio', { name: '어둡게' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => readBackground(page)).toBe(byNight)
  await expect.poll(() => readBackground(other)).toBe(byNight)
  await expectAccessible(page, '[role=menu]')
  await page.emulateMedia({ media: 'print' })
  expect(await readBackground(page)).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen' })
  await page.reload()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  expect(await readBackground(page)).toBe(byNight)

  await menuButton(page).click()
  await page.getByRole('menuitemradio', { name: '밝게' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readBackground(page)).toBe(byDay)
  await page.getByRole('menuitemradio', { name: '기기 설정' }).click()
  expect(await readBackground(page)).toBe(byNight)
  await other.close()
})

test('finds help by words, and explains how to install the app', async ({ office, staffPage: page }) => {
  await openCaseBook(page, office.url)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: '도움말' }).click()
  const help = page.getByRole('dialog', { name: '도움말' })
  const find = help.getByRole('searchbox', { name: '도움말 찾기' })
  await expect(find).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await find.fill('날짜')
  await expect(help.getByText('날짜 입력', { exact: true })).toBeVisible()
  await expect(help.getByText('전송 대기', { exact: true })).toHaveCount(0)
  await find.fill('없는 도움말')
  await expect(help.getByText('찾는 도움말이 없습니다.')).toBeVisible()
  await expect(help.getByText('02-000-0000')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  await menuButton(page).click()
  await page.getByRole('menuitem', { name: '앱 설치' }).click()
  await expect(page.getByRole('dialog', { name: '앱 설치' })).toContainText('‘앱 설치’ 또는 ‘홈 화면에 추가’')
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the menu fits the phone and offers no row height, and help does not open the keyboard', async ({
    office,
    staffPage: page,
  }) => {
    await page.goto(`${office.url}/staff/outbox`)
    await menuButton(page).tap()
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('menuitemradio', { name: '촘촘하게' })).toHaveCount(0)
    expect((await page.getByRole('menuitemradio', { name: '어둡게' }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('menuitem', { name: '도움말' }).tap()
    await expect(page.getByRole('dialog', { name: '도움말' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('searchbox', { name: '도움말 찾기' })).not.toBeFocused()
  })
})
