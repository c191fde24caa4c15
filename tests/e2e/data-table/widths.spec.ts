import type { Page } from '@playwright/test'
import { expect, test } from './harness-server.ts'

// Last in a run and long: on both workers, or one of them would have nothing to do.
test.describe.configure({ mode: 'parallel' })

/**
 * The table in a frame that is made narrower and wider from within one call. Its bar may stand in one, two or three lines, but where in the list somebody is
 * changes nothing about that: else the rows' height, the place in the list and the words of the bar chase each other without end (React error 185).
 */
for (const rows of [0, 1, 600, 130_003]) {
  test(`no width from 360 to 1920 lets the bar depend on the place in a list of ${rows} rows`, async ({
    page,
    harnessUrl,
  }) => {
    test.slow()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await openInFrame(page, `${harnessUrl}?rows=${rows}&modes`)
    const coarse = await walk(page, { from: 360, to: 1920, step: 16 })
    const wraps = coarse.flatMap(({ width, top }, at) => {
      const before = coarse[at - 1]
      return before && before.top !== top ? [{ from: before.width - 2, to: width + 2, step: 1 }] : []
    })
    // One line on the widest screen, more on a phone: without a wrap there is nothing to walk around.
    expect(wraps.length).toBeGreaterThan(0)
    const fine = []
    for (const span of wraps) fine.push(...(await walk(page, span)))
    expect([...coarse, ...fine].filter(({ top, end }) => top !== end)).toEqual([])
    expect(faults).toEqual([])
  })
}

async function openInFrame(page: Page, url: string): Promise<void> {
  const outside = new URL('/frame-of-widths', url).href
  await page.route(outside, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${url}" style="border:0;height:700px;width:360px">`,
    }),
  )
  await page.goto(outside)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('grid', { name: '시험 기록' }).waitFor()
  await frame.getByRole('navigation', { name: '페이지' }).waitFor()
}

interface Walked {
  readonly width: number
  /** Height of the bar in px with the list at its top and at its end. */
  readonly top: number
  readonly end: number
}

function walk(page: Page, span: { from: number; to: number; step: number }): Promise<Walked[]> {
  return page.evaluate(async ({ from, to, step }) => {
    const frame = document.querySelector('iframe')
    const inner = frame?.contentDocument
    const scroller = inner?.querySelector<HTMLElement>('[data-table-scroller]')
    const bar = inner?.querySelector<HTMLElement>('nav[aria-label="페이지"]')
    if (!frame || !scroller || !bar) throw new Error('the table is not in its frame')
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const walked: Walked[] = []
    for (let width = from; width <= to; width += step) {
      frame.style.width = `${width}px`
      scroller.scrollTop = 0
      await drawn()
      const top = bar.offsetHeight
      scroller.scrollTop = scroller.scrollHeight
      await drawn()
      walked.push({ width, top, end: bar.offsetHeight })
    }
    return walked
  }, span)
}
