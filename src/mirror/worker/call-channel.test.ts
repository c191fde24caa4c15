import { expect, test } from 'vitest'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { openLinePair } from '../client/engine-line.ts'
import { openCaller, serveCalls, type Answered, type Call, type CallHandlers } from './call-channel.ts'

type Kinds = {
  double: { question: number; wish: never; answer: number }
  count: { question: { from: number }; wish: 'next'; answer: number }
}

type Counting = { number: number; call: Call<Kinds['count']> }

/** `count` answers with the next number on every wish and whenever the test triggers it. */
function openPair(double: CallHandlers<Kinds>['double'] = (number, call) => call.finish(number * 2)) {
  const browser = makeFakeBrowser()
  const [page, engine] = openLinePair()
  const counting: Counting[] = []
  const asked: unknown[] = []
  engine.listen((message) => asked.push(message))
  const stop = serveCalls<Kinds>(
    engine,
    Promise.resolve({
      double,
      count({ from }, call) {
        const one = { number: from, call }
        counting.push(one)
        call.answer(one.number)
        call.onWish(() => call.answer((one.number += 1)))
      },
    }),
  )
  return { browser, page, engine, counting, asked, stop, caller: openCaller<Kinds>(page, browser.openTab().runtime) }
}

/** Collects everything reported to one call. */
function hear() {
  const heard: (number | string)[] = []
  const hearing = {
    onAnswer: (answer: number) => void heard.push(answer),
    onFailure: (message: string) => void heard.push(message),
  }
  return { heard, hearing }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a request gets one answer and nothing after it', async () => {
  const { caller, asked, browser } = openPair()
  expect(await Promise.all([1, 2, 3].map((number) => caller.request('double', number, { ms: 1_000 })))).toEqual([
    2, 4, 6,
  ])
  await turn()
  expect(asked).toHaveLength(3)
  expect(browser.clock.nextTimerAt()).toBe(null)
})

test('a failing handler fails only its own request', async () => {
  const { caller } = openPair((number, call) => {
    if (number === 1) throw new TypeError('no such number')
    call.finish(number)
  })
  await expect(caller.request('double', 1, { ms: null })).rejects.toThrow('TypeError: no such number')
  expect(await caller.request('double', 2, { ms: null })).toBe(2)
})

test.each(['its time is over', 'the caller gives up'] as const)(
  'an unanswered request ends when %s, and the other end is notified',
  async (how) => {
    const signals: AbortSignal[] = []
    const { caller, browser } = openPair((_number, call) => void signals.push(call.signal))
    const over = new AbortController()
    const asking = caller.request('double', 1, { ms: 30_000, signal: over.signal }).catch((error: Error) => error.name)
    await turn()
    expect(signals[0]?.aborted).toBe(false)
    if (how === 'its time is over') await browser.advance(30_000)
    else over.abort()
    expect(await asking).toBe(how === 'its time is over' ? 'TimeoutError' : 'AbortError')
    await turn()
    expect(signals[0]?.aborted).toBe(true)
    expect(browser.clock.nextTimerAt()).toBe(null)
  },
)

test('a followed call gets its answers in order until it is closed, and none after that', async () => {
  const { caller, counting } = openPair()
  const [first, second] = [hear(), hear()]
  const one = caller.follow('count', { from: 10 }, first.hearing)
  caller.follow('count', { from: 20 }, second.hearing)
  one.say('next')
  one.say('next')
  await turn()
  expect([first.heard, second.heard]).toEqual([[10, 11, 12], [20]])
  counting[0]?.call.answer(99)
  one.close()
  one.say('next')
  await turn()
  expect(first.heard).toEqual([10, 11, 12])
  expect(counting.map(({ call }) => call.signal.aborted)).toEqual([true, false])
  counting[0]?.call.answer(100)
  counting[1]?.call.finish(21)
  await turn()
  counting[1]?.call.answer(22)
  await turn()
  expect([first.heard, second.heard]).toEqual([
    [10, 11, 12],
    [20, 21],
  ])
})

test('closing the page closes everything it followed', async () => {
  const { caller, counting, stop } = openPair()
  const { heard, hearing } = hear()
  caller.follow('count', { from: 1 }, hearing)
  caller.follow('count', { from: 2 }, hearing)
  await turn()
  stop()
  expect(counting.map(({ call }) => call.signal.aborted)).toEqual([true, true])
  counting[0]?.call.answer(3)
  await turn()
  expect(heard).toEqual([1, 2])
})

test('nothing is delivered after the page closes its end, not even messages in transit', async () => {
  const { caller, counting } = openPair()
  const { heard, hearing } = hear()
  caller.follow('count', { from: 1 }, hearing)
  await turn()
  counting[0]?.call.answer(2)
  caller.close()
  await turn()
  expect(heard).toEqual([1])
})

test('a failing line is reported to every call, and followed calls may continue', async () => {
  const { caller, engine, counting } = openPair(() => undefined)
  const { heard, hearing } = hear()
  caller.follow('count', { from: 1 }, hearing)
  const asking = caller.request('double', 1, { ms: null }).catch((error: Error) => error.message)
  await turn()
  engine.post({ failure: 'the worker broke' } satisfies Answered)
  expect(await asking).toBe('the worker broke')
  counting[0]?.call.answer(2)
  await turn()
  expect(heard).toEqual([1, 'the worker broke', 2])
})

test('every call gets the reason when the other end cannot be created', async () => {
  const [page, engine] = openLinePair()
  serveCalls<Kinds>(engine, Promise.reject(new Error('blocked')))
  const caller = openCaller<Kinds>(page, makeFakeBrowser().openTab().runtime)
  const { heard, hearing } = hear()
  caller.follow('count', { from: 1 }, hearing)
  await expect(caller.request('double', 1, { ms: null })).rejects.toThrow('blocked')
  expect(heard).toEqual(['Error: blocked'])
})
