import type { ChatEvent } from '#contract/chat/calls.ts'

/**
 * Events of a streamed answer, independent of chunk boundaries. Ends with the stream; rejects if it
 * breaks off.
 */
export async function* readAnswerEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const texts = (rest + value).split('\n\n')
      rest = texts.pop() ?? ''
      yield* texts.flatMap((text) => eventIn(text) ?? [])
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Null for comments and for unknown events of a newer server. */
function eventIn(text: string): ChatEvent | null {
  const lines = text.split('\n')
  const valueOf = (key: string) => lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2)
  const name = valueOf('event')
  const data = valueOf('data')
  if (name === undefined || data === undefined || !names.has(name)) return null
  // Our own server validated it against the contract.
  return { name, data: JSON.parse(data) } as ChatEvent
}

const names: ReadonlySet<string> = new Set<ChatEvent['name']>(['delta', 'tool', 'part', 'done', 'error'])
