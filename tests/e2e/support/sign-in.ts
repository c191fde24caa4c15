import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { spared } from './spared-calls.ts'

/** Signs in through the built-in provider as a person does: 로그인, then the account on the provider's page. */
export async function signIn(
  page: Page,
  url: string,
  account: '직원' | '최고관리자' | '일반 회원' = '직원',
): Promise<void> {
  await spared(url, async () => {
    await page.goto(url)
    await page.getByRole('button', { name: '로그인' }).first().click()
    await page.getByText(account, { exact: true }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/oauth'))
  })
  await expect(page.getByRole('button', { name: '로그인' })).toHaveCount(0)
}
