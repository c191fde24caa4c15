import { preferTables } from './support/cards.ts'
import { cellOf, expectOwners, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { endSession } from './support/end-session.ts'
import { makeCases } from './support/own-cases.ts'
import { screensOf } from './support/screens/screens.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  // The story is the table's; cards have their own (phone.spec.ts).
  test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

  test('filters are folded away, unfold beside the toolbar, and the button counts those in use', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '작은접힘', 2)
    await openCaseBook(page, office.url, '?search=작은접힘')
    const fold = page.getByRole('button', { name: /^필터( \d)?$/ })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByLabel('담당자', { exact: true })).toBeHidden()
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await page.getByLabel('담당자', { exact: true }).fill('없는 담당자')
    await page.keyboard.press('Tab')
    await expectOwners(page, [])
    await fold.click()
    await expect(page.getByLabel('담당자', { exact: true })).toBeHidden()
    await expect(fold).toHaveText('필터 1')
    await page.getByRole('button', { name: '더 많은 작업' }).click()
    await page.getByRole('toolbar', { name: '사건부 작업' }).getByRole('button', { name: '필터 초기화' }).click()
    await expect(fold).toHaveText('필터')
  })

  test('the leave list fits the phone: filters on one line, rows with the button that opens them, nothing beyond the edge', async ({
    office,
    staffPage: page,
  }) => {
    await page.goto(`${office.url}/staff/leave-request`)
    await expect(page.getByRole('button', { name: '1행 상세', exact: true })).toBeInViewport({ ratio: 1 })
    const [year, state] = [page.getByRole('combobox', { name: '연도' }), page.getByRole('combobox', { name: '상태' })]
    const refresh = page.getByRole('button', { name: '새로고침', exact: true }).first()
    const tops = await Promise.all([year, state].map(async (field) => (await field.boundingBox())?.y ?? -1))
    expect(tops[0]).toBe(tops[1])
    await expect(refresh).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('no table of the staff makes the page wider than the phone', async ({ office, staffPage: page }) => {
    const lists = screensOf('staff').filter(({ isList, address }) => isList || String(address).includes('?tab='))
    for (const { address, shows, route } of lists) {
      await page.goto(`${office.url}${String(address ?? route)}`)
      await expect(shows(page).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), String(address)).toBeLessThanOrEqual(390)
    }
  })

  test('what is typed stays in sight when the keyboard takes half of the phone', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '반화면', 6)
    await openCaseBook(page, office.url, '?search=반화면')
    await cellOf(rowOf(page, '반화면1'), '소유자').click()
    await page.keyboard.press('F2')
    await page.setViewportSize({ width: 390, height: 460 })
    const input = page.locator('[data-cell-input]')
    await expect(input).toBeInViewport({ ratio: 1 })
    await expect(input).toBeFocused()
    await page.setViewportSize({ width: 390, height: 844 })
  })

  test('the notice of an ended session, put off, leaves the menu of the person within reach', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '나중')
    await openCaseBook(page, office.url, '?search=나중')
    await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
    await endSession(page)
    await typeIntoCell(page, cellOf(rowOf(page, '나중1'), '소유자'), '나중1 뒤')
    const panel = page.getByRole('dialog', { name: '로그인이 만료되었습니다' })
    await panel.getByRole('button', { name: '나중에' }).click({ timeout: 60_000 })
    await expect(page.getByText('로그인이 만료되어 전송이 멈춰 있습니다.')).toBeVisible()
    await page.getByRole('button', { name: '김가온 님 메뉴' }).click()
    await expect(page.getByRole('menuitem', { name: '로그아웃' })).toBeVisible()
    await page.keyboard.press('Escape')
    // The frame gave way instead of growing: the bar at the bottom is still on the screen.
    await expect(page.getByRole('navigation', { name: '빠른 이동' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: '다시 로그인' })).toBeVisible()
  })
})

test('a window zoomed to 200 % folds the filters and still shows rows', async ({ office, staffPage: page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openCaseBook(page, office.url)
  await expect(page.getByLabel('담당자', { exact: true })).toBeHidden()
  await expect(page.locator('[role=gridcell][data-row="1"]').first()).toBeInViewport({ ratio: 1 })
})
