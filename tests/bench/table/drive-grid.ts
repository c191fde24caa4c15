import type { Browser, CDPSession, Page } from 'playwright'
import type { FrameCount } from '../pages/table/frame-watch.ts'
import type { GridBench } from '../pages/table/grid-page.ts'
import { checkEdit, checkRows } from './check-picture.ts'

declare const window: { bench: GridBench }

export interface GridRound {
  /**
   * Ms from the records in memory to the painted first rows, in a fresh page, and again in the same
   * page.
   */
  coldMount: number
  warmMounts: number[]
  scroll: FrameCount & { busyShare: number }
  fling: FrameCount & { busyShare: number }
  jumps: number[]
  arrows: number[]
  /** Main thread busy, ms per step of a held arrow key. */
  arrowBusy: number
  /** Ms per step of a held arrow key, as fast as the grid accepts them. */
  arrowHeld: number
  typed: number[]
  committed: number[]
  /** Main thread busy, ms per edit. */
  editBusy: number
  /** MB of JavaScript heap beyond the records, once mounted and after everything. */
  heapMounted: number
  heapAfter: number
}

const farRows = [50_000, 20, 75_000, 99_990, 1_000, 50_000, 10, 62_500, 25_000, 0]
const editCount = 100
const heldSteps = 100
const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Runs one grid through the whole script, in a separate page with real input events. Throws when a
 * picture of it does not show what it should.
 */
export async function driveGrid(at: {
  browser: Browser
  url: string
  records: number
  name: string
}): Promise<GridRound> {
  const context = await at.browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(at.url)
  await page.waitForFunction(() => 'bench' in window)
  await page.evaluate((count) => window.bench.prepare(count), at.records)
  const drive: Drive = { page, cdp, name: at.name }
  const round = await runScript(drive)
  await context.close()
  if (pageErrors.length > 0) throw new Error(`${at.name}: ${pageErrors.join('; ')}`)
  return round
}

interface Drive {
  page: Page
  cdp: CDPSession
  name: string
}

async function runScript(drive: Drive): Promise<GridRound> {
  const { page } = drive
  const heapBefore = await measureHeap(drive)
  const coldMount = await page.evaluate(() => window.bench.mount())
  await page.waitForTimeout(300)
  const heapMounted = (await measureHeap(drive)) - heapBefore
  await checkRows(page, drive.name)
  const warmMounts = await timeRemounts(page)
  const scroll = await measureScroll(drive, () => scrollBySteps(page))
  const fling = await measureScroll(drive, () => flingDown(drive))
  const jumps: number[] = []
  for (const row of farRows) {
    jumps.push(await page.evaluate((to) => window.bench.jump(to), row))
    await page.waitForTimeout(100)
    if (!(await page.evaluate(() => window.bench.isFocusInside()))) throw new Error(`${drive.name}: the focus was lost`)
  }
  await checkRows(page, drive.name)
  const arrowSteps = await walk(drive)
  const edits = await editAll(drive)
  await checkEdit(page, drive.name)
  const heapAfter = (await measureHeap(drive)) - heapBefore
  return { coldMount, warmMounts, scroll, fling, jumps, ...arrowSteps, ...edits, heapMounted, heapAfter }
}

async function timeRemounts(page: Page): Promise<number[]> {
  const samples: number[] = []
  for (let time = 0; time < 5; time += 1) {
    await page.evaluate(() => window.bench.unmount())
    samples.push(await page.evaluate(() => window.bench.mount()))
    await page.waitForTimeout(200)
  }
  return samples
}

async function measureScroll(drive: Drive, work: () => Promise<void>): Promise<FrameCount & { busyShare: number }> {
  const { page } = drive
  await page.mouse.move(700, 450)
  const before = await page.evaluate(() => window.bench.scrollTop())
  await page.evaluate(() => window.bench.startFrames())
  const start = performance.now()
  const busy = await measureBusy(drive, async () => {
    await work()
    await page.waitForTimeout(200)
  })
  const busyShare = busy / (performance.now() - start)
  const frames = await page.evaluate(() => window.bench.stopFrames())
  const moved = (await page.evaluate(() => window.bench.scrollTop())) - before
  if (moved < 5_000) throw new Error(`${drive.name}: scrolled ${moved} px only`)
  return { ...frames, busyShare }
}

/** Forty wheel turns of 240 px, one every 40 ms. */
async function scrollBySteps(page: Page): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(40)
  }
  await page.waitForTimeout(300)
}

/** 60,000 px (1,667 rows) in three seconds. */
async function flingDown({ cdp }: Drive): Promise<void> {
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 450,
    yDistance: -60_000,
    speed: 20_000,
    gestureSourceType: 'mouse',
  })
}

/**
 * Single steps, each awaited; then the key held down over a hundred rows, most of which scroll into
 * view.
 */
async function walk(drive: Drive): Promise<Pick<GridRound, 'arrows' | 'arrowHeld' | 'arrowBusy'>> {
  const { page, cdp } = drive
  const arrows: number[] = []
  for (let row = 1; row <= 30; row += 1) {
    await page.evaluate((to) => window.bench.watchActive(to), row)
    await page.keyboard.press('ArrowDown')
    arrows.push(await page.evaluate(() => window.bench.result()))
  }
  const key = { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 }
  await page.evaluate((to) => window.bench.watchActive(to), 30 + heldSteps)
  let total = 0
  const busy = await measureBusy(drive, async () => {
    for (let step = 0; step < heldSteps; step += 1)
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', autoRepeat: step > 0, ...key })
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    total = await page.evaluate(() => window.bench.result())
  })
  return { arrows, arrowHeld: total / heldSteps, arrowBusy: busy / heldSteps }
}

/** A letter, Enter, a letter, Enter … down the work column from the first row. */
async function editAll(drive: Drive): Promise<Pick<GridRound, 'typed' | 'committed' | 'editBusy'>> {
  const { page } = drive
  const [typed, committed]: [number[], number[]] = [[], []]
  await page.evaluate(() => window.bench.jump(0))
  const busy = await measureBusy(drive, async () => {
    for (let row = 0; row < editCount; row += 1) {
      const letter = letters[row % letters.length] ?? 'a'
      await page.evaluate((text) => window.bench.watchTyped(text), letter)
      await page.keyboard.press(letter)
      typed.push(await page.evaluate(() => window.bench.result()))
      await page.evaluate(([at, text]) => window.bench.watchCommitted(at, text), [row, letter] as const)
      await page.keyboard.press('Enter')
      committed.push(await page.evaluate(() => window.bench.result()))
    }
  })
  const lastValue = await page.evaluate((last) => window.bench.valueAt(last), editCount - 1)
  const expected = letters[(editCount - 1) % letters.length]
  if (lastValue !== expected) throw new Error(`${drive.name}: the last edit kept ${String(lastValue)}, not ${expected}`)
  return { typed, committed, editBusy: busy / editCount }
}

/** Ms the main thread was busy: scripts, layout, painting and the browser's own tasks. */
async function measureBusy({ cdp }: Drive, work: () => Promise<void>): Promise<number> {
  const before = await readMetric(cdp, 'TaskDuration')
  await work()
  return ((await readMetric(cdp, 'TaskDuration')) - before) * 1000
}

async function measureHeap({ cdp }: Drive): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  return (await readMetric(cdp, 'JSHeapUsedSize')) / 1_048_576
}

async function readMetric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const found = metrics.find((each) => each.name === name)
  if (!found) throw new Error(`The browser tells no ${name}`)
  return found.value
}
