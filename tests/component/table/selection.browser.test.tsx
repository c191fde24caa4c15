import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import {
  cell,
  drag,
  findScroller,
  getActiveCell,
  isCellInputFocused,
  listSelectedCells,
  press,
  waitForPaint,
} from './table-steps.ts'

test('Shift with arrows extends the selection, the active cell stays, and Escape shrinks it again', async () => {
  await openTable()
  await cell(4, 2).click()
  await press('Shift+ArrowDown', 'Shift+ArrowRight')
  expect(listSelectedCells()).toEqual(['4-2', '4-3', '5-2', '5-3'])
  expect(getActiveCell()).toBe('4-2')
  expect(isCellInputFocused()).toBe(true)
  await press('Escape')
  expect(listSelectedCells()).toEqual(['4-2'])
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

test('Shift+click, a drag and Ctrl+click select rectangles', async () => {
  await openTable()
  await cell(2, 1).click()
  await cell(3, 2).click({ modifiers: ['Shift'] })
  expect(listSelectedCells()).toEqual(['2-1', '2-2', '3-1', '3-2'])
  await cell(6, 3).click({ modifiers: ['Control'] })
  expect(listSelectedCells()).toEqual(['2-1', '2-2', '3-1', '3-2', '6-3'])
  await drag(cell(8, 1), cell(9, 2))
  expect(listSelectedCells()).toEqual(['8-1', '8-2', '9-1', '9-2'])
})

test('keys select whole rows, whole columns and everything; Ctrl+click on a name selects its column', async () => {
  await openTable({ noEntry: true })
  await cell(3, 2).click()
  await press('Shift+Space')
  // The last cell holds the row's buttons and is never selected.
  const columns = page.getByCss('[role=gridcell][data-row="3"]').length - 1
  expect(columns).toBeGreaterThan(10)
  expect(listSelectedCells()).toHaveLength(columns)
  await press('Escape', 'Control+Space')
  // Counts both at the same moment, because a row at the edge may come or go.
  const countSelectedPerRow = () => listSelectedCells().length / page.getByCss('[role=gridcell][data-col="2"]').length
  await expect.poll(countSelectedPerRow).toBe(1)
  await press('Control+A')
  await expect.poll(countSelectedPerRow).toBe(columns)
  await press('Escape')
  await page.getByRole('columnheader', { name: '보수료' }).click({ modifiers: ['Control'], position: { x: 20, y: 10 } })
  await expect.poll(countSelectedPerRow).toBe(1)
  expect(listSelectedCells().every((place) => place.endsWith('-3'))).toBe(true)
})

test('a selection survives scrolling', async () => {
  await openTable({ rows: 100_000 })
  await cell(2, 1).click()
  await press('Shift+ArrowDown')
  findScroller().scrollTo(0, 50_000 * 36)
  await cell(50_000, 1).findElement()
  expect(listSelectedCells()).toEqual([])
  findScroller().scrollTo(0, 0)
  await cell(2, 1).findElement()
  expect(listSelectedCells()).toEqual(['2-1', '3-1'])
})

test('extending by a row rerenders only that row’s cells', async () => {
  const { counts } = await openTable({ rows: 100_000 })
  await cell(5, 1).click()
  await press('Shift+ArrowRight')
  counts.rows.length = 0
  counts.cells.length = 0
  await press('Shift+ArrowDown')
  await waitForPaint()
  // The handle at the corner moves from row 5 to row 6.
  expect(new Set(counts.rows)).toEqual(new Set([5, 6]))
  expect(new Set(counts.cells)).toEqual(new Set(['5:regi_date', '6:owner', '6:regi_date']))
})

test('the line under the table counts, adds up and averages the selected cells', async () => {
  await openTable()
  await cell(1, 3).click()
  await press('Shift+ArrowDown', 'Shift+ArrowDown')
  await expect.element(page.getByText('개수 3 · 합계 66,000 · 평균 22,000')).toBeVisible()
})

test('ticking a row moves no row, so the next click hits the box it aims at', async () => {
  await openTable({ checks: true })
  const tick = (row: number) => page.getByRole('checkbox', { name: `${row + 1}행 선택` })
  const measureTop = (row: number) => tick(row).element().getBoundingClientRect().top
  const before = [measureTop(1), measureTop(5)]
  await tick(1).click()
  await expect.element(page.getByText('이 화면의 1건 선택됨')).toBeVisible()
  expect([measureTop(1), measureTop(5)]).toEqual(before)
  await tick(1).click()
  await expect.poll(() => page.getByText('선택됨').length).toBe(0)
  expect([measureTop(1), measureTop(5)]).toEqual(before)
})

test('ticks select some or all rows, and all search results are stored as a condition', async () => {
  const table = await openTable({ checks: true })
  const tick = (row: number) => page.getByRole('checkbox', { name: `${row + 1}행 선택` })
  const number = (row: number) => page.getByCss(`[role=rowheader][data-row="${row}"]`)
  await tick(1).click()
  await tick(3).click()
  await expect.element(page.getByText('이 화면의 2건 선택됨')).toBeVisible()
  await number(5).click({ position: { x: 70, y: 10 } })
  await expect.element(page.getByText('이 화면의 1건 선택됨')).toBeVisible()
  await number(8).click({ modifiers: ['Shift'], position: { x: 70, y: 10 } })
  await expect.element(page.getByText('이 화면의 4건 선택됨')).toBeVisible()
  await number(6).click({ modifiers: ['Control'], position: { x: 70, y: 10 } })
  await expect.element(page.getByText('이 화면의 3건 선택됨')).toBeVisible()
  const all = page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' })
  await expect.element(all).toHaveAttribute('aria-checked', 'mixed')
  await all.click()
  await all.click()
  await expect.element(page.getByText('이 화면의 20건 선택됨')).toBeVisible()
  await page.getByRole('button', { name: '검색 결과 1,000건 전체 선택' }).click()
  await expect.element(page.getByText('검색 결과 1,000건 전체 선택됨')).toBeVisible()
  await tick(2).click()
  await expect.element(page.getByText('검색 결과 1,000건 전체 선택됨 (1건 제외)')).toBeVisible()
  expect(table.ticks.at(-1)?.kind).toBe('matching')
  await page.getByRole('button', { name: '선택 해제' }).click()
  await expect.element(tick(2)).toHaveAttribute('aria-checked', 'false')
})
