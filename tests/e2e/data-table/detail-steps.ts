import type { Locator, Page } from '@playwright/test'
import { expect, test as base } from './harness-server.ts'
import { cell } from './table-steps.ts'

export const owner = 1

export const test = base.extend<{ openDetail: (query?: string) => Promise<Page> }>({
  openDetail: async ({ page, harnessUrl }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await use(async (query = '') => {
      await page.goto(`${harnessUrl}detail-panel.html?${query}`)
      await cell(page, 0, owner).waitFor()
      return page
    })
    expect(faults).toEqual([])
  },
})

export const panel = (page: Page) => page.getByRole('region', { name: /시험 기록 상세/ })
export const field = (page: Page, label: string): Locator => panel(page).getByLabel(label, { exact: true })
export const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
export const title = (page: Page) => panel(page).getByRole('heading', { level: 2 })
/** The lines of an open list; native selects have options of their own. */
export const lines = (page: Page) =>
  panel(page).getByRole('listbox', { name: '사업구간(그룹) 목록' }).getByRole('option')
export const question = (page: Page) => page.getByRole('dialog', { name: '저장하지 않은 변경이 있습니다' })

/** What left the screen: `row:key=value` per change, one line per act. */
export const acts = (page: Page) =>
  page.evaluate(() =>
    window.detailHarness.acts.map((act) =>
      act.changes
        .map(({ row, key, new: value }) => `${window.detailHarness.source.indexOf(row.id)}:${key}=${String(value)}`)
        .join(' '),
    ),
  )

/** Opens the record of a row with the keys only. */
export async function openRow(page: Page, row: number): Promise<void> {
  await cell(page, row, owner).click()
  await page.keyboard.press('Space')
  await panel(page).waitFor()
  await expect.poll(() => panel(page).evaluate((region) => region.contains(document.activeElement))).toBe(true)
}

/** Puts text in the place of what a field holds, as hands do. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}
