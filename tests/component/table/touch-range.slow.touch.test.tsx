import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCenter, finger, measureBox, tap, wait } from './finger.ts'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, getActiveCell, listEdits, listSelectedCells, press, readTexts } from './table-steps.ts'

const rowHeight = 44
const handle = (side: 'start' | 'end') => page.getByCss(`[data-range-handle=${side}]`)
const scroller = () => page.getByCss('[data-table-scroller]').element()
const figures = () => page.getByRole('status').filter({ hasText: '개수' })

test('dragging a round handle of the active cell extends the range and updates the totals', async () => {
  await openTable()
  await tap(cell(3, 1))
  const [start, end, box] = [findCenter(handle('start')), findCenter(handle('end')), measureBox(cell(3, 1))]
  expect(Math.abs(start.x - box.x) + Math.abs(start.y - box.y)).toBeLessThan(3)
  expect(Math.abs(end.x - box.right)).toBeLessThan(2)
  const { width, height } = measureBox(handle('end'))
  expect([width, height]).toEqual([44, 44])

  await finger.down(end)
  await finger.moveTo({ x: end.x, y: end.y + 2 * rowHeight })
  await expect.poll(listSelectedCells).toEqual(['3-1', '4-1', '5-1'])
  await expect.element(figures()).toMatchTextContent(/개수 3/)
  await finger.moveTo({ x: end.x, y: end.y + 3 * rowHeight })
  await expect.element(figures()).toMatchTextContent(/개수 4/)
  await finger.up()
  expect(getActiveCell()).toBe('3-1')
  expect(scroller().scrollTop).toBe(0)
  await tap(cell(8, 1))
  expect(listSelectedCells()).toEqual(['8-1'])
})

test('a handle dragged past the other corner flips the range, and the fixed corner is the active cell', async () => {
  await openTable()
  await tap(cell(5, 1))
  await press('Shift+ArrowDown')
  const end = findCenter(handle('end'))
  await finger.down(end)
  await finger.moveTo({ x: end.x, y: end.y - 4 * rowHeight })
  await expect.poll(listSelectedCells).toEqual(['2-1', '3-1', '4-1', '5-1'])
  await finger.up()
  // The other handle moves the upper edge; the lower one stays.
  const start = findCenter(handle('start'))
  await finger.down(start)
  await finger.moveTo({ x: start.x, y: start.y + 2 * rowHeight })
  await expect.poll(listSelectedCells).toEqual(['4-1', '5-1'])
  await finger.up()
  expect(getActiveCell()).toBe('5-1')
})

test('a handle held at the edge scrolls the list, and never the page, until it is lifted', async () => {
  await openTable()
  await tap(cell(3, 1))
  const end = findCenter(handle('end'))
  await finger.down(end)
  await finger.moveTo({ x: end.x, y: scroller().getBoundingClientRect().bottom - 6 })
  await expect.poll(() => scroller().scrollTop).toBeGreaterThan(600)
  await finger.up()
  const scrolled = scroller().scrollTop
  await wait(300)
  expect(scroller().scrollTop).toBe(scrolled)
  expect(scrollY).toBe(0)
  await expect.element(figures()).toMatchTextContent(/개수 [2-9]\d/)
})

test('a finger next to the handles scrolls, and a tap on a handle reaches the cell below it', async () => {
  await openTable()
  await tap(cell(3, 1))
  const at = findCenter(cell(7, 2))
  // The list keeps gliding after the finger is lifted, and a tap would only stop it.
  const scrollEnd = new Promise((resolve) => {
    scroller().addEventListener('scrollend', resolve, { once: true })
  })
  await finger.down(at)
  await finger.moveTo({ x: at.x, y: at.y - 120 })
  await finger.up()
  await scrollEnd
  expect(scroller().scrollTop).toBeGreaterThan(60)
  expect(listSelectedCells()).toEqual(['3-1'])
  const top = measureBox(handle('end')).top + scroller().scrollTop
  scroller().scrollTo({ top: 0, behavior: 'instant' })
  await expect.poll(() => Math.abs(measureBox(handle('end')).top - top)).toBeLessThan(1)
  const end = findCenter(handle('end'))
  await finger.tapAt({ x: end.x + 14, y: end.y + 14 })
  await expect.poll(getActiveCell).toBe('4-2')
  const start = findCenter(handle('start'))
  await finger.tapAt({ x: start.x + 10, y: start.y + 10 })
  await expect.element(cellInput()).not.toHaveAttribute('data-mode', 'ready')
})

test('the toolbar below a range fills it down and clears it', async () => {
  const table = await openTable()
  await tap(cell(1, 1))
  const end = findCenter(handle('end'))
  await finger.down(end)
  await finger.moveTo({ x: end.x, y: end.y + rowHeight })
  await finger.up()
  const buttons = page.getByRole('toolbar', { name: '선택한 셀' }).getByRole('button')
  await expect.poll(() => readTexts(buttons)).toEqual(['복사', '붙여넣기', '아래로 채우기', '지우기'])
  const heights = buttons.elements().map((button) => button.clientHeight)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await tap(buttons.nth(2))
  await expect.poll(() => listEdits(table)).toEqual(['2:owner=소유자 2'])
  await tap(buttons.nth(3))
  await expect.poll(() => listEdits(table)).toEqual(['2:owner=소유자 2', '1:owner=null', '2:owner=null'])
})

test('column names and row checkboxes are 44 px high, and a handle under a pinned column is hidden', async () => {
  await openTable({ checks: true })
  expect(measureBox(page.getByRole('columnheader', { name: '소유자' })).height).toBeGreaterThanOrEqual(43)
  const { width, height } = measureBox(page.getByRole('checkbox', { name: '1행 선택' }))
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(43)
  await tap(cell(3, 3))
  await expect.element(handle('start')).toBeVisible()
  scroller().scrollTo({ left: 600 })
  await expect.element(handle('start')).not.toBeVisible()
})
