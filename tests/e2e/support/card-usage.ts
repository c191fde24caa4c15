import type { Locator, Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

export interface UsedCard {
  id: string
  version: number
  store_name: string | null
  pay: string | null
  purpose: string | null
  note: string | null
  approve_num: string | null
  created_at: string
}

/**
 * Creates uses in 2022-`month`, long before the demo records, so that a test's own uses are alone.
 */
export async function makeUses(colleague: Colleague, month: number, uses: readonly Partial<UsedCard>[]): Promise<void> {
  for (const [index, use] of uses.entries()) {
    const created_at = `2022-${String(month).padStart(2, '0')}-${String(10 + index)}T03:00:00+00:00`
    const response = await colleague.send('POST', '/api/mysql/card/', { id: newId(), created_at, ...use })
    if (response.status !== 201) throw new Error(`the use was refused: ${JSON.stringify(response.body)}`)
  }
}

/** The server's uses of that month, newest first. */
export async function listCardUses(colleague: Colleague, month: number): Promise<UsedCard[]> {
  return await colleague.get<UsedCard[]>(`/api/mysql/card/list/?year=2022&month=${month}`)
}

export async function openCards(page: Page, url: string, month: number): Promise<void> {
  await page.goto(`${url}/staff/card-report?year=2022&month=${month}`)
  await expect(page.getByRole('grid')).toBeVisible()
}

/** Matches the start of a cell, because a cell with an unsent value appends a note. */
export function useRow(page: Page, store: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: new RegExp(`^${store}`) }) })
}

/** A total under the list, as text. */
export function figure(page: Page, label: '점심' | '저녁' | '기타' | '합계'): Locator {
  return page
    .getByRole('region', { name: '합계' })
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: label }) })
    .getByRole('definition')
    .last()
}
