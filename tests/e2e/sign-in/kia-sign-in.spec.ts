import type { Locator, Page } from '@playwright/test'
import { linkedAccountsPath, linkedAccountsSchema } from '#contract/people/linked-accounts.ts'
import { signInAt } from '../../support/people/sign-in-at.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessibility.ts'
import { endSession } from '../support/end-session.ts'
import { expect, test } from '../support/kia-office.ts'
import type { Office } from '../support/office-kinds.ts'
import { startSession } from '../support/start-session.ts'

const notLinked = '아직 사용자와 연결되지 않은 기아 계정입니다. 사무소의 최고관리자에게 계정 연결을 요청해 주세요.'

test.beforeEach(async ({ office, maker }) => {
  maker.person = { id: 'maker-1', name: '김가온', email: 'gaon@example.com' }
  for (const { id } of (await readLinkedAccounts(office)).accounts) await call(office, 'DELETE', { id })
})

async function call(office: Office, method: 'GET' | 'PUT' | 'DELETE', body?: object): Promise<unknown> {
  const headers = { ...(await signInAt(office.origin, 'superuser')), 'content-type': 'application/json' }
  const requestInit = body && { body: JSON.stringify(body) }
  return await (await fetch(office.origin + linkedAccountsPath, { method, headers, ...requestInit })).json()
}

async function readLinkedAccounts(office: Office) {
  return linkedAccountsSchema.parse(await call(office, 'GET'))
}

async function signInByMaker(page: Page): Promise<void> {
  await page.getByRole('button', { name: '로그인', exact: true }).first().click()
  await page.getByRole('dialog', { name: '로그인 방법' }).getByRole('button', { name: '기아 계정으로 로그인' }).click()
}

async function openAccounts(page: Page, office: Office): Promise<Locator> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=people`)
  await page.getByRole('button', { name: '기아 계정' }).click()
  const dialog = page.getByRole('dialog', { name: '기아 계정' })
  await expect(dialog.getByRole('heading', { name: '연결 이력' })).toBeVisible()
  return dialog
}

test('admits only a linked account, returns to the requested page, and ends the session when unlinked', async ({
  browser,
  office,
  newDevicePage: page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${office.url}/services/real-estate?tab=table&search=ㄱ`)
  await page.getByRole('button', { name: '로그인', exact: true }).first().click()
  const choice = page.getByRole('dialog', { name: '로그인 방법' })
  await expect(choice.getByRole('button', { name: '체험 계정으로 로그인' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(choice).toHaveCount(0)
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choice).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(notLinked)).toBeVisible()
  expect(requests.filter((line) => /kia|oauth2/.test(line))).toEqual([
    'GET /oauth/get_keys/kia/',
    'POST /oauth/begin/kia',
    'GET /api/v1/user/oauth2/authorize',
    'GET /oauth/callback/kia',
    'POST /oauth/callback/kia',
  ])
  await expectAccessibleInBothThemes(page)

  const superuser = await (await browser.newContext()).newPage()
  const dialog = await openAccounts(superuser, office)
  const line = dialog.getByRole('list', { name: '기아 계정' }).getByRole('listitem').filter({ hasText: '김가온' })
  await expect(line).toContainText('연결 대기')
  await line.getByRole('combobox').selectOption({ label: '김가온' })
  await expectAccessibleInBothThemes(superuser)
  await line.getByRole('button', { name: '연결', exact: true }).click()
  await expect(line).toContainText('연결됨')
  await expect(dialog.getByRole('list', { name: '연결 이력' }).getByRole('listitem').first()).toContainText(
    '김가온 계정 → 김가온 연결',
  )

  await page.getByRole('button', { name: '다시 로그인' }).click()
  await page.getByRole('button', { name: '기아 계정으로 로그인' }).click()
  await expect(page).toHaveURL(/\/services\/real-estate\?tab=table&search=/)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()

  await line.getByRole('button', { name: /연결 해제$/ }).click()
  await superuser.getByRole('button', { name: '연결 해제', exact: true }).last().click()
  await expect(dialog.getByText('기아 계정으로 로그인한 사람이 없습니다.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: '연결 이력' }).getByRole('listitem').first()).toContainText('연결 해제')
  await expectAccessibleInBothThemes(superuser)
  await superuser.context().close()
  await expect(page.getByRole('dialog', { name: '로그인이 만료되었습니다' })).toBeVisible()
})

test('renews an ended session with the vehicle maker’s account in a popup', async ({ office, newDevicePage: page }) => {
  await page.goto(office.url)
  await signInByMaker(page)
  await expect(page.getByText(notLinked)).toBeVisible()
  const { accounts, people } = await readLinkedAccounts(office)
  const staff = people.find(({ name }) => name === '김가온')
  await call(office, 'PUT', { id: accounts[0]?.id, user_id: staff?.id })
  await page.getByRole('button', { name: '다시 로그인' }).click()
  await page.getByRole('button', { name: '기아 계정으로 로그인' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
  await page.goto(`${office.url}/staff/inquiries`)
  await expect(page.getByRole('heading', { level: 1, name: '문의함' })).toBeVisible()
  await endSession(page)
  // Dispatches the event, because the page may learn of the ended session from the open stream
  // first, and its panel then covers the button.
  await page.getByRole('button', { name: '지금 동기화', includeHidden: true }).dispatchEvent('click')
  const panel = page.getByRole('dialog', { name: '로그인이 만료되었습니다' })
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: '다시 로그인' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: '기아 계정으로 로그인' }).click()
  await opening
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: '문의함' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sign-in choice and the list of accounts fit the screen', async ({ office, newDevicePage: page }) => {
    await page.goto(office.url)
    await signInByMaker(page)
    await expect(page.getByText(notLinked)).toBeVisible()
    await page.getByRole('button', { name: '다시 로그인' }).click()
    await expect(page.getByRole('dialog', { name: '로그인 방법' })).toBeVisible()
    await expectAccessible(page)
    const dialog = await openAccounts(page, office)
    await expect(dialog.getByRole('list', { name: '기아 계정' })).toContainText('연결 대기')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})
