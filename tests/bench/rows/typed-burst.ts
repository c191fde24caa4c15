import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { bookRows, findCell, openCaseBook } from '../../e2e/support/case-book.ts'
import { signIn } from '../../e2e/support/sign-in.ts'
import { openBenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'

declare const window: { burst: { lastEnterAt: number; keptAt: number; kept: number } }

const edits = 15
/** Three letters and Enter, fifteen times in 0.7 s. */
const keyEveryMs = 10
const bursts = 10

/**
 * Fifteen cells of the case book typed one below the other with real keys, in the built app (`npm
 * run build` comes first), online: from the last Enter to the completion of the transaction with
 * the last edit. Each edit is sent to the server as well, as usual.
 */
export async function benchTypedBurst(run: { browser: Browser; records: number }): Promise<BenchRow[]> {
  const office = await openBenchOffice({
    records: run.records,
    distDir: join(import.meta.dirname, '../../../dist'),
  })
  const context = await run.browser.newContext({ locale: 'ko-KR', viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchOutbox)
    await signIn(page, office.url)
    await openCaseBook(page, office.url)
    await page.getByText('동기화됨').waitFor({ timeout: 120_000 })
    await typeBurst(page, 0)
    const samples: number[] = []
    for (let round = 1; round <= bursts; round += 1) samples.push(await typeBurst(page, round))
    const createRow = (which: string, ours: number) =>
      createBudgetRow({
        name: `burst of ${edits} edits: last key to all kept, ${which}`,
        unit: 'ms',
        ours,
        goal: '≤ 100 ms',
        limit: 100,
      })
    return [createRow(`median of ${bursts}`, median(samples)), createRow(`slowest of ${bursts}`, Math.max(...samples))]
  } finally {
    await context.close()
    await office.stop()
  }
}

async function typeBurst(page: Page, round: number): Promise<number> {
  await page.evaluate(() => Object.assign(window.burst, { kept: 0 }))
  await findCell(bookRows(page), '등기목적').first().click()
  for (let row = 0; row < edits; row += 1) {
    // A different syllable in every round, because an edit that changes nothing is ignored.
    await page.keyboard.type(`${String.fromCodePoint(0xac00 + round)}${row + 10}`, { delay: keyEveryMs })
    await page.keyboard.press('Enter')
  }
  await page.waitForFunction((wanted) => window.burst.kept >= wanted, edits, { timeout: 30_000 })
  const took = await page.evaluate(() => window.burst.keptAt - window.burst.lastEnterAt)
  await page.getByText('동기화됨').waitFor({ timeout: 60_000 })
  return took
}

/**
 * Runs in the page and records when Enter was last pressed, how many edits its transactions have
 * stored, and when the last one completed.
 */
function watchOutbox(): void {
  const burst = { lastEnterAt: 0, keptAt: 0, kept: 0 }
  Object.assign(window, { burst })
  const onKey = ({ key, timeStamp }: KeyboardEvent) => {
    if (key === 'Enter') burst.lastEnterAt = timeStamp
  }
  document.addEventListener('keydown', onKey, true)
  const add = IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given) {
    const onComplete = () => {
      burst.kept += 1
      burst.keptAt = performance.now()
    }
    if (this.name === 'ops') this.transaction.addEventListener('complete', onComplete)
    return add.apply(this, given)
  }
}
