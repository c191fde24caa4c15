import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeBrowser, type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { type CandidateOptions, startLeadership, type Term } from './leadership.ts'

let browser: FakeBrowser
let stops: (() => void)[] = []
beforeEach(() => {
  browser = makeFakeBrowser()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

function createCandidate(tab: FakeTab, overrides: Partial<CandidateOptions & { isVisible: boolean }> = {}) {
  const { runtime } = tab
  const terms: Term[] = []
  const bugs: unknown[] = []
  const leadership = startLeadership({
    runtime,
    lock: 'leader',
    channel: runtime.openChannel('leader'),
    tasks: [(term) => holdTerm(term, terms)],
    onBug: (error) => bugs.push(error),
    ...overrides,
  })
  stops.push(leadership.stop)
  return { leadership, terms, bugs }
}

function holdTerm(term: Term, terms: Term[]): Promise<void> {
  terms.push(term)
  return new Promise((resolve) => term.signal.addEventListener('abort', () => resolve()))
}

test('one of two tabs leads, and the other takes over when it stops', async () => {
  const [first, second] = [createCandidate(browser.openTab()), createCandidate(browser.openTab())]
  await browser.advance(60_000)
  expect([first.leadership.isLeader(), second.leadership.isLeader()]).toEqual([true, false])
  first.leadership.stop()
  await browser.settle()
  expect([first.leadership.isLeader(), second.leadership.isLeader()]).toEqual([false, true])
  expect(first.terms[0]?.signal.aborted).toBe(true)
  expect(second.terms).toMatchObject([{ isStolen: false }])
})

test('a visible tab replaces a frozen leader within 25 seconds, and the old one stops', async () => {
  const [old, newer] = [browser.openTab(), browser.openTab()]
  const first = createCandidate(old)
  await browser.advance(7_000)
  const second = createCandidate(newer, { isVisible: false })
  old.freeze()
  await browser.advance(120_000)
  expect(second.leadership.isLeader()).toBe(false)
  second.leadership.setVisible(true)
  await browser.advance(25_000)
  expect(second.leadership.isLeader()).toBe(true)
  expect(second.terms).toMatchObject([{ isStolen: true }])
  old.thaw()
  await browser.advance(60_000)
  expect([first.leadership.isLeader(), second.leadership.isLeader()]).toEqual([false, true])
  expect(first.terms[0]?.signal.aborted).toBe(true)
})

test('hidden tabs replace a frozen leader after minutes, and leave one that is only slow', async () => {
  const [old, newer] = [browser.openTab(), browser.openTab()]
  const first = createCandidate(old, { isVisible: false })
  await browser.advance(7_000)
  const second = createCandidate(newer, { isVisible: false })
  for (let round = 0; round < 5; round++) {
    old.freeze()
    await browser.advance(60_000)
    old.thaw()
    await browser.advance(10_000)
  }
  expect([first.leadership.isLeader(), second.leadership.isLeader()]).toEqual([true, false])
  old.freeze()
  await browser.advance(190_000)
  expect(second.terms).toMatchObject([{ isStolen: true }])
})

test('a failing duty restarts after a pause while the others continue', async () => {
  let tries = 0
  const others: Term[] = []
  const { bugs } = createCandidate(browser.openTab(), {
    tasks: [
      async () => {
        tries += 1
        throw new DOMException('the transaction was aborted', 'AbortError')
      },
      (term) => holdTerm(term, others),
    ],
  })
  await browser.advance(12_000)
  expect(tries).toBe(3)
  expect(bugs).toHaveLength(3)
  expect(others).toHaveLength(1)
  expect(others[0]?.signal.aborted).toBe(false)
})

test('a tab that regains the lock leads even if the work of its earlier term ends only now', async () => {
  const [old, newer] = [browser.openTab(), browser.openTab()]
  const first = createCandidate(old, {
    tasks: [
      async (term) => {
        await holdTerm(term, [])
        await old.runtime.wait(60_000)
      },
    ],
  })
  await browser.advance(7_000)
  const second = createCandidate(newer)
  old.freeze()
  await browser.advance(25_000)
  expect(second.leadership.isLeader()).toBe(true)
  old.thaw()
  await browser.settle()
  newer.freeze()
  await browser.advance(25_000)
  expect(first.leadership.isLeader()).toBe(true)
  await browser.advance(60_000)
  expect(first.leadership.isLeader()).toBe(true)
})
