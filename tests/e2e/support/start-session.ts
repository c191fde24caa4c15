import type { Page } from '@playwright/test'
import { sessionStorageKeys } from '#contract/session/session.ts'
import { type DemoAccountName, signInForTokens } from '../../support/people/sign-in-calls.ts'
import type { Office } from './office-kinds.ts'
import { avoidKilledServer } from './server-guard.ts'

/**
 * Signs somebody in on this device with a new session, by the calls of a real sign-in but without
 * its four pages, which cost more than most tests. The page is left at a URL without the app. Tests
 * of the sign-in itself use `signIn`.
 */
export async function startSession(page: Page, office: Office, account: DemoAccountName = 'staff'): Promise<void> {
  await page.goto(`${office.url}/robots.txt`)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const login = await createLogin(office, userAgent, account)
  // The app creates the outbox's session row when it finds a login here.
  await page.evaluate((entries) => Object.assign(localStorage, entries), login)
}

/** The entries of local storage that a page finds after signing in. */
export async function createLogin(
  office: Office,
  userAgent: string,
  account: DemoAccountName = 'staff',
): Promise<Record<string, string>> {
  const tokens = await avoidKilledServer(
    office.origin,
    async () => await signInForTokens(office.origin, account, { 'user-agent': userAgent }),
  )
  const { accessToken, refreshToken, userInfo, lastLoginTime } = sessionStorageKeys
  return {
    [accessToken]: tokens.access_token,
    [refreshToken]: tokens.refresh_token,
    [userInfo]: JSON.stringify(tokens.user_info),
    [lastLoginTime]: new Date().toISOString(),
  }
}
