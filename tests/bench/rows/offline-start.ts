import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { chromiumArgs, chromiumEnv, requireChromium } from '../../support/browsers/chromium.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'
import { caseBookPath, openCaseBook } from '../whole-app.ts'

/**
 * Time for a tablet in the field from opening the built app to the first rows of the case book: the
 * browser was closed and starts offline, with the page thread slowed down four times (Chromium does
 * not slow workers). It used the app three times before, as Chromium keeps compiled scripts only
 * from the second use on.
 */
export async function benchOfflineStart(run: {
  office: BenchOffice
  records: number
  rounds: number
}): Promise<BenchRow[]> {
  const profile = mkdtempSync(join(tmpdir(), 'ongyeol-bench-profile-'))
  try {
    for (let use = 0; use < 3; use += 1) await inClosedBrowser(profile, (context) => useApp(context, run.office))
    const starts: number[] = []
    for (let round = 0; round < run.rounds + 2; round += 1)
      starts.push(await inClosedBrowser(profile, (context) => startToRows(context, run.office.url)))
    const name = `tablet, CPU ×4, no network: opening the app to first rows of ${String(run.records)} cases`
    return [createBudgetRow({ name, unit: 'ms', ours: median(starts), goal: '≤ 2,000 ms', limit: 2000 })]
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Starts a browser with this profile and closes it afterwards. */
async function inClosedBrowser<Result>(
  profile: string,
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    args: chromiumArgs,
    env: chromiumEnv,
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
  })
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}

async function useApp(context: BrowserContext, office: BenchOffice): Promise<void> {
  const page = await openCaseBook(context, office)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** From the start of the navigation, by the page's own clock. */
async function startToRows(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await context.setOffline(true)
  const slow = await context.newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Lets the browser finish its own start.
  await page.waitForTimeout(2000)
  await page.goto(url + caseBookPath)
  const at = await page.waitForFunction(() => {
    const cell = document.querySelector('[role=gridcell][data-row="0"][data-col="1"]')
    return cell?.textContent ? performance.now() : 0
  })
  return await at.jsonValue()
}
