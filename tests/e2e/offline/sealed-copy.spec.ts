import type { Page } from '@playwright/test'
import { sealingKeyPath } from '#contract/person-numbers/sealed-number.ts'
import { generateCode } from '../../support/people/authenticator-app.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { countDeviceData } from '../support/browser-storage.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { readShownKey } from '../support/factors.ts'
import { waitUntilAllStored, waitUntilCopied } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { openOffice } from '../support/office.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { choosePin, pin, saveView, sealHere, startOver, typeFiveWrongPins, unlock } from '../support/sealed-copy.ts'
import { findSecretsInStorage } from '../support/secrets-in-storage.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const newPin = '731846'

const badge = (page: Page) => page.getByText(/오프라인 사본 · .+까지/).first()

test('sends waiting edits after the PIN, and stores nothing of a record in readable form @core', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '밀봉')
  await sealHere(page, office.url)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=밀봉`)
  await expect(findCaseRow(page, '밀봉1')).toBeVisible()
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '밀봉1'), '등기목적'), '봉해진 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  expect(await findSecretsInStorage(page, ['밀봉1', '봉해진 수정'])).toEqual([])
  await startOver(page)
  await unlock(page, pin)
  await expect(findCaseRow(page, '밀봉1')).toContainText('봉해진 수정')
  office.network.setReachable(true)
  await expect
    .poll(async () => (await listOwnCases(colleague, '밀봉'))[0]?.purpose, { timeout: 60_000 })
    .toBe('봉해진 수정')
})

test('encrypts saved views and option lists, and shows them after the PIN offline', async ({
  office,
  staffPage: first,
}) => {
  // Data stored before encryption was turned on is encrypted, too.
  await openCaseBook(first, office.url)
  await saveView(first, '나미래 사건')
  await openInquiry(first, office.url)
  await expectAssignee(first, '한온결')
  // Names of the office's people are public; the stored key `assignees` shows that their list was
  // loaded.
  const secrets = ['나미래', '도한결', 'assignees', 'sealed:']
  await expect.poll(() => findSecretsInStorage(first, secrets)).toEqual(['나미래', 'assignees'])
  await sealHere(first, office.url)
  const page = await first.context().newPage()
  await openInquiry(page, office.url)
  await expectAssignee(page, '한온결')
  await openCaseBook(page, office.url)
  await saveView(page, '도한결 사건')
  await waitUntilAllStored(page)
  await expect.poll(() => findSecretsInStorage(page, secrets)).toEqual(['sealed:'])
  office.network.setReachable(false)
  await first.close()
  await startOver(page)
  await unlock(page, pin)
  await page.getByRole('button', { name: '저장된 보기' }).click()
  const views = page.getByRole('list', { name: '저장된 보기' })
  await expect(views.getByRole('button', { name: '나미래 사건', exact: true })).toBeVisible()
  await expect(views.getByRole('button', { name: '도한결 사건', exact: true })).toBeVisible()
  await openInquiry(page, office.url)
  await expectAssignee(page, '한온결')
})

test('five wrong PINs delete the copy, and a new PIN sends the unsent work', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.setTimeout(120_000)
  await makeCases(colleague, '오답')
  await sealHere(page, office.url)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=오답`)
  await expect(findCaseRow(page, '오답1')).toBeVisible()
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '오답1'), '등기목적'), '잃지 않을 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  await startOver(page)
  await typeFiveWrongPins(page)
  await expectAccessible(page)
  const stored = await countDeviceData(page)
  expect(stored.databases.filter((name) => /^(mirror|history|paper-copies)-/.test(name))).toEqual([])
  expect(stored.unsent).toBe(1)
  office.network.setReachable(true)
  await choosePin(page, newPin)
  await expect(findCaseRow(page, '오답1')).toBeVisible({ timeout: 30_000 })
  await expect
    .poll(async () => (await listOwnCases(colleague, '오답'))[0]?.purpose, { timeout: 60_000 })
    .toBe('잃지 않을 수정')
})

test('Ctrl+L locks every window and keeps typed text, and the PIN unlocks them, also offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '가림막')
  await openCaseBook(page, office.url, '?search=가림막')
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '가림막1'), '등기목적'), '잠그기 전 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  office.network.setReachable(true)
  await sealHere(page, office.url)
  await expect
    .poll(async () => (await listOwnCases(colleague, '가림막'))[0]?.purpose, { timeout: 60_000 })
    .toBe('잠그기 전 수정')
  await openCaseBook(page, office.url, '?search=가림막')
  await expect(badge(page)).toBeVisible()
  await page.reload()
  await expect(badge(page)).toBeVisible()
  await expect(findCaseRow(page, '가림막1')).toContainText('잠그기 전 수정')
  // Keeps this window busy, so that it can't hand the second one its keys in time.
  await page.evaluate(() =>
    setTimeout(() => {
      const end = performance.now() + 4000
      while (performance.now() < end);
    }),
  )
  const second = await page.context().newPage()
  await openCaseBook(second, office.url)
  await expect(badge(second)).toBeVisible()
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await findCell(findCaseRow(page, '가림막1'), '등기목적').click()
  await page.keyboard.type('반쯤 적은 말')
  await page.keyboard.press('Control+l')
  for (const window of [page, second]) {
    await expect(window.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeVisible()
    await expect(window.getByText('가림막1')).toBeHidden()
  }
  await expectAccessible(page)
  await unlock(page, pin)
  for (const window of [page, second])
    await expect(window.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(findCaseRow(page, '가림막1')).toContainText('반쯤 적은 말')
  await expect(badge(second)).toBeVisible()
  await second.close()
  await expectPinAfterLock(page, office)
})

/**
 * Reloading a locked window asks for the PIN. The copy's escrow is encrypted to the server's
 * current key.
 */
async function expectPinAfterLock(page: Page, office: Office): Promise<void> {
  office.network.setReachable(true)
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await startOver(page)
  await expect(page.getByRole('heading', { name: '오프라인 사본이 잠겨 있습니다' })).toBeVisible()
  await expectAccessible(page)
  const countKeyRequests = () => office.network.requests.filter(({ path }) => path === sealingKeyPath).length
  const before = countKeyRequests()
  await unlock(page, pin)
  await expect.poll(countKeyRequests).toBe(before + 1)
}

test('the first sign-in to an office reachable from outside asks for a factor, areas and a PIN', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const outside = await openOffice({ env: { OFFLINE_COPIES: 'sealed', SECOND_FACTOR: 'required' } })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await signIn(page, outside.url)
    const requestedPaths: string[] = []
    context.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.goto(`${outside.url}/services/deposit`)
    await page.getByRole('button', { name: '인증 앱 등록' }).click()
    const secret = await readShownKey(page)
    await expectAccessible(page)
    await page.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
    await page.getByRole('button', { name: '등록', exact: true }).click()
    await expect(page.getByRole('list', { name: '복구 코드 목록' }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: '보관했습니다' }).click()
    await chooseDepositsAlone(page)
    await expect(page.getByRole('row').nth(3)).toBeVisible({ timeout: 60_000 })
    await expect(badge(page)).toBeVisible()
    await waitUntilCopied(page)
    expect(requestedPaths.filter((path) => path.endsWith('/deposit-cases/rows'))).not.toEqual([])
    expect(requestedPaths.filter((path) => path.endsWith('/real-estate/rows'))).toEqual([])
    // A device that signed in before encryption became mandatory learns of it when its page starts.
    const readSealingRule = () => page.evaluate(() => localStorage.getItem('sealed_copies'))
    await page.evaluate(() => localStorage.removeItem('sealed_copies'))
    await page.reload()
    await expect.poll(readSealingRule).toBe('1')
  } finally {
    await context.close()
    await outside.stop()
  }
})

/** The first PIN also asks which areas the device should store. */
async function chooseDepositsAlone(page: Page): Promise<void> {
  await page.getByLabel('선택한 업무').check()
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await choosePin(page, pin)
  await expect(page.getByText('보관할 업무를 하나 이상 선택해 주세요.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: '공탁 관리' }).check()
  await page.getByRole('button', { name: 'PIN으로 잠그기' }).last().click()
}

async function openInquiry(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/staff/inquiries`)
  await page.getByRole('row').filter({ hasText: '문의' }).getByRole('button', { name: /상세/ }).first().click()
  await expect(page.getByRole('region', { name: /문의 상세/ })).toBeVisible()
}

/** The field offers the office's people, whose names come from the server and not from a record. */
async function expectAssignee(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: '담당자' }).fill(name.slice(0, 1))
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}
