import type { Browser, Page } from 'playwright'
import { moveDay } from '#domain/dates/calendar.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'
import { openWholeApp } from '../whole-app.ts'

/**
 * Time from a click to a painted month of the calendar: on its link in the menu, and on its button
 * for the month before.
 */
export async function benchCalendar(run: {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}): Promise<BenchRow[]> {
  const { page, close } = await openWholeApp(run, { viewport: { width: 1440, height: 900 } })
  try {
    const openings: number[] = []
    const months: number[] = []
    const today = toOfficeDay(Date.now())
    for (let round = 0; round < run.rounds + 2; round += 1) {
      await page.getByRole('link', { name: '오늘', exact: true }).first().click()
      await page.waitForTimeout(2000)
      openings.push(await page.evaluate(measureClick, { click: 'a[href="/staff/calendar"]', month: today.slice(0, 7) }))
      months.push(...(await stepBack(page, today)))
    }
    const name = (what: string) => `calendar, ${run.records} cases: ${what}`
    return [
      createBudgetRow({
        name: name('opened from the menu'),
        unit: 'ms',
        ours: median(openings),
        goal: '≤ 200 ms',
        limit: 200,
      }),
      createBudgetRow({ name: name('another month'), unit: 'ms', ours: median(months), goal: '≤ 200 ms', limit: 200 }),
    ]
  } finally {
    await close()
  }
}

async function stepBack(page: Page, today: string): Promise<number[]> {
  const times: number[] = []
  for (let by = -1; by >= -3; by -= 1) {
    await page.waitForTimeout(500)
    const month = moveDay(today, { by, unit: 'month' }).slice(0, 7)
    times.push(await page.evaluate(measureClick, { click: '[aria-label="이전 달"]', month }))
  }
  return times
}

/** By the page's own clock, until the frame after the one that has an entry in that month. */
function measureClick({ click, month }: { click: string; month: string }): Promise<number> {
  return new Promise<number>((resolve) => {
    const start = performance.now()
    document.querySelector<HTMLElement>(click)?.click()
    const check = () => {
      const entry = document.querySelector(`td:has([data-day^="${month}"]) ul a`)
      requestAnimationFrame(entry ? () => resolve(performance.now() - start) : check)
    }
    check()
  })
}
