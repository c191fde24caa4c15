import type { Page } from '@playwright/test'

/** Waits until React has hydrated the page, so that input is handled. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
  })
}
