import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { sessionStorageKeys, type Tokens } from '#contract/session/session.ts'
import type { BenchOffice } from './bench-office.ts'

export const caseBookPath = '/services/real-estate?tab=table'

/**
 * The case book of the built app in an office-sized window: signed in, everything on the device,
 * otherwise idle.
 */
export async function openWholeApp(
  { browser, office }: { browser: Browser; office: BenchOffice },
  options: BrowserContextOptions,
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext(options)
  return { page: await openCaseBook(context, office), close: () => context.close() }
}

/** Signs a browser in unless it is, and resolves when everything is on the device. */
export async function openCaseBook(context: BrowserContext, office: BenchOffice): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(storeLogin, { tokens: await office.signIn(), keys: sessionStorageKeys })
  await page.goto(office.url + caseBookPath)
  await page.getByText('동기화됨').waitFor({ timeout: 300_000 })
  await page.locator('[role=gridcell][data-row="0"]').first().waitFor()
  await page.waitForTimeout(2000)
  return page
}

function storeLogin({ tokens, keys }: { tokens: Tokens; keys: typeof sessionStorageKeys }): void {
  if (localStorage.getItem(keys.accessToken)) return
  localStorage.setItem(keys.accessToken, tokens.access_token)
  localStorage.setItem(keys.refreshToken, tokens.refresh_token)
  localStorage.setItem(keys.userInfo, JSON.stringify(tokens.user_info))
}
