import { z } from 'zod'

/** A piece of a completion: text or, at its end, the requested tool calls. */
export type CompletionPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] }

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON written by the model, possibly invalid. */
  readonly arguments: string
}

/** The endpoint reported an error in the middle of its answer. */
export class BrokenCompletion extends Error {
  override readonly name = 'BrokenCompletion'
}

/**
 * Reads the stream of an OpenAI-compatible endpoint (`data: {choices: [{delta}]}` … `data:
 * [DONE]`). Events may be split anywhere, comments and frames without choices are skipped, and tool
 * arguments are collected by index. Throws `BrokenCompletion` for an `error` frame and for a stream
 * that ends without an end mark.
 */
export async function* readCompletion(body: AsyncIterable<Uint8Array>): AsyncGenerator<CompletionPiece> {
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  let isEnded = false
  for await (const data of eventsIn(body)) {
    if (data === '[DONE]') {
      isEnded = true
      break
    }
    const frame = frameOf(data)
    if (!frame) continue
    if (frame.error !== undefined) throw new BrokenCompletion('the endpoint reported an error')
    for (const { delta, finish_reason: reason } of frame.choices ?? []) {
      if (delta?.content) yield { kind: 'text', text: delta.content }
      for (const call of delta?.tool_calls ?? []) grow(calls, call)
      if (reason != null) isEnded = true
    }
  }
  if (!isEnded) throw new BrokenCompletion('the stream ended in the middle')
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

function frameOf(data: string): Frame | null {
  try {
    return frameSchema.parse(JSON.parse(data))
  } catch {
    return null
  }
}

function grow(calls: Map<number, { id: string; name: string; arguments: string }>, delta: CallDelta): void {
  const index = delta.index ?? calls.size
  const call = calls.get(index) ?? { id: `call_${index}`, name: '', arguments: '' }
  calls.set(index, call)
  if (delta.id) call.id = delta.id
  call.name += delta.function?.name ?? ''
  call.arguments += delta.function?.arguments ?? ''
}

/** The `data` of server-sent events. */
async function* eventsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true })
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim()
}
