import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

interface DeadlineLine {
  /** Accessible name. */
  banner: string
  /** Accessible name of the panel in which the most urgent record opens. */
  panel: RegExp
  /** Text about that record. */
  urgent: RegExp
  /** Owner of a record whose deadline is far away. */
  hidden: string
}

/**
 * Checks the line of deadlines above a table: it is one line with the most urgent record, which
 * opens under any search, and it stays expanded on this device.
 */
export async function expectDeadlineLine(
  page: Page,
  { banner: name, panel, urgent, hidden }: DeadlineLine,
): Promise<void> {
  const banner = page.getByRole('region', { name })
  const line = banner.getByRole('button', { name: urgent })
  await expect(line).toBeVisible()
  const folded = await banner.boundingBox()
  expect(folded?.height ?? 0).toBeLessThanOrEqual(36)
  await expect(banner.getByRole('listitem')).toHaveCount(0)

  await page.getByRole('searchbox', { name: '검색' }).fill('이런사건은없다')
  await expect(page.getByText(/맞는 사건이 없습니다/)).toBeVisible()
  await line.click()
  await expect(page.getByText('검색 조건에 맞지 않는 사건이라 조건을 지우고 열었습니다.')).toBeVisible()
  await expect(page.getByRole('region', { name: panel })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: '검색' })).toHaveValue('')

  await banner.getByRole('button', { name: '펼치기' }).click()
  await page.reload()
  await expect(banner.getByRole('listitem').getByRole('button', { name: urgent })).toBeVisible()
  await expect(banner.getByText(hidden)).toHaveCount(0)
  await banner.getByRole('button', { name: '접기' }).click()
  await expect(banner.getByRole('listitem')).toHaveCount(0)
}
