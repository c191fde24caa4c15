import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat/calls.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { readAnswerEvents } from './server-answer.ts'

const events: ChatEvent[] = [
  { name: 'tool', data: { label: '찾고 있습니다.' } },
  { name: 'delta', data: { text: '공탁은\n\n돈이나 물건을 ⚖️' } },
  { name: 'part', data: { kind: 'sources', title: '출처', links: [{ label: '공탁', href: '/services/deposit' }] } },
  {
    name: 'done',
    data: {
      message: '공탁',
      parts: [],
      engine: 'local' as const,
      replaced: [],
      question_id: null,
      created_at: '2026-11-25 09:00:00',
    },
  },
]
const text = [
  ': heartbeat\n\n',
  ...events.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
  'event: from_a_newer_server\ndata: {}\n\n',
].join('')

async function read(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<ChatEvent[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return await Array.fromAsync(readAnswerEvents(body))
}

test('reads events from any chunks, even split inside a character, and ignores unknown ones', async () => {
  const bytes = new TextEncoder().encode(text)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 30 }), async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end))
      expect(await read(chunks)).toEqual(events)
    }),
    { numRuns: countPropertyRuns(100) },
  )
})

test('rejects after the received events if the stream breaks off', async () => {
  const first = new TextEncoder().encode(text)
  let pulls = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulls += 1
      if (pulls === 1) controller.enqueue(first)
      else controller.error(new TypeError('network error'))
    },
  })
  const got: ChatEvent[] = []
  const reading = (async () => {
    for await (const event of readAnswerEvents(body)) got.push(event)
  })()
  await expect(reading).rejects.toThrow('network error')
  expect(got).toEqual(events)
})
