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

/** The last line drawn before, and in the frame with the scroll. */
async function scrollBy(page: Page, px: number): Promise<{ before: number; inFrame: number }> {
  const before = await lowestDrawn(page)
  const inFrame = await page.evaluate(async (by) => {
    document.querySelector('[data-table-scroller]')?.scrollBy({ top: by })
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const rows = document.querySelectorAll<HTMLElement>('[data-rowhead]')
        resolve(Math.max(...Array.from(rows, (row) => Number(row.dataset['row']))))
      }),
    )
  }, px)
  return { before, inFrame }
}

async function lowestDrawn(page: Page): Promise<number> {
  const rows = await page
    .locator('[data-rowhead]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row'))))
  return Math.max(...rows)
}
