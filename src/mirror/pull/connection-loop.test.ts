import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { startConnectionLoop } from './connection-loop.ts'
import type { PullOutcome } from './pull-changes.ts'

const answerProbe = () => Response.json({ ok: true, user_id: 'u', epoch: 'e' })

/**
 * Runs the loop for a minute against a server with the given responses, and returns the number of
 * each kind of request.
 */
async function runMinute(script: {
  events: (signal: AbortSignal) => Response | Promise<Response>
  pull: () => PullOutcome
}): Promise<Record<string, number>> {
  const browser = makeFakeBrowser()
  const { runtime } = browser.openTab({ random: () => 0.5 })
  const controller = new AbortController()
  const counts = { probes: 0, pulls: 0, streams: 0, tasks: 0 }
  const connections: string[] = []
  startConnectionLoop({
    runtime,
    signal: controller.signal,
    onConnection: (connection) => connections.push(connection),
    onTask: () => void (counts.tasks += 1),
    async request(path, init) {
      // A loop that never pauses would keep this test from ending.
      if (counts.probes + counts.streams > 5_000) return new Promise(() => {})
      counts[path.endsWith('probe') ? 'probes' : 'streams'] += 1
      return path.endsWith('probe') ? answerProbe() : script.events(init?.signal ?? controller.signal)
    },
    async pull() {
      counts.pulls += 1
      // Lets the stream deliver first.
      for (let tick = 0; tick < 5; tick++) await new Promise((resolve) => setImmediate(resolve))
      return script.pull()
    },
  })
  await browser.advance(60_000)
  controller.abort()
  return counts
}

test('polls for changes at a moderate rate where server-sent events are blocked', async () => {
  const counts = await runMinute({ events: () => new Response('', { status: 404 }), pull: () => 'done' })
  expect(counts.pulls).toBeGreaterThan(2)
  expect(counts.pulls).toBeLessThan(30)
  expect(counts.streams).toBeLessThan(15)
})

test('backs off from a server that responds only to the probe', async () => {
  const counts = await runMinute({ events: () => new Response('', { status: 503 }), pull: () => 'unreachable' })
  expect(counts.probes).toBeGreaterThan(2)
  expect(counts.probes).toBeLessThan(30)
})

test("a stream greeting doesn't shorten the backoff of a device that cannot store what it pulls", async () => {
  const makeHello = () =>
    new Response('data: {"type":"hello","epoch":"e"}\n\n', { headers: { 'content-type': 'text/event-stream' } })
  const counts = await runMinute({ events: makeHello, pull: () => 'unreachable' })
  expect(counts.probes).toBeLessThan(30)
})

test('reports a task event to the screens without pulling', async () => {
  const streamEvents = (count: number) => async (signal: AbortSignal) => {
    const events = `data: {"type":"hello","epoch":"e"}\n\n${'data: {"type":"task"}\n\n'.repeat(count)}`
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(events))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const [quiet, busy] = [0, 40].map((count) => runMinute({ events: streamEvents(count), pull: () => 'done' }))
  expect((await busy)?.tasks).toBeGreaterThanOrEqual(40)
  expect((await busy)?.pulls).toBe((await quiet)?.pulls)
})

test('a device whose stream a newer one of the same user replaced does not replace that one in turn', async () => {
  const makeReplacedResponse = () =>
    new Response('data: {"type":"hello","epoch":"e"}\n\ndata: {"type":"replaced"}\n\n', {
      headers: { 'content-type': 'text/event-stream' },
    })
  const counts = await runMinute({ events: makeReplacedResponse, pull: () => 'done' })
  expect(counts.streams).toBe(1)
  expect(counts.pulls).toBeGreaterThan(1)
})

test.each<[string, (signal: AbortSignal) => Response | Promise<Response>]>([
  ['never opens', (signal) => new Promise((_resolve, reject) => onAbort(signal, reject))],
  ['opens, sends nothing and never closes', (signal) => makeSilentStream(signal)],
])('gives up an event stream that %s after a while, reopens it, and pulls meanwhile', async (_name, events) => {
  const counts = await runMinute({ events, pull: () => 'done' })
  expect(counts.streams).toBe(2)
  expect(counts.pulls).toBeGreaterThan(1)
})

function makeSilentStream(signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({ start: (stream) => onAbort(signal, (error) => stream.error(error)) })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function onAbort(signal: AbortSignal, end: (error: Error) => void): void {
  signal.addEventListener('abort', () => end(new TypeError('given up')))
}
