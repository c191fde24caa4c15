import type { Locator, Page } from '@playwright/test'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { expect } from './expect.ts'

/** Opens the case book and waits for its rows. */
export async function openCaseBook(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/services/real-estate?tab=table${search.replace(/^\?/, '&')}`)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
}

type Label = (typeof realEstateBook.fields)[number]['label']

/** Default position of a column; 진행, which is not a field, follows 증지·인지. */
export function findColumnIndex(label: Label): number {
  const index = realEstateBook.fields.findIndex((field) => field.label === label)
  return index > realEstateBook.fields.findIndex(({ key }) => key === 'stamp') ? index + 1 : index
}

/** The rendered rows of the book, in order, without the entry line. */
export function bookRows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]:not([data-row="-1"])') })
}

export function findCaseRow(page: Page, owner: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(owner, { exact: true }) })
}

/** The cell of a row in the column with that label. */
export function findCell(row: Locator, label: Label): Locator {
  const column = findColumnIndex(label)
  return row.locator(`[role=gridcell][data-col="${column}"]`)
}

/** Clicks the cell, types over its content, and leaves it with Enter, as in a spreadsheet. */
export async function typeIntoCell(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** The cell of the entry line in the column with that label. */
export function entryCell(page: Page, label: Label): Locator {
  const column = findColumnIndex(label)
  return page.locator(`[role=gridcell][data-row="-1"][data-col="${column}"]`)
}

/** Expects exactly these owners in the result, in any order. */
export async function expectOwners(page: Page, owners: readonly string[]): Promise<void> {
  const column = realEstateBook.fields.findIndex((field) => field.key === 'owner')
  const cells = page.locator(`[role=gridcell][data-col="${column}"]:not([data-row="-1"])`)
  await expect.poll(async () => (await cells.allTextContents()).toSorted()).toEqual([...owners].toSorted())
}

/** Opens 상세 of a row by touch, behind its ⋯. */
export async function tapDetail(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /행 작업$/ }).tap()
  await page.getByRole('menuitem', { name: '상세' }).tap()
}
