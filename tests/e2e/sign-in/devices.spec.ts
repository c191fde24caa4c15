import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessibility.ts'
import { openCaseBook } from '../support/case-book.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'

test('signs out a lost phone from another device by keyboard', async ({ office, staffPage: page, browser }) => {
  const lostDevice = await signInElsewhere(browser, office.url, '직원')
  await openCaseBook(page, office.url)
  await page.getByRole('button', { name: /님 메뉴/ }).press('Enter')
  await page.getByRole('menuitem', { name: '로그인한 기기' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '로그인한 기기' })).toBeVisible()
  const entries = page.getByRole('list', { name: '로그인한 기기' }).getByRole('listitem')
  await expect(entries.first()).toContainText('이 기기')
  await expect(entries.first()).toContainText('127.0.0.1')
  await expectAccessibleInBothThemes(page)
  await entries.getByRole('button', { name: '안드로이드 휴대전화 · Chrome 로그아웃' }).first().press('Enter')
  const question = page.getByRole('dialog', { name: /안드로이드 휴대전화 · Chrome에서 로그아웃하시겠습니까/ })
  await expect(question.getByRole('button', { name: '취소' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await question.getByRole('button', { name: '로그아웃' }).press('Enter')
  await expect(page.getByText('안드로이드 휴대전화 · Chrome에서 로그아웃했습니다.')).toBeVisible()
  await expect(entries.filter({ hasText: '안드로이드 휴대전화' })).toHaveCount(0)
  expect(await isSignedIn(lostDevice)).toBe(false)
  expect(await isSignedIn(page)).toBe(true)
  await lostDevice.context().close()
})

test('signs out all other devices, and then all devices after a confirmation', async ({
  office,
  staffPage: page,
  browser,
}) => {
  const [device, other] = [
    await signInElsewhere(browser, office.url, '직원'),
    await signInElsewhere(browser, office.url, '직원'),
  ]
  await page.goto(`${office.url}/account/devices`)
  await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByRole('list', { name: '로그인한 기기' }).getByRole('listitem')).toHaveCount(1)
  expect(await Promise.all([device, other].map(isSignedIn))).toEqual([false, false])
  const late = await signInElsewhere(browser, office.url, '직원')
  await page.getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
  const dialog = page.getByRole('dialog', { name: '모든 기기에서 로그아웃' })
  await dialog.getByRole('button', { name: '로그아웃', exact: true }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  expect(await isSignedIn(late)).toBe(false)
  await Promise.all([device, other, late].map((devicePage) => devicePage.context().close()))
})

test('says that the list of devices needs the server, and loads it when the server responds again', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/account/devices`)
  await expect(page.getByText('이 기기', { exact: true })).toBeVisible()
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('이 목록은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  await expectAccessible(page)
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('이 기기', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a member finds their devices from the public site and signs out everywhere', async ({
    office,
    newDevicePage: page,
    browser,
  }) => {
    const elsewhere = await signInElsewhere(browser, office.url, '일반 회원')
    await signIn(page, office.url, '일반 회원')
    await page.getByRole('link', { name: '로그인한 기기' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: '로그인한 기기' })).toBeVisible()
    await expect(page.getByText('이 기기', { exact: true })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: '모든 기기에서 로그아웃' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).tap()
    await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
    expect(await isSignedIn(elsewhere)).toBe(false)
    await elsewhere.context().close()
  })
})

test('redirects a visitor from the list of devices to the home page', async ({ office, newDevicePage: page }) => {
  await page.goto(`${office.url}/account/devices`)
  await expect(page).toHaveURL(`${office.url}/`)
})

/** Signs in on another browser that identifies as a phone. */
async function signInElsewhere(browser: Browser, url: string, account: '직원' | '일반 회원'): Promise<Page> {
  const context = await browser.newContext({ userAgent: phone })
  const page = await context.newPage()
  await signIn(page, url, account)
  return page
}

async function isSignedIn(page: Page): Promise<boolean> {
  return await page.evaluate(async () => {
    const body = JSON.stringify({ access_token: localStorage.getItem('access_token') ?? 'none' })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/oauth/check_token/kakao/', { method: 'POST', headers, body })
    return ((await response.json()) as { is_valid: boolean }).is_valid
  })
}
