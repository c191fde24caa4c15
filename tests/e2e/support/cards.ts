import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The rendered cards of a list, in order. */
export function cards(page: Page): Locator {
  return page.locator('[data-card]')
}

/** The card with this text. */
export function findCard(page: Page, text: string | RegExp): Locator {
  return cards(page).filter({ hasText: text })
}

/** The part of a card that is tapped or swiped. */
export function findCardFace(card: Locator): Locator {
  return card.locator('[data-card-face]')
}

/** Opens a list on a phone and waits for its cards. `path`: including the query. */
export async function openCards(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path)
  await expect(cards(page).first()).not.toHaveText('')
}

/**
 * Makes this device show tables on a phone too, for tests of the table. Call it once the device has
 * its session.
 */
export async function preferTables(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('list-view', 'table'))
}
