import type { Page } from '@playwright/test'

/**
 * Ends this browser's session on the server, as from another device; its tokens are no longer
 * accepted.
 */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const body = JSON.stringify({ refresh_token: localStorage.getItem('refresh_token') })
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('access_token')}`,
    }
    await fetch('/oauth/logout', { method: 'POST', headers, body })
  })
}
