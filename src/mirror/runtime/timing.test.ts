import { expect, test, vi } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { callAfter, computeBackoffMs, createWakeSignal, isDue, withDeadline } from './timing.ts'

function openClock() {
  const browser = makeFakeBrowser()
  return { browser, clock: browser.openTab().runtime }
}

const never = (deadline: AbortSignal) =>
  new Promise<string>((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new TypeError('given up')))
  })

test('aborts work that exceeds its deadline and leaves no timer after work that ends in time', async () => {
  const { browser, clock } = openClock()
  const timedOut = withDeadline(clock, { ms: 30_000 }, never).catch((error: Error) => error.message)
  await browser.advance(29_999)
  expect(await Promise.race([timedOut, Promise.resolve('still at it')])).toBe('still at it')
  await browser.advance(1)
  expect(await timedOut).toBe('given up')
  expect(await withDeadline(clock, { ms: 30_000 }, () => Promise.resolve('done'))).toBe('done')
  expect(browser.clock.nextTimerAt()).toBe(null)
})

test('aborting the signal ends the work before its deadline', async () => {
  const { browser, clock } = openClock()
  const controller = new AbortController()
  const work = withDeadline(clock, { ms: 30_000, signal: controller.signal }, never)
  controller.abort()
  await expect(work).rejects.toThrow('given up')
  expect(browser.clock.nextTimerAt()).toBe(null)
})

test('a cancelled or aborted call is not made later', async () => {
  const { browser, clock } = openClock()
  const work = vi.fn<() => void>()
  const controller = new AbortController()
  const cancel = callAfter(clock, { ms: 10 }, work)
  callAfter(clock, { ms: 10, signal: controller.signal }, work)
  cancel()
  controller.abort()
  await browser.advance(20)
  expect(work).not.toHaveBeenCalled()
})

test('a wake signal given before a wait ends the next one only, a cleared signal ends none', async () => {
  const { browser, clock } = openClock()
  const wake = createWakeSignal(clock)
  wake.notify()
  wake.notify()
  expect(await wake.wait()).toBe(true)
  wake.notify()
  wake.clear()
  const second = wake.wait({ ms: 1_000 })
  await browser.advance(1_000)
  expect(await second).toBe(false)
  const third = wake.wait({ ms: 1_000 })
  wake.notify()
  expect(await third).toBe(true)
  expect(await wake.wait({ ms: 1_000, signal: AbortSignal.abort() })).toBe(false)
})

test("backoff doubles up to its maximum with jitter and never undercuts the server's request", () => {
  expect([1, 2, 3, 9, 30].map((failures) => computeBackoffMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000,
  ])
  expect(computeBackoffMs(5, 0.25)).toBe(4_000)
  expect(computeBackoffMs(30, 1, { maxMs: 60_000 })).toBe(60_000)
  expect(computeBackoffMs(1, 0, { minMs: 250 })).toBe(250)
  expect(computeBackoffMs(1, 1, { retryAfterMs: 60_000 })).toBe(60_000)
  expect(computeBackoffMs(1, 1, { retryAfterMs: dayMs })).toBe(3_600_000)
  expect([isDue(5, 5), isDue(6, 5), isDue(5 + 3_600_001, 5)]).toEqual([true, false, true])
})
