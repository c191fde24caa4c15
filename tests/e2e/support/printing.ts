import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { readPdf } from '../../support/read-pdf.ts'

/** The browser's dialog stays away, and it is known that it was asked for; before the page's first script. */
export async function withoutDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1)
    }
  })
}

/** Does what asks for a print, and reads what would come out of the printer. */
export async function printed(page: Page, ask: () => Promise<void>): ReturnType<typeof readPdf> {
  const asked = async () => Number((await page.locator('html').getAttribute('data-asked')) ?? 0)
  const before = await asked()
  await ask()
  await expect.poll(asked, { timeout: 60_000 }).toBe(before + 1)
  return await readPdf(await page.pdf({ preferCSSPageSize: true }))
}

/** The same of a list, whose pages are told first. */
export async function printedList(page: Page, ask: () => Promise<void>): ReturnType<typeof readPdf> {
  return await printed(page, async () => {
    await ask()
    await printQuestion(page).getByRole('button', { name: '인쇄', exact: true }).click()
  })
}

/** How many pages a list has, which of its empty columns are printed. */
export function printQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: /인쇄$/ })
}

/** Of texts that may stand in several lines. */
export function bare(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '')
}
