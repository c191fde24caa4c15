import type { AnswerPart } from '#contract/chat/answer.ts'
import type { ChatAnswer, ChatRequest } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import type { Office } from '#domain/office/office-texts.ts'
import { type AnswerProgress, appendText } from './answer-progress.ts'
import { noAnswer, readAnswerEvents, readJsonAnswer, readRefusal, sendToServer } from './server-answer.ts'

export type ChatOutcome =
  | { readonly kind: 'done'; readonly answer: Pick<ChatAnswer, 'engine' | 'replaced' | 'question_id'> }
  | {
      readonly kind: 'failed'
      readonly message: string
      /** The server was unreachable or refused at once: it has not processed the question. */
      readonly isUnreached?: true
    }

/** Sends a question to the server, or if it is unreachable answers it on the device. */
export type SendChat = (
  request: ChatRequest,
  options: { readonly signal: AbortSignal; onProgress(answering: AnswerProgress): void },
) => Promise<ChatOutcome>

/**
 * Asks one question and reports the growing answer. Resolves with how it ended; rejects only if
 * `signal` stopped it.
 */
export async function sendChat(
  request: ChatRequest,
  { signal, onProgress }: Parameters<SendChat>[1],
): Promise<ChatOutcome> {
  try {
    const response = await postQuestion(request, signal)
    if (response.status === 429) return { kind: 'failed', message: formatBusy(response), isUnreached: true }
    if (!response.ok) return { kind: 'failed', message: await readRefusal(response) }
    if (!response.body || !isEventStream(response)) return readWholeAnswer(await parseJson(response), onProgress)
    return await readStream(response.body, onProgress)
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: navigator.onLine ? unreachedMessage : offlineMessage, isUnreached: true }
  }
}

export const offlineMessage = '네트워크에 연결되어 있지 않습니다. 연결되면 다시 시도해 주세요.'
const unreachedMessage = '서버에 연결하지 못했습니다. 네트워크를 확인하고 다시 시도해 주세요.'

const busyMessage = '질문이 한꺼번에 많이 들어왔습니다.'

/** The refusal above the limit, with the wait that the server names. */
function formatBusy({ headers }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? 60) || 60
  const wait = seconds <= 60 ? `${Math.ceil(seconds)}초` : `${Math.ceil(seconds / 60)}분`
  return `${busyMessage} ${wait} 뒤에 다시 물어봐 주세요.`
}

/** Whether a failure says that the question could not be sent, which is no error of the chat. */
export function isUnreachedMessage(failure: string): boolean {
  return [offlineMessage, unreachedMessage, busyMessage].some((message) => failure.startsWith(message))
}

/**
 * Asks like `sendChat`. Without a connection, or above the limit, it answers from the pages stored
 * on the device; a failure names the telephone of the office.
 */
export function createVisitorChat(office: Office): SendChat {
  return async (request, watch) => {
    const outcome = await sendChat(request, watch)
    if (outcome.kind !== 'failed') return outcome
    if (outcome.isUnreached && request.file_id === undefined && (await answerFromStoredPages(request, office, watch)))
      return { kind: 'done', answer: { engine: 'device', replaced: [], question_id: null } }
    const { telephone } = office
    return telephone === '' ? outcome : { ...outcome, message: `${outcome.message} ${formatCallHint(telephone)}` }
  }
}

/** False if this device has stored no pages, or not the code to search them. */
async function answerFromStoredPages(
  request: ChatRequest,
  office: Office,
  watch: Parameters<SendChat>[1],
): Promise<boolean> {
  try {
    const { answerOffline } = await import('./offline-answer.ts')
    return await answerOffline(request, office, watch)
  } catch (error) {
    if (watch.signal.aborted) throw error
    return false
  }
}

export function formatCallHint(telephone: string): string {
  return telephone === '' ? '' : `급하시면 전화(${telephone})로 문의해 주세요.`
}

const noAnswerOutcome = { kind: 'failed', message: noAnswer } as const

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (answering: AnswerProgress) => void,
): Promise<ChatOutcome> {
  let parts: readonly AnswerPart[] = []
  for await (const { name, data } of readAnswerEvents(body)) {
    if (name === 'error') return { kind: 'failed', message: data.message }
    if (name === 'tool') onProgress({ parts, activity: data.label })
    else {
      parts = name === 'delta' ? appendText(parts, data.text) : name === 'part' ? [...parts, data] : data.parts
      onProgress({ parts, activity: '' })
    }
    if (name === 'done') return { kind: 'done', answer: data }
  }
  return noAnswerOutcome
}

/** A server without streaming answers all at once. */
function readWholeAnswer(answer: unknown, onProgress: (answering: AnswerProgress) => void): ChatOutcome {
  const parsed = readJsonAnswer(answer)
  if ('failure' in parsed) return { kind: 'failed', message: parsed.failure }
  onProgress({ parts: parsed.parts, activity: '' })
  return { kind: 'done', answer: { engine: 'local', replaced: [], question_id: null } }
}

/** Null if it is not JSON: the portal of a guest network may answer with a page instead. */
async function parseJson(response: Response): Promise<unknown> {
  return await response.json().catch(() => null)
}

async function postQuestion(body: ChatRequest, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  return await sendToServer(chatPaths.ask, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}
