import type { AnswerPart } from '#contract/chat/answer.ts'
import type { ChatAnswer, ChatRequest } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { readJsonAnswer, readAnswerEvents, noAnswer, refusalText, sendToServer } from './server-answer.ts'

export type ChatOutcome =
  | { readonly kind: 'done'; readonly answer: Pick<ChatAnswer, 'engine' | 'replaced' | 'question_id'> }
  | {
      readonly kind: 'failed'
      readonly message: string
      /** The server was not reached, so the question has not been processed. */
      readonly isUnreached?: true
    }

/** Sends a question to the server, or if it is unreachable answers it on the device. */
export type SendChat = (
  request: ChatRequest,
  options: { readonly signal: AbortSignal; onGrow(answering: AnswerProgress): void },
) => Promise<ChatOutcome>

/**
 * Asks one question and reports the growing answer. Resolves with how it ended; rejects only if
 * `signal` stopped it.
 */
export async function sendChat(
  request: ChatRequest,
  { signal, onGrow }: Parameters<SendChat>[1],
): Promise<ChatOutcome> {
  try {
    const response = await post(request, signal)
    if (!response.ok) return { kind: 'failed', message: await refusalText(response) }
    if (!response.body || !isEvents(response)) return takeWhole(await jsonIn(response), onGrow)
    return await follow(response.body, onGrow)
  } catch (error) {
    if (signal.aborted) throw error
    return { ...(navigator.onLine ? failed : { kind: 'failed', message: withoutNetwork }), isUnreached: true }
  }
}

export const withoutNetwork = '네트워크에 연결되어 있지 않습니다. 연결되면 다시 시도해 주세요.'

const failed = { kind: 'failed', message: noAnswer } as const

async function follow(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onGrow: (answering: AnswerProgress) => void,
): Promise<ChatOutcome> {
  let parts: readonly AnswerPart[] = []
  for await (const { name, data } of readAnswerEvents(body)) {
    if (name === 'error') return { kind: 'failed', message: data.message }
    if (name === 'tool') onGrow({ parts, doing: data.label })
    else {
      parts = name === 'delta' ? withText(parts, data.text) : name === 'part' ? [...parts, data] : data.parts
      onGrow({ parts, doing: '' })
    }
    if (name === 'done') return { kind: 'done', answer: data }
  }
  return failed
}

/** A server without streaming answers all at once. */
function takeWhole(answer: unknown, onGrow: (answering: AnswerProgress) => void): ChatOutcome {
  const read = readJsonAnswer(answer)
  if ('failure' in read) return { kind: 'failed', message: read.failure }
  onGrow({ parts: read.parts, doing: '' })
  return { kind: 'done', answer: { engine: 'local', replaced: [], question_id: null } }
}

/** Null if it is not JSON: the portal of a guest network may answer with a page instead. */
async function jsonIn(response: Response): Promise<unknown> {
  return await response.json().catch(() => null)
}

async function post(body: ChatRequest, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  return await sendToServer(chatPaths.ask, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** An answer so far: complete, or what arrived before it was stopped or interrupted. */
export interface AnswerProgress {
  readonly parts: readonly AnswerPart[]
  /** Description of the current lookup; empty while text arrives. */
  readonly doing: string
}

/** Appends text to the last text part, or starts a new one. */
export function withText(parts: readonly AnswerPart[], text: string): readonly AnswerPart[] {
  const last = parts.at(-1)
  if (last?.kind !== 'text') return [...parts, { kind: 'text', text }]
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + text }]
}
