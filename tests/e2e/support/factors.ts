import type { CDPSession, Page } from '@playwright/test'
import pg from 'pg'
import { readRunningOwnerUrl } from '#server/postgres/embedded.ts'
import { generateCode } from '../../support/people/authenticator-app.ts'
import { expect } from './expect.ts'
import type { Office } from './office-kinds.ts'
import { openOffice } from './office.ts'
import { test as base } from './test.ts'

/**
 * `test` in a separate office that requires a second factor of staff, as when it is reached from
 * outside. Files share it, so every test leaves it without factors.
 */
export const test = base.extend<{ withoutFactors: void }, { office: Office }>({
  office: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const office = await openOffice({ env: { SECOND_FACTOR: 'required' } })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
  withoutFactors: [
    async ({ office }, use) => {
      await use()
      await runInDatabase(office, 'delete from passkey; delete from recovery_code; delete from second_factor')
    },
    { auto: true },
  ],
})

/** Passkeys belong to domain names, so the office is opened under localhost. */
export const toLocalhost = (office: Office) => office.url.replace('127.0.0.1', 'localhost')

/** Runs a statement as the database owner, for states that only time would bring about. */
export async function runInDatabase(office: Office, statement: string): Promise<unknown[]> {
  const client = new pg.Client(readRunningOwnerUrl(office.dataDir()))
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Sets back the time of every session's last factor and last use. */
export async function ageSessions(office: Office, interval: string): Promise<void> {
  await runInDatabase(
    office,
    `update session set factor_at = factor_at - interval '${interval}', active_at = active_at - interval '${interval}'`,
  )
}

/** Adds a virtual security key to the browser, which confirms every request. */
export async function plugInKey(page: Page): Promise<SecurityKey> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** Syncs passkeys to another device, as a vendor's cloud does. */
export async function shareKeys(from: SecurityKey, to: SecurityKey): Promise<void> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId })
  for (const credential of credentials)
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential })
}

interface SecurityKey {
  readonly cdp: CDPSession
  readonly authenticatorId: string
}

/** Sets up an authenticator app on the cover page. Returns its key and the recovery codes. */
export async function enrollApp(page: Page): Promise<{ secret: string; usedCode: string; codes: string[] }> {
  const cover = page.locator('[data-lock-layer]')
  await cover.getByRole('button', { name: '인증 앱 등록' }).click()
  await expect(cover.getByRole('img', { name: '인증 앱으로 찍을 QR 코드' })).toBeVisible()
  const secret = await readShownKey(cover)
  const usedCode = generateCode(secret)
  await cover.getByLabel('인증 앱의 6자리 코드').fill(usedCode)
  await cover.getByRole('button', { name: '등록', exact: true }).click()
  const list = cover.getByRole('list', { name: '복구 코드 목록' })
  await expect(list).toBeVisible()
  const codes = await list.getByRole('listitem').allInnerTexts()
  await cover.getByRole('button', { name: '보관했습니다' }).click()
  await expect(cover).toHaveCount(0)
  return { secret, usedCode, codes }
}

/** The authenticator app's key, shown next to the QR code. */
export async function readShownKey(place: Pick<Page, 'getByText'>): Promise<string> {
  return (await place.getByText(/^키 /).innerText()).replace(/^키/, '').replace(/\s/g, '')
}

/** A code works once; this returns the next step's code, which the server accepts as clock skew. */
export function generateNextCode(secret: string): string {
  return generateCode(secret, Date.now() + 30_000)
}

/** Makes codes of the current step valid again. */
export async function allowCodesAgain(office: Office): Promise<void> {
  await runInDatabase(office, 'update second_factor set totp_step = 0')
}
