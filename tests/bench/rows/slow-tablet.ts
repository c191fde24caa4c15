import type { Browser, CDPSession, Page } from 'playwright'
import { type BenchRow, createBudgetRow, percentile } from '../bench-row.ts'
import { workColumn } from '../pages/table/bench-rows.ts'
import type { GridBench } from '../pages/table/grid-page.ts'
import { serveGrids } from '../table/serve-grids.ts'

declare const window: { bench: GridBench }

const slower = 4
const samples = 40
/** Untimed inputs before the measurement: compiled code and a freshly started browser. */
const warmUps = 20
/**
 * Pause in ms between two inputs: nobody types faster for long, and work after a frame does not
 * count for the next. A held key is measured by the table's own bench.
 */
const restMs = 100
const keyLimit = 50
const tapLimit = 100

/**
 * Our table in a tablet-sized window with touch, the CPU slowed down four times: an arrow key and a
 * first letter until their frame is shown, and a tap from lifting the finger until its cell is
 * rendered as active with its handles. p95 of forty each, warm.
 */
export async function benchSlowTablet(run: { browser: Browser; records: number }): Promise<BenchRow[]> {
  const grids = await serveGrids(['our-table'])
  const kind = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true }
  const context = await run.browser.newContext(kind)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.goto(grids.urlOf('our-table'))
    await page.waitForFunction(() => 'bench' in window)
    await page.evaluate((count) => window.bench.prepare(count), run.records)
    await page.evaluate(() => window.bench.mount())
    await page.evaluate(() => window.bench.jump(0))
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const createRow = (what: string, took: readonly number[], limit: number) =>
      createBudgetRow({
        name: `tablet, CPU ×${slower}: ${what}, p95 of ${took.length}`,
        unit: 'ms' as const,
        limit,
        ours: percentile(took, 0.95),
        goal: `≤ ${limit} ms`,
      })
    await timeArrows(page, warmUps)
    await timeLetters(page, warmUps)
    await page.evaluate(() => window.bench.jump(0))
    return [
      createRow('arrow key to painted cell', await timeArrows(page), keyLimit),
      createRow('first letter to painted editor', await timeLetters(page), keyLimit),
      createRow('tap to painted active cell', await timeTaps(page, devtools), tapLimit),
    ]
  } finally {
    await context.close()
    await grids.stop()
  }
}

async function timeArrows(page: Page, count = samples): Promise<number[]> {
  const took: number[] = []
  for (let row = 1; row <= count; row += 1) {
    await page.waitForTimeout(restMs)
    await page.evaluate((to) => window.bench.watchFrame('active', { row: to, text: '' }), row)
    await page.keyboard.press('ArrowDown')
    took.push(await page.evaluate(() => window.bench.result()))
  }
  return took
}

async function timeLetters(page: Page, count = samples): Promise<number[]> {
  const took: number[] = []
  for (let time = 0; time < count; time += 1) {
    await page.waitForTimeout(restMs)
    await page.evaluate((text) => window.bench.watchFrame('typed', { row: 0, text }), 'a')
    await page.keyboard.press('a')
    took.push(await page.evaluate(() => window.bench.result()))
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
  }
  return took
}

/** Alternates between two rows of the view. */
async function timeTaps(page: Page, devtools: CDPSession): Promise<number[]> {
  const took: number[] = []
  await page.evaluate(() => window.bench.jump(0))
  for (let time = 0; time < samples; time += 1) {
    await page.waitForTimeout(restMs)
    const row = 1 + (time % 2) * 3
    const box = await page.locator(`[role=gridcell][data-row="${row}"][data-col="${workColumn}"]`).boundingBox()
    if (!box) throw new Error(`Row ${row} is not drawn`)
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.evaluate((to) => window.bench.watchFrame('tapped', { row: to, text: '' }), row)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    took.push(await page.evaluate(() => window.bench.result()))
  }
  return took
}
