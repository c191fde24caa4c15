import type { Locator, Page } from '@playwright/test'

/** A question by its words: in the dialog it is about, else in one of its own. */
export function questionOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('group', { name }).or(page.getByRole('dialog', { name }))
}
