import type { Page } from '@playwright/test'
import { sessionStorageKeys } from '#contract/session/session.ts'
import { tokensByCalls, type DemoAccountName } from '../../support/sign-in-calls.ts'
import type { Office } from './office-kinds.ts'
import { spared } from './spared-calls.ts'

/**
 * Somebody is signed in on this device from now on, with a session of their own: by the calls a real sign-in makes, without the four pages in between, which cost more
 * than most tests. The page stands at an address without an app; the test opens what it wants. What tests signing in itself goes by `signIn`.
 */
export async function startSession(page: Page, office: Office, account: DemoAccountName = 'staff'): Promise<void> {
  await page.goto(`${office.url}/robots.txt`)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const tokens = await spared(
    office.origin,
    async () => await tokensByCalls(office.origin, account, { 'user-agent': userAgent }),
  )
  const { accessToken, refreshToken, userInfo, lastLoginTime } = sessionStorageKeys
  const login = {
    [accessToken]: tokens.access_token,
    [refreshToken]: tokens.refresh_token,
    [userInfo]: JSON.stringify(tokens.user_info),
    [lastLoginTime]: new Date().toISOString(),
  }
  // The app puts the row beside the outbox when it finds a login here.
  await page.evaluate((entries) => Object.assign(localStorage, entries), login)
}
