import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { withLock } from './take-lock.ts'

test('work under one lock runs one at a time and passes its result or error on', async () => {
  const browser = makeFakeBrowser()
  const [first, second] = [browser.openTab().runtime, browser.openTab().runtime]
  const order: string[] = []
  const slow = withLock(first, 'lock', async () => {
    order.push('begin')
    await first.wait(30_000)
    order.push('end')
    return 1
  })
  const failing = withLock(second, 'lock', () => {
    order.push('second')
    return Promise.reject(new Error('no'))
  })
  const failure = failing.catch((error: Error) => error.message)
  expect(await browser.finish(slow)).toBe(1)
  expect(await browser.finish(failure)).toBe('no')
  expect(order).toEqual(['begin', 'end', 'second'])
  expect(browser.clock.nextTimerAt()).toBe(null)
})

test('the lock of a frozen tab is taken after a while, and the tab gets its own result when it wakes', async () => {
  const browser = makeFakeBrowser()
  const [frozen, other] = [browser.openTab(), browser.openTab()]
  const stuck = withLock(frozen.runtime, 'lock', async () => {
    await frozen.runtime.wait(1_000)
    return 'late'
  })
  await browser.settle()
  frozen.freeze()
  const start = browser.clock.now()
  expect(await browser.finish(withLock(other.runtime, 'lock', () => Promise.resolve('taken')))).toBe('taken')
  expect(browser.clock.now() - start).toBe(90_000)
  frozen.thaw()
  expect(await browser.finish(stuck)).toBe('late')
})
