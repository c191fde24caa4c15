import type { Locator, Page } from '@playwright/test'

/** The open dialog 등기신청서 작성. */
export function applicationDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: /^등기신청서 작성/ })
}

/** Selects the first rows of 데이터 and opens their forms. */
export async function writeForms(page: Page, count: number): Promise<void> {
  for (let row = 0; row < count; row += 1)
    await page.locator(`[data-rowhead][data-row="${row}"]`).getByRole('checkbox').click()
  await page.getByRole('button', { name: `신청서 작성 (${count})` }).click()
}
