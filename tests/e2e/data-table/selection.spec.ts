import { expect, test } from './harness-server.ts'
import { activePlace, cell, isCellInputFocused, selectedCells } from './table-steps.ts'

test('Shift with arrows extends the selection, the active cell stays, and Escape shrinks it again', async ({
  openTable,
}) => {
  const page = await openTable()
  await cell(page, 4, 2).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  expect(await selectedCells(page)).toEqual(['4-2', '4-3', '5-2', '5-3'])
  expect(await activePlace(page)).toBe('4-2')
  expect(await isCellInputFocused(page)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await selectedCells(page)).toEqual(['4-2'])
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

test('Shift+click, a drag and Ctrl+click select rectangles', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 2, 1).click()
  await cell(page, 3, 2).click({ modifiers: ['Shift'] })
  expect(await selectedCells(page)).toEqual(['2-1', '2-2', '3-1', '3-2'])
  await cell(page, 6, 3).click({ modifiers: ['Control'] })
  expect(await selectedCells(page)).toEqual(['2-1', '2-2', '3-1', '3-2', '6-3'])
  await cell(page, 8, 1).hover()
  await page.mouse.down()
  await cell(page, 9, 2).hover()
  await page.mouse.up()
  expect(await selectedCells(page)).toEqual(['8-1', '8-2', '9-1', '9-2'])
})

test('whole rows, whole columns and everything are selected by key, columns by a press on their name with Ctrl', async ({
  openTable,
}) => {
  const page = await openTable('no-entry')
  await cell(page, 3, 2).click()
  await page.keyboard.press('Shift+Space')
  // The last cell holds the row's acts and is never selected.
  const columns = (await page.locator('[role=gridcell][data-row="3"]').count()) - 1
  expect(columns).toBeGreaterThan(10)
  expect(await selectedCells(page)).toHaveLength(columns)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Space')
  // Counted together each time: a row at the edge may still come or go.
  const selectedOfEachRow = async () =>
    (await selectedCells(page)).length / (await page.locator('[role=gridcell][data-col="2"]').count())
  await expect.poll(selectedOfEachRow).toBe(1)
  await page.keyboard.press('Control+A')
  await expect.poll(selectedOfEachRow).toBe(columns)
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: '보수료' }).click({ modifiers: ['Control'], position: { x: 20, y: 10 } })
  expect((await selectedCells(page)).every((place) => place.endsWith('-3'))).toBe(true)
})

test('a selection outlives scrolling', async ({ openTable }) => {
  const page = await openTable('rows=100000')
  await cell(page, 2, 1).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.evaluate(() => document.querySelector('[data-table-scroller]')?.scrollTo(0, 50_000 * 36))
  await cell(page, 50_000, 1).waitFor()
  expect(await selectedCells(page)).toEqual([])
  await page.evaluate(() => document.querySelector('[data-table-scroller]')?.scrollTo(0, 0))
  await cell(page, 2, 1).waitFor()
  expect(await selectedCells(page)).toEqual(['2-1', '3-1'])
})

test('extending by a row draws the cells of that row only', async ({ openTable }) => {
  const page = await openTable('rows=100000')
  await cell(page, 5, 1).click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.evaluate(() => {
    window.harness.counts.rows.length = 0
    window.harness.counts.cells.length = 0
  })
  await page.keyboard.press('Shift+ArrowDown')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const counts = await page.evaluate(() => structuredClone(window.harness.counts))
  // Row 5 gives the handle of its corner to row 6.
  expect(new Set(counts.rows)).toEqual(new Set([5, 6]))
  expect(new Set(counts.cells)).toEqual(new Set(['5:regi_date', '6:owner', '6:regi_date']))
})

test('the line under the table counts, adds up and averages the selected cells', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 1, 3).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('개수 3 · 합계 66,000 · 평균 22,000')).toBeVisible()
})

test('rows are ticked one, some or all, and all of the search is a predicate', async ({ openTable }) => {
  const page = await openTable('checks&rows=1000')
  const tick = (row: number) => page.getByRole('checkbox', { name: `${row + 1}행 선택`, exact: true })
  const number = (row: number) => page.locator(`[role=rowheader][data-row="${row}"]`)
  await tick(1).click()
  await tick(3).click()
  await expect(page.getByText('이 화면의 2건 선택됨')).toBeVisible()
  await number(5).click({ position: { x: 70, y: 10 } })
  await expect(page.getByText('이 화면의 1건 선택됨')).toBeVisible()
  await number(8).click({ modifiers: ['Shift'], position: { x: 70, y: 10 } })
  await expect(page.getByText('이 화면의 4건 선택됨')).toBeVisible()
  await number(6).click({ modifiers: ['Control'], position: { x: 70, y: 10 } })
  await expect(page.getByText('이 화면의 3건 선택됨')).toBeVisible()
  const all = page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' })
  await expect(all).toHaveAttribute('aria-checked', 'mixed')
  await all.click()
  await all.click()
  await expect(page.getByText('이 화면의 20건 선택됨')).toBeVisible()
  await page.getByRole('button', { name: '검색 결과 1,000건 전체 선택' }).click()
  await expect(page.getByText('검색 결과 1,000건 전체 선택됨')).toBeVisible()
  await tick(2).click()
  await expect(page.getByText('검색 결과 1,000건 전체 선택됨 (1건 제외)')).toBeVisible()
  expect(await page.evaluate(() => window.harness.ticks.at(-1)?.kind)).toBe('matching')
  await page.getByRole('button', { name: '선택 해제' }).click()
  await expect(tick(2)).toHaveAttribute('aria-checked', 'false')
})
