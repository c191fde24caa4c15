import type { Browser, Page } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'
import { openWholeApp } from '../whole-app.ts'

/**
 * Time from a click on 등기 관리 in the side menu to painted rows of the case book, at a desk. The
 * menu opens another tab first, so 사건부 is clicked as soon as it is there. Cold: for the first time
 * after the app started on 오늘. Warm: again, after 오늘.
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
      await settle(page)
      cold.push(await clickToRows(page))
      await page.getByRole('link', { name: '오늘', exact: true }).first().click()
      await settle(page)
      warm.push(await clickToRows(page))
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

/** The start page is there, and nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '오늘' }).first().waitFor()
  await page.waitForTimeout(2000)
}

/** By the page's own clock, until the frame after the one that has the rows. */
function clickToRows(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const link = [...document.querySelectorAll('nav a')].find(({ textContent }) => textContent === '등기 관리')
        const start = performance.now()
        ;(link as HTMLElement).click()
        const check = () => {
          const tab = [...document.querySelectorAll('a, button')].find(({ textContent }) => textContent === '사건부')
          if (tab && !location.search.includes('tab=table')) (tab as HTMLElement).click()
          const cell = document.querySelector('[role=gridcell][data-row="0"][data-col="1"]')
          requestAnimationFrame(cell?.textContent ? () => resolve(performance.now() - start) : check)
        }
        check()
      }),
  )
}
