import type { Locator, Page } from '@playwright/test'
import { preferTables } from '../support/cards.ts'
import { expectOwners, findCaseRow, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { endSession } from '../support/end-session.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { listScreens } from '../support/screens/screens.ts'
import { expect, test } from '../support/test.ts'

const phone = { width: 390, height: 844 }

test.use({ reusesDevice: true, viewport: phone })
// These test the table; cards are tested in phone.spec.ts.
test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

test('on a phone filters are folded, and an ended session leaves the menus reachable', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '작은접힘', 6)
  await openCaseBook(page, office.url, '?search=작은접힘')
  const fold = page.getByRole('button', { name: /^필터( \d)?$/ })
  const manager = page.getByLabel('담당자', { exact: true })

  await test.step('filters unfold over the list, a press on the list folds them, and the button counts the active ones', async () => {
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(manager).toBeHidden()
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    const folded = await page.getByRole('grid').boundingBox()
    const views = await page.getByRole('button', { name: '저장된 보기' }).boundingBox()
    await page.mouse.click(40, (views?.y ?? 0) + 90)
    await expect(manager).toBeHidden()
    await fold.click()
    await expect(manager).toBeVisible()
    expect(await page.getByRole('grid').boundingBox()).toEqual(folded)
    await manager.fill('없는 담당자')
    await page.keyboard.press('Tab')
    await expectOwners(page, [])
    await fold.click()
    await expect(manager).toBeHidden()
    await expect(fold).toHaveText('필터 1')
    await fold.click()
    await page.getByRole('button', { name: '필터 초기화' }).click()
    await expect(fold).toHaveText('필터')
    await fold.click()
  })

  await test.step('a window zoomed to 200 % also folds filters and still shows rows', async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    await expect(manager).toBeHidden()
    await expect(page.locator('[role=gridcell][data-row="1"]').first()).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(phone)
  })

  await test.step('typed text stays visible when the keyboard takes half of the phone', async () => {
    await openCaseBook(page, office.url, '?search=작은접힘')
    await ownerCell(page, '작은접힘1').click()
    await page.keyboard.press('F2')
    await page.setViewportSize({ width: 390, height: 460 })
    const input = page.locator('[data-cell-input]')
    await expect(input).toBeInViewport({ ratio: 1 })
    await expect(input).toBeFocused()
    await page.keyboard.press('Escape')
    await page.setViewportSize(phone)
  })

  await test.step('the postponed notice of an ended session leaves the user menu reachable', async () => {
    await waitUntilCopied(page)
    await endSession(page)
    await typeIntoCell(page, ownerCell(page, '작은접힘1'), '작은접힘1 뒤')
    const panel = page.getByRole('dialog', { name: '로그인이 만료되었습니다' })
    await panel.getByRole('button', { name: '나중에' }).click({ timeout: 60_000 })
    await expect(page.getByText('로그인이 만료되어 전송이 멈춰 있습니다.')).toBeVisible()
    await page.getByRole('button', { name: '김가온 님 메뉴' }).click()
    await expect(page.getByRole('menuitem', { name: '로그아웃' })).toBeVisible()
    await page.keyboard.press('Escape')
    // The frame shrinks instead of growing: the bar at the bottom stays on the screen.
    await expect(page.getByRole('navigation', { name: '빠른 이동' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: '다시 로그인' })).toBeVisible()
  })
})

test('no staff table makes the page wider than the phone, and the leave filters are on one line', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/staff/leave-request`)
  await expect(page.getByRole('button', { name: '1행 상세', exact: true })).toBeInViewport({ ratio: 1 })
  const [year, state] = [page.getByRole('combobox', { name: '연도' }), page.getByRole('combobox', { name: '상태' })]
  const tops = await Promise.all([year, state].map(async (field) => (await field.boundingBox())?.y ?? -1))
  expect(tops[0]).toBe(tops[1])
  await expect(page.getByRole('button', { name: '새로고침', exact: true }).first()).toBeInViewport({ ratio: 1 })

  const lists = listScreens('staff').filter(({ isList, path }) => isList || String(path).includes('?tab='))
  for (const { path, shows, route } of lists) {
    // Navigates within the app, which takes a third of the time of loading it.
    await page.evaluate((to) => history.pushState(null, '', to), `${office.url}${String(path ?? route)}`)
    await expect(shows(page).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(path)).toBeLessThanOrEqual(390)
  }
})

/** On a phone the owner column stays visible, so it comes first. */
function ownerCell(page: Page, owner: string): Locator {
  return findCaseRow(page, owner).locator('[role=gridcell][data-col="0"]')
}
