import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { box, cell, scroller, untilPainted } from './table-steps.ts'

const rowHeight = 36

test('a small scroll shows rows that are drawn already; those further out are drawn in a later frame', async () => {
  await openTable({ rows: 5000 })
  await cell(12, 1).findElement()
  const { before, inFrame } = await scrollBy(3 * rowHeight)
  expect(inFrame).toBe(before)
  await expect.poll(lowestDrawn).toBe(before + 3)
})

test('a scroll beyond what is drawn is drawn in its own frame', async () => {
  await openTable({ rows: 5000 })
  await cell(12, 1).findElement()
  const { before, inFrame } = await scrollBy(100 * rowHeight)
  expect(inFrame).toBeGreaterThan(before + 60)
})

test('many small scrolls leave no line of the view empty', async () => {
  await openTable({ rows: 5000 })
  await cell(12, 1).findElement()
  const list = scroller()
  let empty = 0
  for (let step = 0; step < 100; step += 1) {
    list.scrollTop += 50
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const last = Math.floor((list.scrollTop + list.clientHeight - 120) / rowHeight)
    if (!document.querySelector(`[role=gridcell][data-row="${last}"]`)) empty += 1
  }
  expect(empty).toBe(0)
})

test('number and pinned cells keep their place while the other cells scroll under them', async () => {
  await openTable({ rows: 50 })
  const lefts = () => [box(page.getByCss('[data-rowhead][data-row="3"]')).left, box(cell(3, 0)).left]
  const before = lefts()
  scroller().scrollBy({ left: 300 })
  await expect.poll(() => box(cell(3, 1)).left).toBeLessThan(200)
  expect(lefts()).toEqual(before)
})

/** The last row drawn before a scroll, and in the frame of the scroll. */
async function scrollBy(px: number): Promise<{ before: number; inFrame: number }> {
  const before = await lowestAtRest()
  scroller().scrollBy({ top: px })
  const inFrame = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(lowestDrawn())))
  return { before, inFrame }
}

/** Once the list draws no more rows. */
async function lowestAtRest(): Promise<number> {
  let lowest = -1
  while (lowest !== lowestDrawn()) {
    lowest = lowestDrawn()
    await untilPainted()
    await untilPainted()
  }
  return lowest
}

function lowestDrawn(): number {
  const rows = document.querySelectorAll<HTMLElement>('[data-rowhead]')
  return Math.max(...Array.from(rows, (row) => Number(row.dataset['row'])))
}
