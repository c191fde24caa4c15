import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTables } from './table-harness.tsx'
import { waitForPaint } from './table-steps.ts'

const lists = [0, 1, 600, 130_003]
const narrowest = 360
const widest = 1920
const stride = 16

/**
 * Resizes the page. The bar may take one, two or three lines, but scrolling must not change that:
 * otherwise the rows' height, the position and the bar's text would change each other endlessly
 * (React error 185, which set-up.ts reports).
 */
test('the height of the bar never depends on the position in the list from 360 to 1920 px', async () => {
  await openTables(lists.map((rows) => ({ rows, modes: true, fewColumns: true })))
  await expect.poll(() => page.getByRole('navigation', { name: '페이지' }).length).toBe(lists.length)
  const frame = window.frameElement as HTMLElement
  try {
    frame.style.height = '500px'
    const coarse = createRange(narrowest, widest, stride)
    const atTop = await measureBars(frame, { widths: coarse, settleEvery: 1, position: 'top' })
    expect(await measureBars(frame, { widths: coarse, settleEvery: 1, position: 'end' })).toEqual(atTop)
    // One line on the widest screen and more on a phone, so that every list has widths worth
    // checking closely.
    for (const [list] of lists.entries()) expect(new Set(atTop.map((heights) => heights[list])).size).toBeGreaterThan(1)
    const fine = findWidthsAroundWraps(coarse, atTop)
    const closely = await measureBars(frame, { widths: fine, settleEvery: 16, position: 'top' })
    expect(await measureBars(frame, { widths: fine, settleEvery: 16, position: 'end' })).toEqual(closely)
    await waitForPaint()
  } finally {
    frame.removeAttribute('style')
  }
}, 120_000)

/** Every pixel around the widths at which a bar changes its number of lines. */
function findWidthsAroundWraps(widths: readonly number[], bars: readonly (readonly number[])[]): number[] {
  const wraps = widths.filter((_, index) => index > 0 && String(bars[index]) !== String(bars[index - 1]))
  return [...new Set(wraps.flatMap((width) => createRange(width - stride - 2, width + 2, 1)))]
}

function createRange(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
}

interface Sweep {
  readonly widths: readonly number[]
  readonly position: 'top' | 'end'
  /**
   * Lines change with the width at once, text in the next frame; waits for frames at every nth
   * width.
   */
  readonly settleEvery: number
}

/** Per width, the height of each table's bar while its list is at one end. */
async function measureBars(frame: HTMLElement, { widths, position, settleEvery }: Sweep): Promise<number[][]> {
  const scrollers = document.querySelectorAll<HTMLElement>('[data-table-scroller]')
  const bars = document.querySelectorAll<HTMLElement>('nav[aria-label="페이지"]')
  const measured: number[][] = []
  for (const [index, width] of widths.entries()) {
    frame.style.width = `${width}px`
    for (const scroller of scrollers) scroller.scrollTop = position === 'top' ? 0 : scroller.scrollHeight
    if (index % settleEvery === 0) await waitForPaint()
    measured.push(Array.from(bars, (bar) => bar.offsetHeight))
  }
  return measured
}
