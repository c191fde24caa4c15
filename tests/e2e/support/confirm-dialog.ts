import type { Locator, Page } from '@playwright/test'

/** The question with this text, within the dialog it concerns or in a separate one. */
export function confirmDialog(page: Page, name: string | RegExp): Locator {
  return page.getByRole('group', { name }).or(page.getByRole('dialog', { name }))
}
