import { expect, test } from 'vitest'
import { openChannelPair } from '#mirror/client/open-offline-copy.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { type AnswerMessage, type Call, type CallHandlers, openCaller, serveCalls } from './call-channel.ts'

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface has no index signature, which channels require
type Kinds = {
  double: { params: number; command: never; answer: number }
  count: { params: { from: number }; command: 'next'; answer: number }
}

interface CountCall {
  number: number
  call: Call<Kinds['count']>
}

/** `count` answers with the next number on every command and whenever the test triggers it. */
function openPair(double: CallHandlers<Kinds>['double'] = (number, call) => call.finish(number * 2)) {
  const browser = makeFakeBrowser()
  const [page, engine] = openChannelPair()
  const countCalls: CountCall[] = []
  const requests: unknown[] = []
  engine.listen((message) => requests.push(message))
  const stop = serveCalls<Kinds>(
    engine,
    Promise.resolve({
      double,
      count({ from }, call) {
        const countCall = { number: from, call }
        countCalls.push(countCall)
        call.answer(countCall.number)
        call.onCommand(() => call.answer((countCall.number += 1)))
      },
    }),
  )
  return {
    browser,
    page,
    engine,
    counting: countCalls,
    requests,
    stop,
    caller: openCaller<Kinds>(page, browser.openTab().runtime),
  }
}

/** Collects everything reported to one call. */
function record() {
  const received: (number | string)[] = []
  const listener = {
    onAnswer: (answer: number) => void received.push(answer),
    onFailure: (message: string) => void received.push(message),
  }
  return { received, listener }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('a request gets one response and nothing after it', async () => {
  const { caller, requests, browser } = openPair()
  expect(await Promise.all([1, 2, 3].map((number) => caller.request('double', number, { ms: 1_000 })))).toEqual([
    2, 4, 6,
  ])
  await tick()
  expect(requests).toHaveLength(3)
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
  async (respond) => {
    const signals: AbortSignal[] = []
    const { caller, browser } = openPair((_number, call) => void signals.push(call.signal))
    const controller = new AbortController()
    const pending = caller
      .request('double', 1, { ms: 30_000, signal: controller.signal })
      .catch((error: Error) => error.name)
    await tick()
    expect(signals[0]?.aborted).toBe(false)
    if (respond === 'its time is over') await browser.advance(30_000)
    else controller.abort()
    expect(await pending).toBe(respond === 'its time is over' ? 'TimeoutError' : 'AbortError')
    await tick()
    expect(signals[0]?.aborted).toBe(true)
    expect(browser.clock.nextTimerAt()).toBe(null)
  },
)

test('a followed call gets its responses in order until it is closed, and none after that', async () => {
  const { caller, counting: countCalls } = openPair()
  const [first, second] = [record(), record()]
  const subscription = caller.subscribe('count', { from: 10 }, first.listener)
  caller.subscribe('count', { from: 20 }, second.listener)
  subscription.send('next')
  subscription.send('next')
  await tick()
  expect([first.received, second.received]).toEqual([[10, 11, 12], [20]])
  countCalls[0]?.call.answer(99)
  subscription.close()
  subscription.send('next')
  await tick()
  expect(first.received).toEqual([10, 11, 12])
  expect(countCalls.map(({ call }) => call.signal.aborted)).toEqual([true, false])
  countCalls[0]?.call.answer(100)
  countCalls[1]?.call.finish(21)
  await tick()
  countCalls[1]?.call.answer(22)
  await tick()
  expect([first.received, second.received]).toEqual([
    [10, 11, 12],
    [20, 21],
  ])
})

test('closing the page closes everything it followed', async () => {
  const { caller, counting: countCalls, stop } = openPair()
  const { received, listener } = record()
  caller.subscribe('count', { from: 1 }, listener)
  caller.subscribe('count', { from: 2 }, listener)
  await tick()
  stop()
  expect(countCalls.map(({ call }) => call.signal.aborted)).toEqual([true, true])
  countCalls[0]?.call.answer(3)
  await tick()
  expect(received).toEqual([1, 2])
})

test('nothing is delivered after the page closes its end, not even messages in transit', async () => {
  const { caller, counting: countCalls } = openPair()
  const { received, listener } = record()
  caller.subscribe('count', { from: 1 }, listener)
  await tick()
  countCalls[0]?.call.answer(2)
  caller.close()
  await tick()
  expect(received).toEqual([1])
})

test('a failing channel is reported to every call, and followed calls may continue', async () => {
  const { caller, engine, counting: countCalls } = openPair(() => undefined)
  const { received, listener } = record()
  caller.subscribe('count', { from: 1 }, listener)
  const pending = caller.request('double', 1, { ms: null }).catch((error: Error) => error.message)
  await tick()
  engine.post({ failure: 'the worker broke' } satisfies AnswerMessage)
  expect(await pending).toBe('the worker broke')
  countCalls[0]?.call.answer(2)
  await tick()
  expect(received).toEqual([1, 'the worker broke', 2])
})

test('every call gets the reason when the other end cannot be created', async () => {
  const [page, engine] = openChannelPair()
  serveCalls<Kinds>(engine, Promise.reject(new Error('blocked')))
  const caller = openCaller<Kinds>(page, makeFakeBrowser().openTab().runtime)
  const { received, listener } = record()
  caller.subscribe('count', { from: 1 }, listener)
  await expect(caller.request('double', 1, { ms: null })).rejects.toThrow('blocked')
  expect(received).toEqual(['Error: blocked'])
})
