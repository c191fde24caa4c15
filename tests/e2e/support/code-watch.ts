import type { BrowserContext } from '@playwright/test'

/** Browser messages about a missing network. */
const networkErrorPattern = /Failed to load resource|net::ERR_/

/**
 * Records CSP violations, console errors and uncaught errors in every page opened from now on.
 * Returns a function for what was recorded so far.
 */
export async function watchCode(context: BrowserContext): Promise<() => readonly string[]> {
  const violations: string[] = []
  const recordViolation = (where: string, what: string) => {
    if (!networkErrorPattern.test(what)) violations.push(`${where}: ${what}`)
  }
  await context.exposeBinding('noteRefusal', ({ page }, what: string) => recordViolation(page.url(), what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const violation = `${event.effectiveDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.columnNumber}`
      void (Reflect.get(window, 'noteRefusal') as (what: string) => Promise<void>)(violation)
    })
  })
  context.on('console', (message) => {
    if (message.type() === 'error') recordViolation(message.page()?.url() ?? 'worker', message.text())
  })
  context.on('weberror', (error) => recordViolation(error.page()?.url() ?? 'worker', error.error().message))
  return () => violations
}
