import type { Browser, Page } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'
import { openWholeApp } from '../whole-app.ts'

/**
 * Time from a click on the tab 사건부 of 등기 관리 to painted rows of the case book, at a desk. Cold:
 * for the first time after the app started. Warm: again, after 오늘.
 */
export async function benchDeskOpening(run: {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}): Promise<BenchRow[]> {
  const { page, close } = await openWholeApp(run, { viewport: { width: 1440, height: 900 } })
  try {
    const cold: number[] = []
    const warm: number[] = []
    for (let round = 0; round < run.rounds + 2; round += 1) {
      await page.goto(`${run.office.url}/staff`)
      cold.push(await openCaseBook(page))
      await page.getByRole('link', { name: '오늘', exact: true }).first().click()
      warm.push(await openCaseBook(page))
    }
    const name = (which: string) => `desk, ${run.records} cases: from a click to the rows of the case book, ${which}`
    return [
      createBudgetRow({ name: name('cold'), unit: 'ms', ours: median(cold), goal: '≤ 800 ms', limit: 800 }),
      createBudgetRow({ name: name('warm'), unit: 'ms', ours: median(warm), goal: '≤ 300 ms', limit: 300 }),
    ]
  } finally {
    await close()
  }
}

/** Waits until nothing is loading any more before each click, as a person's hand takes longer. */
async function openCaseBook(page: Page): Promise<number> {
  await page.getByRole('heading', { name: '오늘' }).first().waitFor()
  await page.waitForTimeout(2000)
  await page.getByRole('link', { name: '등기 관리', exact: true }).first().click()
  await page.getByRole('tab', { name: '사건부' }).waitFor()
  await page.waitForTimeout(1000)
  return await page.evaluate(measureClick)
}

/** By the page's own clock, until the frame after the one that has the rows. */
function measureClick(): Promise<number> {
  return new Promise<number>((resolve) => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
      ({ textContent }) => textContent === '사건부',
    )
    const start = performance.now()
    tab?.click()
    const check = () => {
      const cell = document.querySelector('[role=gridcell][data-row="0"][data-col="1"]')
      requestAnimationFrame(cell?.textContent ? () => resolve(performance.now() - start) : check)
    }
    check()
  })
}
