import type { Browser, Page } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'
import { caseBookPath, openWholeApp } from '../whole-app.ts'

/**
 * Time for a tablet in the field from opening the built app to the first rows of the case book:
 * offline, with the page thread slowed down four times (Chromium does not slow workers).
 */
export async function benchOfflineStart(run: {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}): Promise<BenchRow[]> {
  const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true }
  const { page, close } = await openWholeApp(run, tablet)
  try {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.context().setOffline(true)
    const slow = await page.context().newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const starts: number[] = []
    for (let round = 0; round < run.rounds + 2; round += 1) starts.push(await startToRows(page, run.office.url))
    const name = `tablet, CPU ×4, no network: opening the app to first rows of ${String(run.records)} cases`
    return [createBudgetRow({ name, unit: 'ms', ours: median(starts), goal: '≤ 2,000 ms', limit: 2000 })]
  } finally {
    await close()
  }
}

/**
 * From the start of the navigation, by the page's own clock; in a new process, as a closed app
 * starts.
 */
async function startToRows(page: Page, url: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(url + caseBookPath)
  const at = await page.waitForFunction(() => {
    const cell = document.querySelector('[role=gridcell][data-row="0"][data-col="1"]')
    return cell?.textContent ? performance.now() : 0
  })
  return await at.jsonValue()
}
