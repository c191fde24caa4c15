import type { Locator, Page } from '@playwright/test'
import { confirmDialog } from './confirm-dialog.ts'
import { expect } from './expect.ts'

/**
 * Starts an export and continues with the proposed reason. A window in the background gives nothing
 * the focus, so the button is located by name.
 */
export async function exportTerms(page: Page, button: Locator, title: string): Promise<void> {
  await button.click()
  const question = confirmDialog(page, title)
  await expect(question.getByRole('combobox', { name: '사유' })).toBeVisible()
  await question.locator('button[type=submit]').press('Enter')
  await expect(question).toBeHidden()
}

export async function pressExport(page: Page): Promise<void> {
  await exportTerms(page, page.getByRole('button', { name: '엑셀 내보내기' }), '엑셀 내보내기')
}
