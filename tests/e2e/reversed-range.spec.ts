import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('a range that ends before it begins says so in lists and reports', async ({ office, staffPage: page }) => {
  for (const [path, grid] of [
    ['/services/real-estate?tab=table', '사건부'],
    ['/staff/card-report?mode=period', '카드사용내역'],
  ] as const) {
    await page.goto(office.url + path)
    await expect(page.getByRole('grid', { name: grid, exact: true })).toBeVisible()
    await reverseRange(page)
  }
  await page.goto(`${office.url}/services/deposit?tab=report`)
  await reverseRange(page)
})

async function reverseRange(page: Page): Promise<void> {
  await page.getByLabel('시작일').first().fill('2026-11-02')
  await page.getByLabel('시작일').first().press('Tab')
  await page.getByLabel('종료일').first().fill('2026-11-01')
  await page.getByLabel('종료일').first().press('Tab')
  await expect(page.getByText('시작일이 종료일보다 늦습니다.').first()).toBeVisible()
}
