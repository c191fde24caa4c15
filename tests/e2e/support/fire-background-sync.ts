import type { BrowserContext } from '@playwright/test'

/**
 * Returns a function that gives the office's service worker a Background Sync event, as a browser
 * does when the connection is back, also without an open page of the office. `tag`: the tag that
 * the page registered.
 */
export async function openBackgroundTurn(
  context: BrowserContext,
  url: string,
  tag: string,
): Promise<() => Promise<void>> {
  // A blank page that stays open, only to talk to the browser.
  const browser = await context.newCDPSession(await context.newPage())
  const registration = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((candidate) => candidate.scopeURL.startsWith(url) && !candidate.isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const turn = { origin: url, registrationId: await registration, tag, lastChance: false }
  return async () => {
    await browser.send('ServiceWorker.dispatchSyncEvent', turn)
  }
}
