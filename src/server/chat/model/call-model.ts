import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** The endpoint of the office's language model (CHAT_BASE_URL, CHAT_API_KEY, CHAT_MODEL). */
export interface ModelEndpoint {
  readonly baseUrl: string
  readonly apiKey: string
  readonly model: string
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  /** Function descriptions in the protocol's format. */
  readonly tools: readonly object[]
}

/**
 * Timeouts in ms: for the first piece, between pieces and in total; and the delays before retries.
 */
export interface ModelTimeouts {
  readonly first: number
  readonly silence: number
  readonly total: number
  readonly retries: readonly number[]
}

const defaultTimeouts: ModelTimeouts = { first: 20_000, silence: 20_000, total: 90_000, retries: [500, 1500] }

/** The model is unreachable or refused, and has sent nothing. */
export class ModelUnreachableError extends Error {
  override readonly name = 'ModelUnreachableError'
}

/**
 * Streams one turn of the model. Failures before the first piece are retried (429, 5xx, a dropped
 * connection) and finally thrown as `ModelUnreachableError`; later ones are thrown as they are.
 * `signal` aborts the request. HAZARD: neither key nor texts may get into errors or logs.
 */
export async function* callModel(
  endpoint: ModelEndpoint,
  request: ModelRequest,
  { signal, timeouts = defaultTimeouts }: { signal: AbortSignal; timeouts?: ModelTimeouts },
): AsyncGenerator<CompletionPiece> {
  for (let attempt = 0; ; attempt += 1) {
    const retryDelay = timeouts.retries[attempt]
    const stream = await startStream(endpoint, request, { signal, timeouts, isLast: retryDelay === undefined })
    if (stream === 'again') {
      await pause(retryDelay ?? 0, undefined, { signal })
      continue
    }
    return yield* readPieces(stream, timeouts)
  }
}

async function* readPieces(stream: StartedStream, { silence }: ModelTimeouts): AsyncGenerator<CompletionPiece> {
  try {
    yield stream.first
    for (let next = await stream.next(silence); !next.done; next = await stream.next(silence)) yield next.value
  } finally {
    stream.abort()
  }
}

interface StartedStream {
  readonly first: CompletionPiece
  next(withinMs: number): Promise<IteratorResult<CompletionPiece>>
  abort(): void
}

/** Resolves with the first piece. */
async function startStream(
  endpoint: ModelEndpoint,
  request: ModelRequest,
  { signal, timeouts, isLast }: { signal: AbortSignal; timeouts: ModelTimeouts; isLast: boolean },
): Promise<StartedStream | 'again'> {
  const controller = new AbortController()
  const upstream = AbortSignal.any([signal, controller.signal, AbortSignal.timeout(timeouts.total)])
  const abort = () => controller.abort()
  try {
    const response = await withTimeout(postRequest(endpoint, request, upstream), timeouts.first)
    if (!response.ok || !response.body) throw new ModelRefusedError(response.status)
    const pieces = readCompletion(response.body)
    const next = async (ms: number) => await withTimeout(pieces.next(), ms)
    const first = await next(timeouts.first)
    if (first.done) throw new ModelRefusedError(502)
    return { first: first.value, next, abort }
  } catch (error) {
    abort()
    if (signal.aborted) throw error
    const isFinal = error instanceof ModelRefusedError && !error.isTransient
    if (isFinal || isLast)
      throw new ModelUnreachableError(error instanceof ModelRefusedError ? `status ${error.status}` : 'no answer')
    return 'again'
  }
}

class ModelRefusedError extends Error {
  readonly status: number
  readonly isTransient: boolean
  constructor(status: number) {
    super(`the endpoint answered ${status}`)
    this.status = status
    this.isTransient = status === 429 || status >= 500
  }
}

async function postRequest(
  { baseUrl, apiKey, model }: ModelEndpoint,
  { messages, tools }: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  return await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      model,
      messages,
      stream: true,
      max_tokens: maxTokens,
      ...(tools.length > 0 && { tools, tool_choice: 'auto' }),
    }),
    // Prevents sending the key to another URL.
    redirect: 'error',
    signal,
  })
}

const maxTokens = 2000

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('the endpoint did not answer in time')), ms)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

/** A piece of a completion: text or, at its end, the requested tool calls. */
type CompletionPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] }

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON written by the model, possibly invalid. */
  readonly arguments: string
}

/** The endpoint reported an error in the middle of its answer. */
class BrokenCompletionError extends Error {
  override readonly name = 'BrokenCompletionError'
}

/**
 * Reads the stream of an OpenAI-compatible endpoint (`data: {choices: [{delta}]}` … `data:
 * [DONE]`). Events may be split anywhere, comments and frames without choices are skipped, and tool
 * arguments are collected by index. Throws `BrokenCompletionError` for an `error` frame and for a
 * stream that ends without an end mark.
 */
async function* readCompletion(body: AsyncIterable<Uint8Array>): AsyncGenerator<CompletionPiece> {
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  let isEnded = false
  for await (const data of readEvents(body)) {
    if (data === '[DONE]') {
      isEnded = true
      break
    }
    const frame = parseFrame(data)
    if (!frame) continue
    if (frame.error !== undefined) throw new BrokenCompletionError('the endpoint reported an error')
    for (const { delta, finish_reason: reason } of frame.choices ?? []) {
      if (delta?.content) yield { kind: 'text', text: delta.content }
      for (const call of delta?.tool_calls ?? []) mergeCallDelta(calls, call)
      if (reason != null) isEnded = true
    }
  }
  if (!isEnded) throw new BrokenCompletionError('the stream ended without an end mark')
  if (calls.size > 0) yield { kind: 'calls', calls: [...calls.values()] }
}

const frameSchema = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().min(0).max(maxCalls()).optional(),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
                }),
              )
              .nullish(),
          })
          .optional(),
      }),
    )
    .optional(),
})
type Frame = z.infer<typeof frameSchema>
type CallDelta = NonNullable<NonNullable<NonNullable<Frame['choices']>[number]['delta']>['tool_calls']>[number]

/** Maximum tool calls per turn. */
function maxCalls(): number {
  return 15
}

function parseFrame(data: string): Frame | null {
  try {
    return frameSchema.parse(JSON.parse(data))
  } catch {
    return null
  }
}

function mergeCallDelta(calls: Map<number, { id: string; name: string; arguments: string }>, delta: CallDelta): void {
  const index = delta.index ?? calls.size
  const call = calls.get(index) ?? { id: `call_${index}`, name: '', arguments: '' }
  calls.set(index, call)
  if (delta.id) call.id = delta.id
  call.name += delta.function?.name ?? ''
  call.arguments += delta.function?.arguments ?? ''
}

/** The `data` of server-sent events. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pendingText = ''
  for await (const bytes of body) {
    pendingText += decoder.decode(bytes, { stream: true })
    const lines = pendingText.split(/\r\n|\n|\r(?!$)/)
    pendingText = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
  if (pendingText.startsWith('data:')) yield pendingText.slice('data:'.length).trim()
}
