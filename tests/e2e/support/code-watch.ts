import type { BrowserContext } from '@playwright/test'

/** Browser messages about a missing network. */
const isOfTheNetwork = /Failed to load resource|net::ERR_/

/**
 * Records CSP violations, console errors and uncaught errors in every page opened from now on.
 * Returns a function for what was recorded so far.
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
