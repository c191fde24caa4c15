import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { box, cell, findScroller, press } from './table-steps.ts'

const actions = 20
const owner = 1

test('shows a row’s buttons on hover or focus, in a column that covers no other cell', async () => {
  await openTable()
  await page.getByRole('heading').hover()
  const buttons = cell(3, actions)
  await expect.poll(() => isShowing(buttons)).toBe(false)
  await cell(3, owner).hover()
  await expect.poll(() => isShowing(buttons)).toBe(true)
  expect(isShowing(cell(4, actions))).toBe(false)
  await cell(4, owner).click()
  await cell(8, owner).hover()
  await expect.poll(() => isShowing(cell(4, actions))).toBe(true)
  await expect.poll(() => isShowing(buttons)).toBe(false)
  // The column exists with or without its buttons, so that hovering covers nothing.
  expect(getComputedStyle(buttons.element()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')

  findScroller().scrollTo({ left: findScroller().scrollWidth })
  await expect.element(page.getByRole('columnheader', { name: '액션' })).toBeInViewport({ ratio: 1 })
  expect(box(cell(3, actions - 1)).right).toBeLessThanOrEqual(box(buttons).left + 0.5)
})

test('상세 with Ctrl or the middle button, and the icon next to it, open the record in a separate window', async () => {
  const table = await openTable()
  const detail = page.getByRole('button', { name: '3행 상세' })
  await detail.click({ modifiers: ['Control'] })
  await detail.click({ button: 'middle' })
  await page.getByRole('button', { name: '3행 새 창으로 열기' }).click()
  await detail.click()
  expect(table.popped.map((id) => id.slice(-2))).toEqual(['02', '02', '02'])
  expect(table.opened.map((id) => id.slice(-2))).toEqual(['02'])
})

test('the cell menu contains everything that the row’s buttons do', async () => {
  await openTable()
  await cell(2, owner).click()
  await press('Shift+F10')
  for (const name of [/^상세/, /^새 창으로 열기/, /^삭제/])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible()
})

function isShowing(actionCell: Locator): boolean {
  const opacities = [...actionCell.element().querySelectorAll('button')].map(
    (button) => getComputedStyle(button).opacity,
  )
  return opacities.some((opacity) => Number(opacity) > 0)
}
