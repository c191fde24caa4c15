import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { box, cell, findScroller, waitForPaint } from './table-steps.ts'

const rowHeight = 36

test('shows already rendered rows on a small scroll and renders further ones in a later frame', async () => {
  await openTable({ rows: 5000 })
  await cell(12, 1).findElement()
  const { before, inFrame } = await scrollBy(3 * rowHeight)
  expect(inFrame).toBe(before)
  await expect.poll(findLowestRow).toBe(before + 3)
})

test('renders a scroll beyond the rendered rows in its own frame', async () => {
  await openTable({ rows: 5000 })
  await cell(12, 1).findElement()
  const { before, inFrame } = await scrollBy(100 * rowHeight)
  expect(inFrame).toBeGreaterThan(before + 60)
})

test('leaves no line of the view empty after many small scrolls', async () => {
  await openTable({ rows: 5000 })
  await cell(12, 1).findElement()
  const list = findScroller()
  let empty = 0
  for (let step = 0; step < 100; step += 1) {
    list.scrollTop += 50
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const last = Math.floor((list.scrollTop + list.clientHeight - 120) / rowHeight)
    if (!document.querySelector(`[role=gridcell][data-row="${last}"]`)) empty += 1
  }
  expect(empty).toBe(0)
})

test('keeps number and pinned cells in place while the other cells scroll under them', async () => {
  await openTable({ rows: 50 })
  const lefts = () => [box(page.getByCss('[data-rowhead][data-row="3"]')).left, box(cell(3, 0)).left]
  const before = lefts()
  findScroller().scrollBy({ left: 300 })
  await expect.poll(() => box(cell(3, 1)).left).toBeLessThan(200)
  expect(lefts()).toEqual(before)
})

/** The last rendered row before a scroll, and in the frame of the scroll. */
async function scrollBy(px: number): Promise<{ before: number; inFrame: number }> {
  const before = await waitForLowestRow()
  findScroller().scrollBy({ top: px })
  const inFrame = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(findLowestRow())))
  return { before, inFrame }
}

/** The last rendered row once no more rows are rendered. */
async function waitForLowestRow(): Promise<number> {
  let lowest = -1
  while (lowest !== findLowestRow()) {
    lowest = findLowestRow()
    await waitForPaint()
    await waitForPaint()
  }
  return lowest
}

function findLowestRow(): number {
  const rows = document.querySelectorAll<HTMLElement>('[data-rowhead]')
  return Math.max(...Array.from(rows, (row) => Number(row.dataset['row'])))
}
