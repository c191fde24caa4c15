import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { cell, findScroller, getActiveCell, isCellInputFocused, listEdits, press } from './table-steps.ts'

const owner = 1
const date = 2
const fees = 3
const number = 9
const lastColumn = 20

const moves: readonly (readonly [key: string, from: string, to: string])[] = [
  ['ArrowDown', '5-1', '6-1'],
  ['ArrowUp', '5-1', '4-1'],
  ['ArrowLeft', '5-1', '5-0'],
  ['ArrowRight', '5-1', '5-2'],
  ['Home', '5-4', '5-0'],
  ['End', '5-4', `5-${lastColumn}`],
  ['Control+Home', '5-4', '0-0'],
  ['Control+End', '5-4', `999-${lastColumn}`],
  ['Control+ArrowDown', '5-1', '999-1'],
  ['Control+ArrowUp', '5-1', '0-1'],
  ['Control+ArrowRight', '5-9', `5-${lastColumn}`],
  ['Control+ArrowLeft', '5-3', '5-0'],
  ['Tab', '5-1', '5-2'],
  ['Shift+Tab', '5-1', '5-0'],
  ['Shift+Enter', '5-1', '4-1'],
]

describe('a cell at rest', () => {
  test('the active cell stays in view when the table gets lower, unless it was scrolled out of view before', async () => {
    await openTable()
    await cell(5, owner).click()
    await press('Control+ArrowDown')
    await page.viewport(1440, 560)
    await expect.element(cell(999, owner)).toBeInViewport({ ratio: 1 })
    findScroller().scrollTo({ top: 0 })
    await page.viewport(1440, 500)
    await expect.element(cell(3, owner)).toBeInViewport({ ratio: 1 })
    expect(findScroller().scrollTop).toBe(0)
  })

  test('arrows, Home, End, Tab and Enter move as in a spreadsheet', async () => {
    await openTable()
    for (const [key, from, to] of moves) {
      const [row = 0, column = 0] = from.split('-').map(Number)
      await cell(row, column).click()
      await press(key)
      expect(getActiveCell(), `${key} from ${from}`).toBe(to)
      expect(isCellInputFocused()).toBe(true)
      await press('Control+Home')
    }
  })

  test('PageDown and PageUp move by as many rows as fit the view', async () => {
    await openTable()
    await cell(0, owner).click()
    await press('PageDown')
    const [row] = getActiveCell().split('-').map(Number)
    expect(row).toBeGreaterThan(10)
    await press('PageUp')
    expect(getActiveCell()).toBe('0-1')
  })

  test('Tab continues in the next row, and leaves the table after Escape', async () => {
    await openTable({ noEntry: true })
    await cell(0, lastColumn).click({ position: { x: 3, y: 3 } })
    await press('Tab')
    expect(getActiveCell()).toBe('1-0')
    await press('Escape', 'Tab')
    expect(isCellInputFocused()).toBe(false)
    await press('Shift+Tab')
    expect(isCellInputFocused()).toBe(true)
    expect(getActiveCell()).toBe('1-0')
  })

  test('Ctrl+arrow stops at the edge of filled data', async () => {
    await openTable()
    await cell(0, date).click()
    await press('Control+ArrowDown')
    expect(getActiveCell()).toBe('2-2')
    await press('Control+ArrowDown')
    expect(getActiveCell()).toBe('4-2')
  })

  test('Space, and Enter on a read-only cell, open the record', async () => {
    const table = await openTable()
    await cell(2, owner).click()
    await press('Space')
    await cell(3, number).click()
    await press('Enter', 'End', 'Delete')
    expect(listLastDigits(table.opened)).toEqual(['02', '03'])
    expect(listLastDigits(table.deleted)).toEqual(['03'])
    expect(listEdits(table)).toEqual([])
  })

  test('Delete clears, Ctrl+; writes today', async () => {
    const table = await openTable()
    await cell(1, owner).click()
    await press('Delete')
    await cell(1, date).click()
    await press('Control+Semicolon')
    expect(listEdits(table)).toEqual(['1:owner=null', '1:regi_date=2026-11-20'])
  })

  test('the header sorts ascending, then descending, and the third time restores the default order', async () => {
    await openTable({ noEntry: true })
    const header = page.getByRole('columnheader', { name: '보수료' })
    await header.click()
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    await header.click()
    await expect.element(header).toHaveAttribute('aria-sort', 'descending')
    await cell(0, fees).click()
    await press('ArrowUp', 'Enter')
    await expect.element(header).toHaveAttribute('aria-sort', 'none')
    await press('Enter')
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    await press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: '기본 순서' }).click()
    await expect.element(header).toHaveAttribute('aria-sort', 'none')
  })

  test('Ctrl+C copies digits without separators', async () => {
    const table = await openTable()
    await cell(5, fees).click()
    await press('Control+KeyC')
    expect(await navigator.clipboard.readText()).toBe('55000')
    await press('ArrowDown', 'Control+KeyV')
    await expect.poll(() => listEdits(table)).toEqual(['6:fees=55000'])
  })
})

function listLastDigits(ids: readonly string[]): string[] {
  return ids.map((id) => id.slice(-2))
}
