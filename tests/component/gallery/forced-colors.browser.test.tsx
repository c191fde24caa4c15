import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { openTable } from '../table/table-harness.tsx'
import { cell, press } from '../table/table-steps.ts'
import { openGallery } from './open-gallery.tsx'

beforeEach(async () => {
  await commands.emulateMedia({ forcedColors: 'active' })
})

const getBackground = (part: Locator) => getComputedStyle(part.element()).backgroundColor

test('the active cell has a ring, and the selection and a ticked row have different backgrounds', async () => {
  await openTable({ rows: 12 })
  await cell(2, 1).click()
  const { outlineStyle, outlineWidth } = getComputedStyle(cell(2, 1).element())
  expect([outlineStyle, outlineWidth]).toEqual(['solid', '2px'])
  expect(getComputedStyle(cell(3, 1).element()).outlineStyle).toBe('none')
  await press('Shift+ArrowDown', 'Shift+ArrowRight')
  await expect.poll(() => getBackground(cell(3, 2))).not.toBe(getBackground(cell(5, 2)))
  await press('F2')
  await expect.poll(() => getComputedStyle(page.getByCss('[data-cell-input]').element()).outlineStyle).toBe('solid')
})

test('a corner marks an unsent value, a larger one a value that needs attention', async () => {
  await openTable({ rows: 12, hasEveryState: true, arrived: true })
  const corner = (mark: string) => getComputedStyle(page.getByCss(`[data-mark=${mark}]`).first().element())
  expect(corner('queued').borderTopWidth).toBe('8px')
  expect(corner('queued').borderLeftColor).toBe('rgba(0, 0, 0, 0)')
  expect(corner('refused').borderTopWidth).toBe('14px')
  expect(
    getComputedStyle(page.getByCss('[role=gridcell][aria-invalid=true]').first().element()).textDecoration,
  ).toMatch(/underline wavy/)
})

test('the open tab, a badge, an invalid field and the highlighted line of a list are distinguishable', async () => {
  await openGallery('fields')
  const tabs = page.getByRole('tab')
  await tabs.first().click()
  expect(getBackground(tabs.first())).not.toBe(getBackground(tabs.nth(1)))
  const wrong = page.getByCss('input[aria-invalid=true]').first().element()
  expect(getComputedStyle(wrong).borderTopStyle).toBe('dashed')
  await page.getByRole('combobox', { name: '사업구간' }).click()
  await press('ArrowDown')
  const lines = page.getByRole('option')
  await expect.poll(() => getBackground(lines.first())).not.toBe(getBackground(lines.nth(1)))
})

test('the highlighted line of a menu is distinguishable', async () => {
  await openGallery('floating')
  await page.getByRole('button', { name: '메뉴', exact: true }).click()
  await press('ArrowDown')
  const line = (state: string) => page.getByCss(`[role=menuitem]${state}`).first()
  await expect
    .poll(() => getBackground(line('[data-highlighted]')))
    .not.toBe(getBackground(line(':not([data-highlighted])')))
})
