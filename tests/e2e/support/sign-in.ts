import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { avoidKilledServer } from './server-guard.ts'

/**
 * Signs in through the built-in provider as a person does: 로그인, then the account on the provider's
 * page.
 */
export async function signIn(
  page: Page,
  url: string,
  account: '직원' | '최고관리자' | '일반 회원' = '직원',
): Promise<void> {
  await avoidKilledServer(url, async () => {
    await page.goto(url)
    await page.getByRole('button', { name: '로그인' }).first().click()
    await page.getByText(account, { exact: true }).click()
    await page.waitForURL((pageUrl) => !pageUrl.pathname.startsWith('/oauth'))
  })
  await expect(page.getByRole('button', { name: '로그인' })).toHaveCount(0)
}

export async function openSignOut(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /님 메뉴/ }).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  return page.getByRole('dialog', { name: '로그아웃' })
}

/** `choice`: the button of the question shown to users with unsent work. */
export async function confirmSignOut(page: Page, choice = '로그아웃'): Promise<void> {
  const dialog = await openSignOut(page)
  await dialog.getByRole('button', { name: choice }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
}
