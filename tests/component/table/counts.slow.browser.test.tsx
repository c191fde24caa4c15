import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openTable, type TableHarness } from './table-harness.tsx'
import { cell, cellInput, findScroller, getActiveCell, isCellInputFocused, press, waitForPaint } from './table-steps.ts'

const rows = 100_000

function startCounting({ counts }: TableHarness): void {
  counts.rows.length = 0
  counts.cells.length = 0
}

async function countRenders({ counts }: TableHarness): Promise<TableHarness['counts']> {
  await waitForPaint()
  return structuredClone(counts)
}

test('an arrow key rerenders two cells', async () => {
  const table = await openTable({ rows })
  await cell(5, 1).click()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) {
    startCounting(table)
    await press(key)
    const { cells } = await countRenders(table)
    expect(cells.length, key).toBeLessThanOrEqual(2)
    expect(cells.length, key).toBeGreaterThan(0)
  }
})

test('an edit rerenders one row, and typing rerenders none', async () => {
  const table = await openTable({ rows })
  await cell(5, 1).click()
  await commands.typeText('A')
  startCounting(table)
  await commands.typeText('BCDE')
  expect((await countRenders(table)).cells).toEqual([])
  await press('Tab')
  const rendered = await countRenders(table)
  expect([...new Set(rendered.rows)]).toEqual([5])
  expect(new Set(rendered.cells)).toEqual(new Set(['5:owner', '5:regi_date']))
})

test('a change from elsewhere rerenders only its row and never closes an open editor', async () => {
  const table = await openTable({ rows })
  await cell(5, 1).click()
  await commands.typeText('AB')
  startCounting(table)
  for (const index of [5, 8]) {
    const row = table.source.rowAt(index)
    if (row) table.source.replaceRow({ ...row, record: { ...row.record, owner: '다른 값', version: 2 } })
  }
  const rendered = await countRenders(table)
  expect(new Set(rendered.rows)).toEqual(new Set([5, 8]))
  expect(new Set(rendered.cells)).toEqual(new Set(['5:owner', '8:owner']))
  await expect.element(cellInput()).toHaveValue('AB')
})

test('renders at most 60 of 100,000 rows, also after a jump and at the end', async () => {
  await openTable({ rows })
  const rendered = () => page.getByCss('[role=row]').length
  expect(rendered()).toBeLessThanOrEqual(60)
  await page.getByRole('textbox', { name: '페이지 이동' }).fill('2501')
  await page.getByRole('button', { name: '이동' }).click()
  await cell(50_000, 1).findElement()
  expect(rendered()).toBeLessThanOrEqual(60)
  await cell(50_000, 1).click()
  await press('Control+End')
  await cell(99_999, 1).findElement()
  expect(rendered()).toBeLessThanOrEqual(60)
})

test('never loses the focus on a jump to row 50,000 or when the active row scrolls away', async () => {
  await openTable({ rows })
  await cell(5, 1).click()
  findScroller().scrollTop = 50_000 * 36
  await cell(50_000, 1).findElement()
  await expect.poll(() => cell(5, 1).length).toBe(0)
  expect(isCellInputFocused()).toBe(true)
  await press('ArrowDown')
  await cell(6, 1).findElement()
  expect(getActiveCell()).toBe('6-1')
  await press('Control+End')
  await cell(99_999, 1).findElement()
  expect(isCellInputFocused()).toBe(true)
  await commands.typeText('A')
  await expect.element(cellInput()).toHaveFocus()
})

test('never puts the active cell under the header, the entry line or a pinned column', async () => {
  await openTable({ rows })
  cell(25, 0).element().scrollIntoView({ block: 'center' })
  await cell(25, 1).click()
  const lefts = Array.from({ length: 18 }, () => 'ArrowLeft')
  await press(...Array.from({ length: 20 }, () => 'ArrowUp'), 'End', ...lefts)
  const [row = 0, column = 0] = getActiveCell().split('-').map(Number)
  const element = cell(row, column).element()
  const { left, top, right, bottom } = element.getBoundingClientRect()
  expect(element.contains(document.elementFromPoint(left + 4, top + 4))).toBe(true)
  expect(element.contains(document.elementFromPoint(right - 4, bottom - 4))).toBe(true)
})

test('never focuses two rows after a sort or a refresh, and a refresh keeps the row in its place', async () => {
  const { source } = await openTable()
  await cell(10, 1).click()
  const later = Array.from({ length: 990 }, (_, index) => source.rowAt(index + 5))
  source.setRows(later.filter((row) => row !== undefined))
  await expect.poll(getActiveCell).toBe('5-1')
  await expect.poll(() => page.getByCss('[role=gridcell][aria-selected=true]').length).toBe(1)
  await expect.element(cell(5, 1)).toHaveTextContent('소유자 11')
})

test('renders only rows on the screen while a list scrolls fast; more follow once it rests', async () => {
  await openTable({ rows })
  const list = findScroller()
  const jumps: ReturnType<typeof measureRendered>[] = []
  for (let jump = 0; jump < 6; jump += 1) {
    list.scrollTop += 3 * list.clientHeight
    await waitForPaint()
    jumps.push(measureRendered(list))
  }
  // On a busy machine a frame may take so long that the list has stopped meanwhile.
  const rendered = jumps.reduce((fewest, jump) => (jump.unseen < fewest.unseen ? jump : fewest))
  // Two rows above the list: its header and the entry line.
  expect(rendered.unseen).toBeLessThanOrEqual(4)
  expect(rendered.isCovered).toBe(true)
  await expect.poll(() => page.getByRole('row').length).toBeGreaterThan(rendered.seen + 10)
})

function measureRendered(list: HTMLElement): { seen: number; unseen: number; isCovered: boolean } {
  const edges = list.getBoundingClientRect()
  const rendered = Array.from(list.querySelectorAll('[role=row]'), (row) => row.getBoundingClientRect())
  const seen = rendered.filter(({ top, bottom }) => bottom > edges.top && top < edges.bottom).length
  return {
    seen,
    unseen: rendered.length - seen,
    isCovered: Math.max(...rendered.map(({ bottom }) => bottom)) >= edges.bottom,
  }
}
