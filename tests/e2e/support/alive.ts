import type { Page } from '@playwright/test'

/** React has the page that the server sent in its hands: what is pressed from here on is heard. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
  })
}
