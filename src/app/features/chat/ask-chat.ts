import type { AnswerPart } from '#contract/chat/answer.ts'
import type { ChatAnswer, ChatRequest } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'
import { withText, type Answering } from './answering.ts'
import { noAnswer, refusalText } from './refusal-text.ts'
import { readAnswerEvents } from './read-answer-events.ts'
import { sendToServer } from './send-to-server.ts'

export type AskedEnd =
  | { readonly kind: 'done'; readonly answer: Pick<ChatAnswer, 'engine' | 'replaced' | 'question_id'> }
  | {
      readonly kind: 'failed'
      readonly message: string
      /** The server was not reached: nobody has heard the question. */
      readonly isUnreached?: true
    }

/** How a conversation asks: the server, or where that is not reached the device itself. */
export type Ask = (
  request: ChatRequest,
  watch: { readonly signal: AbortSignal; onGrow(answering: Answering): void },
) => Promise<AskedEnd>

/** Asks one question and tells how the answer grows. Resolves with how it ended; rejects only when `signal` stopped it. */
export async function askChat(...[request, { signal, onGrow }]: Parameters<Ask>): Promise<AskedEnd> {
  try {
    const response = await post(request, signal)
    if (!response.ok) return { kind: 'failed', message: await refusalText(response) }
    if (!response.body || !isEvents(response)) return failed
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
  onGrow: (answering: Answering) => void,
): Promise<AskedEnd> {
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

async function post(body: ChatRequest, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  return await sendToServer(chatPaths.ask, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}
