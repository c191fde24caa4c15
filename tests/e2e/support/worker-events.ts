import type { BrowserContext } from '@playwright/test'
import type { PushContent } from '#contract/notifications/notifications.ts'

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
  const { browser, registrationId } = await findWorker(context, url)
  return async () => {
    await browser.send('ServiceWorker.dispatchSyncEvent', { origin: url, registrationId, tag, lastChance: false })
  }
}

/** Returns a function that gives the worker a push, as a browser does that received one. */
export async function openPush(context: BrowserContext, url: string): Promise<(content: PushContent) => Promise<void>> {
  const { browser, registrationId } = await findWorker(context, url)
  return async (content) => {
    const data = JSON.stringify(content)
    await browser.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
  }
}

async function findWorker(context: BrowserContext, url: string) {
  // A blank page that stays open, only to talk to the browser.
  const browser = await context.newCDPSession(await context.newPage())
  const registration = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((candidate) => candidate.scopeURL.startsWith(url) && !candidate.isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  return { browser, registrationId: await registration }
}
