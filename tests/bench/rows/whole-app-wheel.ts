import type { Browser, Page } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'
import { openWholeApp } from '../whole-app.ts'

/**
 * The case book as on an office's screen (side bar, filters, status line, worker and mirror
 * running; built app, `npm run build` comes first), scrolled by wheel in a window of 1536×864: how
 * many frames are late. The bench of the table alone covers less than people see.
 */
export async function benchWholeAppWheel(run: {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}): Promise<BenchRow[]> {
  const { page, close } = await openWholeApp(run, { viewport: { width: 1536, height: 864 } })
  try {
    await turnWheel(page, paces.turned)
    const rows: BenchRow[] = []
    for (const [pace, px] of Object.entries(paces)) {
      const rounds: number[][] = []
      for (let round = 0; round < run.rounds; round += 1) rounds.push(await turnWheel(page, px))
      rows.push(...toBenchRows(`wheel ${pace} through the whole app, ${String(run.records)} cases, 1536×864`, rounds))
    }
    return rows
  } finally {
    await close()
  }
}

/**
 * Px per turn: two notches, and a free-spinning wheel that moves the list by more than a screen.
 */
const paces = { turned: 240, thrown: 960 } as const

function toBenchRows(name: string, rounds: readonly (readonly number[])[]): BenchRow[] {
  const measureLate = (ms: number) =>
    median(rounds.map((gaps) => (100 * gaps.filter((gap) => gap > ms).length) / gaps.length))
  return [
    createBudgetRow({
      name: `${name}: frames over 33 ms`,
      unit: '%',
      ours: measureLate(33.4 + graceMs),
      goal: '≤ 5 %',
      limit: 5,
    }),
    createBudgetRow({
      name: `${name}: frames over 50 ms`,
      unit: '%',
      ours: measureLate(50 + graceMs),
      goal: '≤ 1 %',
      limit: 1,
    }),
  ]
}

/** Frame times vary slightly even when nothing is late. */
const graceMs = 3

/** Turns the wheel by so many px every 40 ms for 4.8 s. Returns the times between frames in ms. */
async function turnWheel(page: Page, px: number): Promise<number[]> {
  await page.mouse.move(800, 500)
  const readScrollTop = () => page.evaluate(() => document.querySelector('[data-table-scroller]')?.scrollTop ?? 0)
  const before = await readScrollTop()
  const frames = page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const begin = performance.now()
        let last = begin
        requestAnimationFrame(function follow(time) {
          gaps.push(time - last)
          last = time
          if (time - begin < ms) requestAnimationFrame(follow)
          else resolve(gaps.slice(2))
        })
      }),
    5_000,
  )
  const end = Date.now() + 4_800
  while (Date.now() < end) {
    await page.mouse.wheel(0, px)
    await page.waitForTimeout(40)
  }
  const gaps = await frames
  const moved = (await readScrollTop()) - before
  if (moved < 10_000) throw new Error(`the wheel moved the list by ${moved} px only`)
  return gaps
}
