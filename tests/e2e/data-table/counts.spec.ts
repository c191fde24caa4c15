import type { Page } from '@playwright/test'
import { expect, test } from './harness-server.ts'
import { activePlace, cell, isCellInputFocused } from './table-steps.ts'

const size = 'rows=100000'

async function startCounting(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.harness.counts.rows.length = 0
    window.harness.counts.cells.length = 0
  })
}

async function counted(page: Page): Promise<{ rows: number[]; cells: string[] }> {
  // Two frames, so that nothing drawn late is missed.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => structuredClone(window.harness.counts))
}

test('an arrow key draws two cells again', async ({ openTable }) => {
  const page = await openTable(size)
  await cell(page, 5, 1).click()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) {
    await startCounting(page)
    await page.keyboard.press(key)
    const { cells } = await counted(page)
    expect(cells.length, key).toBeLessThanOrEqual(2)
    expect(cells.length, key).toBeGreaterThan(0)
  }
})

test('an edit draws one row again, and typing draws none', async ({ openTable }) => {
  const page = await openTable(size)
  await cell(page, 5, 1).click()
  await page.keyboard.type('A')
  await startCounting(page)
  await page.keyboard.type('BCDE')
  expect((await counted(page)).cells).toEqual([])
  await page.keyboard.press('Tab')
  const { rows, cells } = await counted(page)
  expect([...new Set(rows)]).toEqual([5])
  expect(new Set(cells)).toEqual(new Set(['5:owner', '5:regi_date']))
})

test('a change from elsewhere draws its own row only, and never closes an open editor', async ({ openTable }) => {
  const page = await openTable(size)
  await cell(page, 5, 1).click()
  await page.keyboard.type('AB')
  await startCounting(page)
  await page.evaluate(() => {
    const { source } = window.harness
    for (const index of [5, 8]) {
      const row = source.rowAt(index)
      if (row) source.replaceRow({ ...row, record: { ...row.record, owner: '다른 값', version: 2 } })
    }
  })
  const { rows, cells } = await counted(page)
  expect(new Set(rows)).toEqual(new Set([5, 8]))
  expect(new Set(cells)).toEqual(new Set(['5:owner', '8:owner']))
  await expect(page.locator('[data-cell-input]')).toHaveValue('AB')
})

test('at most 60 of 100,000 rows are drawn, also after a jump and at the end', async ({ openTable }) => {
  const page = await openTable(size)
  const mounted = () => page.locator('[role=row]').count()
  expect(await mounted()).toBeLessThanOrEqual(60)
  await page.getByRole('textbox', { name: '페이지 이동' }).fill('2501')
  await page.getByRole('button', { name: '이동', exact: true }).click()
  await cell(page, 50_000, 1).waitFor()
  expect(await mounted()).toBeLessThanOrEqual(60)
  await cell(page, 50_000, 1).click()
  await page.keyboard.press('Control+End')
  await cell(page, 99_999, 1).waitFor()
  expect(await mounted()).toBeLessThanOrEqual(60)
})

test('the focus is never lost to the body: not by a jump to row 50,000, not by scrolling the active row away', async ({
  openTable,
}) => {
  const page = await openTable(size)
  await cell(page, 5, 1).click()
  await page.evaluate(() => {
    const scroller = document.querySelector('[data-table-scroller]')
    if (scroller) scroller.scrollTop = 50_000 * 36
  })
  await cell(page, 50_000, 1).waitFor()
  await expect(cell(page, 5, 1)).toHaveCount(0)
  expect(await isCellInputFocused(page)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await cell(page, 6, 1).waitFor()
  expect(await activePlace(page)).toBe('6-1')
  await page.keyboard.press('Control+End')
  await cell(page, 99_999, 1).waitFor()
  expect(await isCellInputFocused(page)).toBe(true)
  await page.keyboard.type('A')
  await expect(page.locator('[data-cell-input]')).toBeFocused()
})

test('the active cell is never under the header, the entry line or a pinned column', async ({ openTable }) => {
  const page = await openTable(size)
  await cell(page, 25, 0).scrollIntoViewIfNeeded()
  await cell(page, 25, 1).click()
  for (const key of [
    ...Array.from({ length: 20 }, () => 'ArrowUp'),
    'End',
    ...Array.from({ length: 18 }, () => 'ArrowLeft'),
  ]) {
    await page.keyboard.press(key)
  }
  const [row, column] = (await activePlace(page)).split('-').map(Number)
  const isOnTop = await cell(page, row ?? 0, column ?? 0).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const corners = [
      [left + 4, top + 4],
      [right - 4, bottom - 4],
    ]
    return corners.every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)))
  })
  expect(isOnTop).toBe(true)
})

test('a sort or a refresh leaves no second row in focus, and a refresh keeps the row in its place', async ({
  openTable,
}) => {
  const page = await openTable('rows=1000')
  await cell(page, 500, 1).isVisible()
  await cell(page, 10, 1).click()
  await page.evaluate(() => {
    const { source } = window.harness
    source.setRows(
      Array.from({ length: 990 }, (_, index) => source.rowAt(index + 5)).filter((row) => row !== undefined),
    )
  })
  expect(await activePlace(page)).toBe('5-1')
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1)
  await expect(cell(page, 5, 1)).toHaveText('소유자 11')
})

test('of a list that is thrown past, what is on the screen is drawn, and more only once it rests', async ({
  openTable,
}) => {
  const page = await openTable(size)
  const drawn = await page.evaluate(async () => {
    const scroller = document.querySelector('[data-table-scroller]')
    if (!scroller) throw new Error('no list')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const measured = () => {
      const edges = scroller.getBoundingClientRect()
      const rows = [...scroller.querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect())
      const seen = rows.filter(({ top, bottom }) => bottom > edges.top && top < edges.bottom).length
      return {
        seen,
        unseen: rows.length - seen,
        covered: Math.max(...rows.map(({ bottom }) => bottom)) >= edges.bottom,
      }
    }
    const jumps: ReturnType<typeof measured>[] = []
    for (let jump = 0; jump < 6; jump += 1) {
      scroller.scrollTop += 3 * scroller.clientHeight
      await frame()
      await frame()
      jumps.push(measured())
    }
    // A loaded machine may take so long for a frame that the list has come to rest in between.
    return jumps.reduce((least, jump) => (jump.unseen < least.unseen ? jump : least))
  })
  // Two stand above the list: its header and the entry line.
  expect(drawn.unseen).toBeLessThanOrEqual(4)
  expect(drawn.covered).toBe(true)
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(drawn.seen + 10)
})
