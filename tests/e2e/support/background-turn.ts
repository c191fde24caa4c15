import type { BrowserContext } from '@playwright/test'

/**
 * Answers what gives the office's service worker a turn of Background Sync, as a browser does when the connection is back, also with no page of the office open.
 * `tag`: what the page asked a turn for.
 */
export async function backgroundTurn(context: BrowserContext, url: string, tag: string): Promise<() => Promise<void>> {
  // A page of no origin stays open only to speak to the browser.
  const browser = await context.newCDPSession(await context.newPage())
  const registration = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((one) => one.scopeURL.startsWith(url) && !one.isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const turn = { origin: url, registrationId: await registration, tag, lastChance: false }
  return async () => {
    await browser.send('ServiceWorker.dispatchSyncEvent', turn)
  }
}
