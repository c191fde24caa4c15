import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { cellOf, entryCell, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline } from './support/go-offline.ts'
import { leaveForm, openLeave } from './support/leave.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { formField, openQuick, quickRow } from './support/quick.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

const calendar = (page: Page) => page.getByRole('dialog', { name: /달력$/ })
const dayOf = (page: Page, day: string) => calendar(page).locator(`[data-day="${day}"]`)
const field = (place: Page | Locator, label: string) => place.getByRole('textbox', { name: new RegExp(`^${label}`) })

test('a cell: Alt+↓ opens the calendar, keys walk, Enter writes as typed, and Ctrl+Z takes it back', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '달력셀', 1)
  await openCaseBook(page, office.url, '?search=달력셀')
  const cell = cellOf(rowOf(page, '달력셀1'), '등기예정일')
  await cell.click()
  await page.keyboard.type('20261231')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(dayOf(page, '2026-12-31')).toBeFocused()
  await expect(dayOf(page, '2026-12-31')).toHaveAccessibleName('2026년 12월 31일 목요일')
  await page.keyboard.press('ArrowRight')
  await expect(dayOf(page, '2027-01-01')).toBeFocused()
  await expect(dayOf(page, '2027-01-01')).toHaveAccessibleDescription('신정')
  await expect(calendar(page).getByRole('heading', { name: '2027년 1월' })).toBeVisible()
  for (const [key, day] of [
    ['ArrowDown', '2027-01-08'],
    ['Home', '2027-01-03'],
    ['End', '2027-01-09'],
    ['PageDown', '2027-02-09'],
    ['PageUp', '2027-01-09'],
    ['Shift+PageUp', '2026-01-09'],
    ['Shift+PageDown', '2027-01-09'],
    ['ArrowUp', '2027-01-02'],
    ['ArrowLeft', '2027-01-01'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dayOf(page, day), key).toBeFocused()
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar(page)).toHaveCount(0)
  await expect(cell).toHaveText('2027.01.08')
  await page.keyboard.press('Control+z')
  await expect(cell).toHaveText('')
})

test('Escape goes back into the edit with what was typed; the button opens the calendar too and does not end the edit', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '달력되돌', 1)
  await openCaseBook(page, office.url, '?search=달력되돌')
  const cell = cellOf(rowOf(page, '달력되돌1'), '등기예정일')
  await cell.click()
  await page.keyboard.type('0115')
  await page.locator('[data-anchored]').getByRole('button', { name: '달력 열기' }).click()
  await expect(calendar(page).getByRole('heading', { name: /년 1월$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(page.locator('[data-cell-input]')).toBeFocused()
  await expect(page.locator('[data-cell-input]')).toHaveValue('0115')
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText(/^\d{4}\.01\.15$/)
  await cell.click()
  await page.keyboard.insertText('내일')
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText(/^\d{4}\.\d{2}\.\d{2}$/)
  await cell.click()
  await page.keyboard.press('Alt+ArrowDown')
  await calendar(page).getByRole('button', { name: '지우기' }).click()
  await expect(cell).toHaveText('')
})

test('the line for a new record takes a day from the calendar, and a day chosen offline is sent later', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '달력오프', 1)
  await openCaseBook(page, office.url, '?search=달력오프')
  await goOffline(page, office)
  const cell = cellOf(rowOf(page, '달력오프1'), '등기예정일')
  await cell.click()
  await page.keyboard.type('20261130')
  await page.keyboard.press('Alt+ArrowDown')
  await dayOf(page, '2026-12-02').click()
  await expect(cell).toHaveText(/2026\.12\.02/)
  await entryCell(page, '등기예정일').click()
  await page.keyboard.press('Alt+ArrowDown')
  await calendar(page).getByRole('button', { name: '오늘' }).click()
  await expect(entryCell(page, '등기예정일')).toHaveText(/^\d{4}\.\d{2}\.\d{2}$/)
  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const days = async () => (await casesOf(colleague, '달력오프')).map(({ regi_date: day }) => day)
  await expect.poll(days).toEqual(['2026-12-02'])
})

test('in the detail panel and in 일괄 수정 the calendar stands beside what is typed', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '달력패널', 1)
  await openCaseBook(page, office.url, '?search=달력패널')
  await rowOf(page, '달력패널1').getByRole('button', { name: /상세$/ }).click()
  const panel = page.getByRole('region', { name: /^사건부 상세: 달력패널1/ })
  await panel.getByRole('tab', { name: '일자' }).click()
  const receipted = panel.getByLabel('서류접수일', { exact: true })
  await receipted.fill('2026-11-24')
  await receipted.press('Alt+ArrowDown')
  await page.keyboard.press('ArrowRight')
  // Enter chooses here; it does not go on to the panel's next field.
  await page.keyboard.press('Enter')
  await expect(receipted).toBeFocused()
  await expect(receipted).toHaveValue('2026-11-25')
  await receipted.press('Alt+ArrowDown')
  await page.keyboard.press('Escape')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await casesOf(colleague, '달력패널'))[0]?.receipted_at).toBe('2026-11-25')

  await page.getByRole('checkbox', { name: /^1행/ }).check()
  await page
    .getByRole('button', { name: /^일괄 수정/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^일괄 수정/ })
  await dialog.getByRole('checkbox', { name: '서류접수일' }).check()
  const value = dialog.getByLabel('서류접수일 새 값', { exact: true })
  await value.press('Alt+ArrowDown')
  await calendar(page).getByRole('button', { name: '오늘' }).click()
  await expect(value).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
  await expect(dialog).toBeVisible()
})

test('a period: each end has the calendar, which shows the days between; what is half typed is read first', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await field(page, '시작일').fill('26/11/3')
  await field(page, '시작일').press('Alt+ArrowDown')
  await expect(dayOf(page, '2026-11-03')).toBeFocused()
  await dayOf(page, '2026-11-05').click()
  await expect(field(page, '시작일')).toHaveValue('2026-11-05')
  await expect(field(page, '시작일')).toBeFocused()
  await expect(page).toHaveURL(/2026-11-05/)
  await field(page, '종료일').fill('2026-11-09')
  await field(page, '종료일').press('Alt+ArrowDown')
  await expect(calendar(page).locator('[data-between] [aria-hidden]')).toHaveText(['5', '6', '7', '8', '9'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(field(page, '종료일')).toHaveValue('2026-11-10')

  await page.goto(`${office.url}/services/real-estate?tab=report`)
  const period = page.getByRole('search', { name: '리포트 기간' })
  await period.getByRole('button', { name: '달력 열기' }).first().click()
  await calendar(page).getByRole('button', { name: '이전 달' }).click()
  await calendar(page).getByRole('button', { name: '오늘' }).click()
  await expect(field(period, '시작일')).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
  await period.getByRole('button', { name: '달력 열기' }).first().click()
  await calendar(page).getByRole('button', { name: '지우기' }).click()
  await expect(field(period, '시작일')).toHaveValue('')
})

test('the leave form: holidays have their names, no barrier stands in the open calendar', async ({
  office,
  staffPage: page,
}) => {
  await openLeave(page, office.url)
  const form = leaveForm(page)
  await field(form, '시작일').fill('20261002')
  await field(form, '시작일').press('Alt+ArrowDown')
  await expect(dayOf(page, '2026-10-05')).toHaveAccessibleDescription('대체공휴일(개천절)')
  await expect(dayOf(page, '2026-10-02')).toHaveAccessibleDescription('')
  await expect(calendar(page)).toContainText('3일 개천절 · 5일 대체공휴일(개천절) · 9일 한글날')
  const colour = (day: string) => dayOf(page, day).evaluate((button) => getComputedStyle(button).color)
  expect(await colour('2026-10-05')).toBe(await colour('2026-10-04'))
  expect(await colour('2026-10-06')).not.toBe(await colour('2026-10-04'))
  await expect(calendar(page).getByRole('gridcell', { selected: true })).toHaveAccessibleName('2026년 10월 2일 금요일')
  // Required: there is no way to leave it empty.
  await expect(calendar(page).getByRole('button', { name: '지우기' })).toHaveCount(0)
  expect((await dayOf(page, '2026-10-06').boundingBox())?.height).toBe(32)
  await expectNoBarrier(page, '[role=dialog]')
  await dayOf(page, '2026-10-06').click()
  await expect(field(form, '시작일')).toHaveValue('2026-10-06')
})

test('a moment keeps its time when another day is chosen for it', async ({ office, colleague, staffPage: page }) => {
  const made = { rider: '달력기사', amount: 1000, created_at: '2026-11-20T05:05:00+00:00' }
  expect((await colleague.send('POST', '/api/quick/', made)).status).toBe(201)
  await openQuick(page, office.url)
  await quickRow(page, '달력기사').getByRole('button', { name: '수정' }).click()
  const moment = formField(page, '등록일시')
  await moment.press('Alt+ArrowDown')
  await dayOf(page, '2026-11-18').click()
  await expect(moment).toHaveValue('2026-11-18 14:05')
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('days are as large as a finger, nothing is cut off, and the keyboard stays down', async ({
    office,
    staffPage: page,
  }) => {
    await page.goto(`${office.url}/services/real-estate?tab=report`)
    const button = page.getByRole('button', { name: '달력 열기' }).first()
    await button.tap()
    await expect(calendar(page)).toBeInViewport({ ratio: 1 })
    for (const part of [
      calendar(page).locator('[data-cursor]'),
      calendar(page).getByRole('button', { name: '다음 달' }),
    ]) {
      const box = await part.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await calendar(page).locator('[data-cursor]').tap()
    await expect(field(page, '시작일')).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
    await expect(button).toBeFocused()
  })
})
