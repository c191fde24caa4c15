import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { findCenter, finger, measureBox, tap, wait } from './finger.ts'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, getActiveCell, listEdits, listSelectedCells, press } from './table-steps.ts'

const menu = () => page.getByRole('menu', { name: '셀 메뉴' })
const scroller = () => page.getByCss('[data-table-scroller]')
/** Longer than a finger must stay to open a menu, in ms. */
const longPress = 600

test('a finger held on a cell opens one menu, and lifting it chooses nothing', async () => {
  const table = await openTable({ filterBy: true })
  await finger.down(findCenter(cell(4, 1)))
  await expect.element(menu()).toBeVisible()
  expect(getActiveCell()).toBe('4-1')
  await finger.up()
  // The browser's click or own menu after a lifted finger comes at once or within 300 ms.
  await wait(400)
  await expect.element(page.getByRole('menu')).toHaveLength(1)
  await expect.element(menu()).toBeVisible()
  expect(getSelection()?.toString()).toBe('')
  const box = measureBox(menu())
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(innerWidth)
  const heights = menu()
    .getByRole('menuitem')
    .elements()
    .map((item) => item.clientHeight)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await tap(menu().getByRole('menuitem', { name: /^지우기/ }))
  await expect.poll(() => listEdits(table)).toEqual(['4:owner=null'])
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('the menu opened at the last corner of the table stays inside the window', async () => {
  await openTable()
  const { right, bottom } = measureBox(scroller())
  // Left of the row's buttons.
  await finger.down({ x: right - 160, y: bottom - 12 })
  await expect.element(menu()).toBeInViewport({ ratio: 1 })
  await finger.up()
})

test('a moving finger scrolls and opens no menu, and neither does a tap', async () => {
  await openTable()
  const at = findCenter(cell(6, 1))
  await finger.down(at)
  await finger.moveTo({ x: at.x, y: at.y - 160 })
  await wait(longPress)
  await finger.up()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  expect(scroller().element().scrollTop).toBeGreaterThan(80)
  await tap(cell(8, 1))
  await wait(longPress)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('a hold inside a range keeps the range; a hold in an open editor keeps the editor and opens no menu', async () => {
  await openTable()
  await tap(cell(2, 1))
  await press('Shift+ArrowDown')
  await finger.down(findCenter(cell(3, 1)))
  await expect.element(menu()).toBeVisible()
  await finger.up()
  expect(listSelectedCells()).toEqual(['2-1', '3-1'])
  await press('Escape')
  await tap(cell(5, 1))
  await tap(cell(5, 1))
  await finger.down(findCenter(cellInput()))
  await wait(longPress)
  await finger.up()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(cellInput()).toHaveAttribute('data-mode', 'caret')
})

test('a mouse works as usual after a touch: a long press opens no menu, and a drag selects', async () => {
  await openTable()
  await tap(cell(1, 1))
  await commands.moveMouse(findCenter(cell(2, 1)))
  await commands.mouseButton('down')
  await wait(longPress)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await commands.moveMouse({ ...findCenter(cell(4, 1)), steps: 4 })
  await commands.mouseButton('up')
  expect(listSelectedCells()).toEqual(['2-1', '3-1', '4-1'])
  await expect.element(page.getByCss('[data-range-handle]')).not.toBeInTheDocument()
  await cell(3, 1).click({ button: 'right' })
  await expect.element(menu()).toBeVisible()
})

test('붙여넣기 in the menu reads the clipboard; when the browser refuses, a message says what to do', async () => {
  const table = await openTable()
  await navigator.clipboard.writeText('가나다')
  await pasteFromMenu()
  await expect.poll(() => listEdits(table)).toEqual(['3:owner=가나다'])
  const refusal = new DOMException('refused', 'NotAllowedError')
  const refused = vi.spyOn(navigator.clipboard, 'read').mockRejectedValue(refusal)
  onTestFinished(() => refused.mockRestore())
  await pasteFromMenu()
  await expect.poll(() => table.messages.at(-1)?.text).toContain('길게 눌러 붙여넣어 주세요')
})

async function pasteFromMenu() {
  await finger.down(findCenter(cell(3, 1)))
  const paste = page.getByRole('menuitem', { name: /^붙여넣기/ })
  await expect.element(paste).toBeVisible()
  await finger.up()
  await tap(paste)
}
