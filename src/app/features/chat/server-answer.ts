import { readStoredLogin } from '#app/session/stored-login/stored-login.ts'
import type { AnswerPart } from '#contract/chat/answer.ts'
import type { ChatEvent } from '#contract/chat/calls.ts'
import { findErrorText } from '#domain/text/error-text.ts'

/**
 * Reads a JSON answer: its `parts`, else its `message` as text or value. Without a message, `error`
 * is the failure; without that, the whole answer is shown.
 */
export function readJsonAnswer(
  body: unknown,
): { readonly parts: readonly AnswerPart[] } | { readonly failure: string } {
  if (typeof body === 'string') return body.trim() === '' ? { failure: noAnswer } : { parts: textPart(body) }
  if (typeof body !== 'object' || body === null) return { failure: noAnswer }
  if ('parts' in body && isParts(body.parts)) return { parts: body.parts }
  if ('message' in body && isNonEmpty(body.message)) return { parts: textPart(body.message) }
  const failure = findErrorText(body)
  return failure === undefined ? { parts: textPart(body) } : { failure }
}

/** Values other than text become JSON, which bubbles draw as a tree. */
function textPart(value: unknown): AnswerPart[] {
  return [{ kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }]
}

function isNonEmpty(message: unknown): boolean {
  return typeof message === 'string' ? message.trim() !== '' : message != null
}

/** Only parts in our own server's format; others are shown as JSON. */
function isParts(parts: unknown): parts is AnswerPart[] {
  return Array.isArray(parts) && parts.length > 0 && parts.every(isPart)
}

function isPart(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('kind' in part)) return false
  const requiredKeys = keysByKind[String(part.kind) as AnswerPart['kind']]
  return requiredKeys !== undefined && requiredKeys.every(([key, type]) => detectType(Reflect.get(part, key)) === type)
}

const keysByKind: Readonly<Record<AnswerPart['kind'], readonly (readonly [key: string, type: string])[]>> = {
  text: [['text', 'string']],
  table: [
    ['title', 'string'],
    ['columns', 'array'],
    ['rows', 'array'],
    ['count', 'number'],
  ],
  sources: [
    ['title', 'string'],
    ['links', 'array'],
  ],
  change: [
    ['record_id', 'string'],
    ['collection', 'string'],
    ['link', 'object'],
  ],
  suggestions: [['questions', 'array']],
  undo: [],
}

function detectType(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

/**
 * Events of a streamed answer, independent of chunk boundaries. Ends with the stream; throws if the
 * connection is lost.
 */
export async function* readAnswerEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let pendingText = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const texts = (pendingText + value).split('\n\n')
      pendingText = texts.pop() ?? ''
      yield* texts.flatMap((text) => parseEvent(text) ?? [])
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Null for comments and for unknown events of a newer server. */
function parseEvent(text: string): ChatEvent | null {
  const lines = text.split('\n')
  const findValue = (key: string) => lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2)
  const name = findValue('event')
  const data = findValue('data')
  if (name === undefined || data === undefined || !eventNames.has(name)) return null
  // Our own server validated it against the contract.
  return { name, data: JSON.parse(data) } as ChatEvent
}

const eventNames: ReadonlySet<string> = new Set<ChatEvent['name']>(['delta', 'tool', 'part', 'done', 'error'])

export const noAnswer = '답을 받지 못했습니다. 잠시 후 다시 시도해 주세요.'

/** Error message for a refusal of the server. */
export async function readRefusal(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null)
  return findPromptError(problem) ?? findErrorText(problem) ?? noAnswer
}

/**
 * The error of the question itself, if there is one; a proxy may have answered instead of our
 * server.
 */
function findPromptError(problem: unknown): string | undefined {
  if (typeof problem !== 'object' || problem === null || !('fields' in problem)) return undefined
  return findErrorText({ error: Object(problem.fields).prompt })
}

/**
 * `fetch` with the session of a signed-in user. The code that renews sessions is loaded only then,
 * because visitors do not need it.
 */
export async function sendToServer(path: string, init: RequestInit): Promise<Response> {
  const send = readStoredLogin().accessToken ? await loadAuthorizedFetch() : fetch
  return await send(path, init)
}

async function loadAuthorizedFetch(): Promise<typeof fetch> {
  return (await import('#app/session/fetch-with-login.ts')).fetchWithLogin
}
