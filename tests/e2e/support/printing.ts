import type { Locator, Page } from '@playwright/test'
import { readPdf } from '../../support/documents/read-pdf.ts'
import { expect } from './expect.ts'

/**
 * Replaces the browser's print dialog and records that it was requested; call it before the page's
 * first script.
 */
export async function withoutDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1)
    }
  })
}

/** Performs a print and reads the resulting PDF. */
export async function printPage(page: Page, startPrint: () => Promise<void>): ReturnType<typeof readPdf> {
  const printCount = async () => Number((await page.locator('html').getAttribute('data-asked')) ?? 0)
  const before = await printCount()
  await startPrint()
  await expect.poll(printCount, { timeout: 60_000 }).toBe(before + 1)
  return await readPdf(await page.pdf({ preferCSSPageSize: true }))
}

/** The same for a list, which first asks about its pages. */
export async function printList(page: Page, startPrint: () => Promise<void>): ReturnType<typeof readPdf> {
  return await printPage(page, async () => {
    await startPrint()
    await printQuestion(page).getByRole('button', { name: '인쇄', exact: true }).click()
  })
}

/** The question with the number of pages and the empty columns to print. */
export function printQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: /인쇄$/ })
}

/** Removes spaces, for texts that may wrap. */
export function removeSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '')
}
