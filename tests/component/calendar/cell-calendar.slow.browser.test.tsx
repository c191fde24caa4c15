import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { openDetail } from '../detail/detail-harness.tsx'
import { field, listActions, openRow, panel } from '../detail/detail-steps.ts'
import { openGallery } from '../gallery/open-gallery.tsx'
import { expectGone, pressOn } from '../steps.ts'
import { openTable } from '../table/table-harness.tsx'
import { cell, cellInput, listEdits, press } from '../table/table-steps.ts'
import { calendar, findDay } from './calendar-steps.ts'

/** The column of 등기예정일. */
const day = 2

test('in a cell Alt+↓ opens the calendar, keys move through the days, and Enter writes the day', async () => {
  const table = await openTable()
  await cell(3, day).click()
  await commands.typeText('20261231')
  await press('Alt+ArrowDown')
  await expect.element(findDay('2026-12-31')).toHaveFocus()
  await expect.element(findDay('2026-12-31')).toHaveAccessibleName('2026년 12월 31일 목요일')
  await press('ArrowRight')
  await expect.element(findDay('2027-01-01')).toHaveFocus()
  await expect.element(findDay('2027-01-01')).toHaveAccessibleDescription('신정')
  await expect.element(calendar().getByRole('heading', { name: '2027년 1월' })).toBeVisible()
  for (const [key, reached] of [
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
    await press(key)
    await expect.element(findDay(reached), { message: key }).toHaveFocus()
  }
  await press('ArrowDown', 'Enter')
  await expectGone(calendar())
  await expect.element(cell(3, day)).toMatchTextContent('2027.01.08')
  expect(listEdits(table)).toEqual(['3:regi_date=2027-01-08'])
  await press('Control+KeyZ')
  await expect.poll(() => table.history).toEqual(['undo'])
})

test('the calendar opens without ending the edit, and Escape returns to the edit with its text', async () => {
  const table = await openTable()
  await cell(3, day).click()
  await commands.typeText('0115')
  await page.getByCss('[data-anchored]').getByRole('button', { name: '달력 열기' }).click()
  await expect.element(calendar().getByRole('heading', { name: /년 1월$/ })).toBeVisible()
  await press('Escape')
  await expectGone(calendar())
  await expect.element(cellInput()).toHaveFocus()
  await expect.element(cellInput()).toHaveValue('0115')
  await press('Enter')
  await expect.poll(() => listEdits(table)).toEqual(['3:regi_date=2026-01-15'])
  await cell(3, day).click()
  await press('Alt+ArrowDown')
  await calendar().getByRole('button', { name: '지우기' }).click()
  await expect.poll(() => listEdits(table)).toEqual(['3:regi_date=2026-01-15', '3:regi_date=null'])
})

test('the line for a new record takes a day from the calendar', async () => {
  await openTable()
  await cell(-1, day).click()
  await press('Alt+ArrowDown')
  await calendar().getByRole('button', { name: '오늘' }).click()
  await expect.element(cell(-1, day)).toMatchTextContent('2026.11.20')
})

test('in the detail panel Enter chooses a day without leaving the field, and Escape keeps the panel open', async () => {
  const detail = await openDetail()
  await openRow(3)
  const planned = field('등기예정일')
  await planned.fill('2026-11-24')
  await pressOn(planned, 'Alt+ArrowDown')
  await expect.element(findDay('2026-11-24')).toHaveFocus()
  await press('ArrowRight', 'Enter')
  await expect.element(planned).toHaveFocus()
  await expect.element(planned).toHaveValue('2026-11-25')
  await press('Alt+ArrowDown')
  await expect.element(findDay('2026-11-25')).toHaveFocus()
  await press('Escape')
  await expectGone(calendar())
  await expect.element(panel()).toBeVisible()
  await press('Control+KeyS')
  await expect.poll(() => listActions(detail)).toEqual(['3:regi_date=2026-11-25'])
})

test('일괄 수정 takes a day from the calendar and stays open', async () => {
  await openGallery('records')
  await page.getByRole('button', { name: '일괄 수정' }).click()
  const dialog = page.getByRole('dialog', { name: /^일괄 수정/ })
  await dialog.getByRole('checkbox', { name: '등기예정일' }).click()
  const value = dialog.getByLabelText('등기예정일 새 값')
  await pressOn(value, 'Alt+ArrowDown')
  await calendar().getByRole('button', { name: '오늘' }).click()
  await expect.element(value).toHaveValue(getOfficeToday())
  await expect.element(dialog).toBeVisible()
})

test('a range filter takes each of its days from the calendar', async () => {
  await openGallery('bars')
  const from = page.getByRole('textbox', { name: '등기예정일 시작일' })
  await pressOn(from, 'Alt+ArrowDown')
  await calendar().getByRole('button', { name: '오늘' }).click()
  await expect.element(from).toHaveValue(getOfficeToday())
  await expect.element(from).toHaveFocus()
  await expect.element(page.getByRole('listitem').filter({ hasText: '등기예정일' })).toBeVisible()
})
