import type { Browser, Page } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { budgetRow, median, percentile, type BenchRow } from '../bench-row.ts'
import { caseBookPath, openWholeApp } from '../whole-app.ts'

/**
 * The case book in the field: the built app on a tablet on its side, whose page thread is four times as slow, without a network (workers are not slowed: Chromium slows pages only).
 * How long from opening the app to rows, from a tap to the record's sheet, from a key to the next cell and to the letter in its input.
 */
export async function benchFieldTablet(run: {
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
    const where = `a tablet without a network, CPU slowed 4 times, ${String(run.records)} cases`
    const row = (what: string, samples: readonly number[], limit: number) =>
      budgetRow({
        ...{ name: `${where}: ${what}`, unit: 'ms', goal: `≤ ${String(limit)} ms`, limit },
        ours: limit === startLimit ? median(samples) : percentile(samples, 0.95),
      })
    return [
      row('opening the app to first rows', starts, startLimit),
      row('arrow to the next cell drawn, p95', await arrows(page), 50),
      row('key to its letter in the cell drawn, p95', await letters(page), 50),
      row('tap on a cell to its frame drawn, p95', await taps(page), 100),
    ]
  } finally {
    await close()
  }
}

const startLimit = 2000

/** From the beginning of the navigation, by the page's own clock. */
async function startToRows(page: Page, url: string): Promise<number> {
  await page.goto(url + caseBookPath)
  const at = await page.waitForFunction(() => {
    const cell = document.querySelector('[role=gridcell][data-row="0"][data-column="1"]')
    return cell?.textContent ? performance.now() : 0
  })
  return await at.jsonValue()
}

/** Event to the second frame after it: what the key did has been drawn by then. */
async function arrows(page: Page): Promise<number[]> {
  await page.locator('[role=gridcell][data-row="2"][data-column="2"]').tap()
  return await timed(page, 'keydown', async () => {
    for (let at = 0; at < 40; at += 1) await pause(page, () => page.keyboard.press(arrowKeys[at % 4] ?? 'ArrowDown'))
  })
}

const arrowKeys = ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft']

async function letters(page: Page): Promise<number[]> {
  const samples = await timed(page, 'keydown', async () => {
    for (const letter of 'abcdefghijabcdefghij') await pause(page, () => page.keyboard.press(letter))
  })
  await page.keyboard.press('Escape')
  return samples
}

async function taps(page: Page): Promise<number[]> {
  return await timed(page, 'pointerdown', async () => {
    for (let at = 0; at < 20; at += 1) {
      const cell = page.locator(`[role=gridcell][data-row="${String(2 + (at % 6))}"][data-column="2"]`)
      await pause(page, () => cell.tap())
    }
  })
}

async function pause(page: Page, press: () => Promise<void>): Promise<void> {
  await press()
  await page.waitForTimeout(120)
}

/** Times between events of a kind (their own time stamps) and the frame in which their effect is on the screen. */
async function timed(page: Page, kind: 'keydown' | 'pointerdown', act: () => Promise<void>): Promise<number[]> {
  await page.evaluate((name) => {
    const samples: number[] = []
    Reflect.set(window, 'fieldSamples', samples)
    const heard = (event: Event) =>
      requestAnimationFrame(() => {
        // After this frame has been laid out and painted, not before.
        setTimeout(() => samples.push(performance.now() - event.timeStamp))
      })
    Reflect.set(window, 'fieldListener', heard)
    window.addEventListener(name, heard, true)
  }, kind)
  await act()
  return await page.evaluate((name) => {
    window.removeEventListener(name, Reflect.get(window, 'fieldListener') as EventListener, true)
    return Reflect.get(window, 'fieldSamples') as number[]
  }, kind)
}
