import type { BrowserContext } from '@playwright/test'

/** What a network that is gone makes the browser say. */
const isOfTheNetwork = /Failed to load resource|net::ERR_/

/**
 * Notes, in every page of a device that is opened from here on, what the browser refuses because of the CSP, and every error it writes to the console or that nobody caught. Answers what
 * was noted so far.
 */
export async function watchCode(context: BrowserContext): Promise<() => readonly string[]> {
  const noted: string[] = []
  const note = (where: string, what: string) => {
    if (!isOfTheNetwork.test(what)) noted.push(`${where}: ${what}`)
  }
  await context.exposeBinding('noteRefusal', ({ page }, what: string) => note(page.url(), what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const said = `${event.effectiveDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.columnNumber}`
      void (Reflect.get(window, 'noteRefusal') as (what: string) => Promise<void>)(said)
    })
  })
  context.on('console', (message) => {
    if (message.type() === 'error') note(message.page()?.url() ?? 'worker', message.text())
  })
  context.on('weberror', (error) => note(error.page()?.url() ?? 'worker', error.error().message))
  return () => noted
}
