import { expect, test } from './harness-server.ts'
import { activePlace, cell, edits, isCellInputFocused } from './table-steps.ts'

const owner = 1
const date = 2
const fees = 3
const number = 9
const lastColumn = 20

const moves: readonly (readonly [string, string, string])[] = [
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

test.describe('a cell at rest', () => {
  test('the active cell stays in sight when the table gets less high, and where it is when it was scrolled away', async ({
    openTable,
  }) => {
    const page = await openTable()
    await page.setViewportSize({ width: 1440, height: 900 })
    await cell(page, 5, owner).click()
    await page.keyboard.press('Control+ArrowDown')
    await page.setViewportSize({ width: 1440, height: 560 })
    await expect(cell(page, 999, owner)).toBeInViewport({ ratio: 1 })
    const scroller = page.locator('[data-table-scroller]')
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
    await page.setViewportSize({ width: 1440, height: 500 })
    await expect(cell(page, 3, owner)).toBeInViewport({ ratio: 1 })
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0)
  })

  test('arrows, Home, End, Tab and Enter lead where a spreadsheet user expects', async ({ openTable }) => {
    const page = await openTable()
    for (const [key, from, to] of moves) {
      const [row = 0, column = 0] = from.split('-').map(Number)
      await cell(page, row, column).click()
      await page.keyboard.press(key)
      expect(await activePlace(page), `${key} from ${from}`).toBe(to)
      expect(await isCellInputFocused(page)).toBe(true)
      await page.keyboard.press('Control+Home')
    }
  })

  test('page keys move by the rows that are seen', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 0, owner).click()
    await page.keyboard.press('PageDown')
    const [row] = (await activePlace(page)).split('-').map(Number)
    expect(row).toBeGreaterThan(10)
    await page.keyboard.press('PageUp')
    expect(await activePlace(page)).toBe('0-1')
  })

  test('Tab goes on in the next row, and leaves the table after Escape', async ({ openTable }) => {
    const page = await openTable('no-entry')
    await cell(page, 0, lastColumn).click({ position: { x: 3, y: 3 } })
    await page.keyboard.press('Tab')
    expect(await activePlace(page)).toBe('1-0')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await isCellInputFocused(page)).toBe(false)
    await page.keyboard.press('Shift+Tab')
    expect(await isCellInputFocused(page)).toBe(true)
    expect(await activePlace(page)).toBe('1-0')
  })

  test('Ctrl+arrow stops at the edge of filled data', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 0, date).click()
    await page.keyboard.press('Control+ArrowDown')
    expect(await activePlace(page)).toBe('2-2')
    await page.keyboard.press('Control+ArrowDown')
    expect(await activePlace(page)).toBe('4-2')
  })

  test('Space and Enter on a read-only cell open the record, Delete on the action cell asks for its deletion', async ({
    openTable,
  }) => {
    const page = await openTable()
    await cell(page, 2, owner).click()
    await page.keyboard.press('Space')
    await cell(page, 3, number).click()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Delete')
    const heard = await page.evaluate(() => [window.harness.opened, window.harness.deleted])
    expect(heard.map((ids) => ids.map((id) => id.slice(-2)))).toEqual([['02', '03'], ['03']])
    expect(await edits(page)).toEqual([])
  })

  test('Delete clears, Ctrl+; writes today', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 1, owner).click()
    await page.keyboard.press('Delete')
    await cell(page, 1, date).click()
    await page.keyboard.press('Control+Semicolon')
    expect(await edits(page)).toEqual(['1:owner=null', '1:regi_date=2026-11-20'])
  })

  test('the header sorts ascending first, then descending, and a third time gives the default order back', async ({
    openTable,
  }) => {
    const page = await openTable('no-entry')
    const header = page.getByRole('columnheader', { name: '보수료' })
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await cell(page, 0, fees).click()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'none')
    await page.keyboard.press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: '기본 순서' }).click()
    await expect(header).toHaveAttribute('aria-sort', 'none')
  })

  test('Ctrl+C copies digits without separators', async ({ openTable, context }) => {
    const page = await openTable()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await cell(page, 5, fees).click()
    await page.keyboard.press('Control+KeyC')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('55000')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+KeyV')
    expect(await edits(page)).toEqual(['6:fees=55000'])
  })
})
