import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { box, cell, press, scroller } from './table-steps.ts'

const actions = 20
const owner = 1

test('the buttons of a row show only with the pointer or the focus on it, and have room of their own at its end', async () => {
  await openTable()
  await page.getByRole('heading').hover()
  const covered = cell(3, actions)
  await expect.poll(() => isCovering(covered)).toBe(false)
  await cell(3, owner).hover()
  await expect.poll(() => isCovering(covered)).toBe(true)
  expect(isCovering(cell(4, actions))).toBe(false)
  await cell(4, owner).click()
  await cell(8, owner).hover()
  await expect.poll(() => isCovering(cell(4, actions))).toBe(true)
  await expect.poll(() => isCovering(covered)).toBe(false)

  scroller().scrollTo({ left: scroller().scrollWidth })
  await expect.element(page.getByRole('columnheader', { name: '액션' })).toBeInViewport({ ratio: 1 })
  expect(box(cell(3, actions - 1)).right).toBeLessThanOrEqual(box(covered).left + 0.5)
})

test('상세 with Ctrl or the middle button, and the icon next to it, open the record in its own window', async () => {
  const table = await openTable()
  const detail = page.getByRole('button', { name: '3행 상세' })
  await detail.click({ modifiers: ['Control'] })
  await detail.click({ button: 'middle' })
  await page.getByRole('button', { name: '3행 새 창으로 열기' }).click()
  await detail.click()
  expect(table.popped.map((id) => id.slice(-2))).toEqual(['02', '02', '02'])
  expect(table.opened.map((id) => id.slice(-2))).toEqual(['02'])
})

test('the cell menu has everything that the buttons of the row have', async () => {
  await openTable()
  await cell(2, owner).click()
  await press('Shift+F10')
  for (const name of [/^상세/, /^새 창으로 열기/, /^삭제/])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible()
})

/** Whether the cell of the buttons is seen: it has a background, and its buttons show on it. */
function isCovering(actionCell: Locator): boolean {
  const element = actionCell.element()
  const hasBackground = getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
  const opacities = [...element.querySelectorAll('button')].map((button) => Number(getComputedStyle(button).opacity))
  if (opacities.some((opacity) => opacity > 0) !== hasBackground)
    throw new Error('a background without buttons, or the reverse')
  return hasBackground
}
