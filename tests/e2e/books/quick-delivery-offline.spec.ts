import { formatNumber } from '#contract/text/format-number.ts'
import { preferTables } from '../support/cards.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import {
  expectBalances,
  formField,
  listQuick,
  openQuick,
  quickRow,
  refresh,
  startLedger,
  stat,
} from '../support/quick-delivery.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test.beforeEach(async ({ colleague }) => {
  await startLedger(colleague)
})

test('full screen hides the frame and keeps typed text', async ({ office, staffPage: page }) => {
  await openQuick(page, office.url, '?search=새론')
  await formField(page, '메모').fill('쓰던 것')
  await page.getByRole('link', { name: '전체 화면' }).click()
  await expect(page).toHaveURL(/fullscreen=1/)
  await expect(page.getByRole('link', { name: '등기 관리' })).toHaveCount(0)
  await expect(quickRow(page, '박새론')).toBeVisible()
  await expect(formField(page, '메모')).toHaveValue('쓰던 것')
  await page.getByRole('link', { name: '전체 화면 끝내기' }).click()
  await expect(page.getByRole('link', { name: '등기 관리' }).first()).toBeVisible()
  await expect(formField(page, '메모')).toHaveValue('쓰던 것')
})

test('adds, edits, deletes and tops up offline with correct balances, also after a reload @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openQuick(page, office.url)
  await expectBalances(page, ['70,000', '90,000', '100,000'])
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await page.reload()
  await expectBalances(page, ['70,000', '90,000', '100,000'])
  await formField(page, '기사명').fill('오프라인')
  await formField(page, '금액(원)').fill('5,000')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('기록이 저장되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await page.getByRole('button', { name: '잔액 충전' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '+50,000' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '충전', exact: true }).click()
  await expectBalances(page, ['115,000', '65,000', '70,000', '90,000', '100,000'])
  await quickRow(page, '김가온').getByRole('button', { name: '수정' }).click()
  await formField(page, '금액(원)').fill('40,000')
  await page.keyboard.press('Control+s')
  await quickRow(page, '박새론').getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expectBalances(page, ['105,000', '55,000', '60,000', '100,000'])
  await page.reload()
  await expectBalances(page, ['105,000', '55,000', '60,000', '100,000'])
  await expect(stat(page, '사용 가능 잔액')).toHaveText('105,000원')

  office.network.setReachable(true)
  await refresh(page)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  expect((await listQuick(colleague)).map(({ balance }) => balance)).toEqual([105_000, 55_000, 60_000, 100_000])
})

test('two people who add rides at once, one of them offline, both get the balances of the server', async ({
  office,
  colleague,
  staffPage: first,
  browser,
}) => {
  await openQuick(first, office.url)
  await expect(first.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const other = await browser.newContext()
  try {
    // Bypasses the proxy, so that only the first page is offline.
    const second = await other.newPage()
    await signIn(second, office.origin, '최고관리자')
    await openQuick(second, office.origin)
    await expectBalances(second, ['70,000', '90,000', '100,000'])
    office.network.setReachable(false)
    await formField(first, '기사명').fill('첫째')
    await formField(first, '금액(원)').fill('1,000')
    await first.keyboard.press('Control+s')
    await expectBalances(first, ['69,000', '70,000', '90,000', '100,000'])
    await formField(second, '기사명').fill('둘째')
    await formField(second, '금액(원)').fill('2,000')
    await second.keyboard.press('Control+s')
    await expectBalances(second, ['68,000', '70,000', '90,000', '100,000'])
    await quickRow(second, '김가온').getByRole('button', { name: '수정' }).click()
    await formField(second, '금액(원)').fill('15,000')
    await second.keyboard.press('Control+s')
    await expectBalances(second, ['63,000', '65,000', '85,000', '100,000'])
    await expect.poll(async () => (await listQuick(colleague)).length).toBe(4)

    office.network.setReachable(true)
    await refresh(first)
    await expect.poll(async () => (await listQuick(colleague)).length, { timeout: 60_000 }).toBe(5)
    const balances = (await listQuick(colleague)).map(({ balance }) => formatNumber(balance))
    expect(balances).toEqual(['62,000', '64,000', '65,000', '85,000', '100,000'])
    for (const page of [first, second]) {
      await expect(stat(page, '사용 가능 잔액')).toHaveText('62,000원', { timeout: 60_000 })
      await refresh(page)
      await expectBalances(page, balances)
    }
  } finally {
    await other.close()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  // This tests the table; cards are tested in phone.spec.ts.
  test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

  test('the ride form unfolds, its targets are 44 px high, and the new balance is visible', async ({
    office,
    staffPage: page,
  }) => {
    await openQuick(page, office.url)
    await expect(formField(page, '기사명')).toBeHidden()
    await page.getByRole('button', { name: '배송 기록 입력' }).tap()
    await formField(page, '금액(원)').fill('7,000')
    const small = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('button, a, input, select')]
        .filter((element) => element.checkVisibility() && element.tabIndex >= 0)
        .filter((element) => element.getBoundingClientRect().height < 44 && !element.closest('[role=grid]'))
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(small).toEqual([])
    await formField(page, '기사명').fill('정하람')
    // One tap, although the suggestions for the name are still open.
    await page.getByText('저장', { exact: true }).tap()
    await expect(page.getByText('기록이 저장되었습니다.')).toBeVisible()
    const row = quickRow(page, '정하람')
    await expect(row.getByText('63,000', { exact: true })).toBeInViewport()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})
