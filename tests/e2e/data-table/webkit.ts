import { webkit } from '@playwright/test'

/** Whether this machine has a WebKit that starts (`npx playwright install --with-deps webkit`). Without one its tests are skipped by name and counted as such. */
export async function hasWebKit(): Promise<boolean> {
  try {
    const browser = await webkit.launch()
    await browser.close()
    return true
  } catch {
    return false
  }
}
