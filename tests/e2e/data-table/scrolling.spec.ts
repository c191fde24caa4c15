import type { Page } from '@playwright/test'
import { expect, test } from './harness-server.ts'
import { cell } from './table-steps.ts'

test('a small scroll shows what is drawn already; what lies further out is drawn after its frame', async ({
  openTable,
}) => {
  const page = await openTable('rows=5000')
  await expect(cell(page, 12, 1)).toBeAttached()
  const { before, inFrame } = await scrollBy(page, 3 * 36)
  expect(inFrame).toBe(before)
  await expect.poll(() => lowestDrawn(page)).toBe(before + 3)
})

test('a scroll beyond what is drawn is drawn in its own frame', async ({ openTable }) => {
  const page = await openTable('rows=5000')
  await expect(cell(page, 12, 1)).toBeAttached()
  const { before, inFrame } = await scrollBy(page, 100 * 36)
  expect(inFrame).toBeGreaterThan(before + 60)
})

test('many small scrolls, none longer than what is drawn, leave no line of the view empty', async ({ openTable }) => {
  const page = await openTable('rows=5000')
  await expect(cell(page, 12, 1)).toBeAttached()
  const missing = await page.evaluate(async () => {
    const scroller = document.querySelector('[data-table-scroller]')
    if (!scroller) throw new Error('no scroller')
    let empty = 0
    for (let step = 0; step < 200; step += 1) {
      scroller.scrollTop += 50
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      const last = Math.floor((scroller.scrollTop + scroller.clientHeight - 120) / 36)
      if (!document.querySelector(`[role=gridcell][data-row="${last}"]`)) empty += 1
    }
    return empty
  })
  expect(missing).toBe(0)
})

test('number and pinned cells stand still together while the other cells scroll under them', async ({ openTable }) => {
  const page = await openTable('rows=50')
  const lefts = () =>
    page.evaluate(() =>
      ['[data-rowhead][data-row="3"]', '[role=gridcell][data-row="3"][data-col="0"]'].map(
        (place) => document.querySelector(place)?.getBoundingClientRect().left,
      ),
    )
  const before = await lefts()
  await page.evaluate(() => document.querySelector('[data-table-scroller]')?.scrollBy({ left: 300 }))
  await expect.poll(() => cell(page, 3, 1).evaluate((it) => it.getBoundingClientRect().left)).toBeLessThan(200)
  expect(await lefts()).toEqual(before)
})

/** The last line drawn before, and once the frame with the scroll has been painted. */
function scrollBy(page: Page, px: number): Promise<{ before: number; inFrame: number }> {
  return page.evaluate(async (by) => {
    const lowest = () =>
      Math.max(
        ...Array.from(document.querySelectorAll<HTMLElement>('[data-rowhead]'), (it) => Number(it.dataset['row'])),
      )
    const before = lowest()
    document.querySelector('[data-table-scroller]')?.scrollBy({ top: by })
    const inFrame = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(lowest())))
    return { before, inFrame }
  }, px)
}

function lowestDrawn(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...Array.from(document.querySelectorAll<HTMLElement>('[data-rowhead]'), (it) => Number(it.dataset['row'])),
    ),
  )
}
