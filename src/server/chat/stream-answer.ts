import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerPart } from '#contract/chat/answer.ts'
import type { ChatAnswer, ChatEvent } from '#contract/chat/calls.ts'
import type { EngineStep } from '#domain/chat/engine-step.ts'
import { toProblem } from '../plugins/error-answers.ts'

/**
 * Streams an answer as server-sent events (contract/chat/calls.ts). Stops looking things up once
 * the reader has left or the server drains.
 */
export async function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    steps,
    finish,
    drain,
  }: { steps: AsyncIterable<EngineStep>; finish: (parts: AnswerPart[]) => Promise<ChatAnswer>; drain: AbortSignal },
): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Stops proxies from buffering the stream.
    'x-accel-buffering': 'no',
  })
  const send = ({ name, data }: ChatEvent) => void raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const heartbeat = setInterval(() => void raw.write(': heartbeat\n\n'), heartbeatMs)
  try {
    const parts = await collectAnswer(steps, (step) => {
      send(eventOf(step))
      return !raw.destroyed && !drain.aborted
    })
    send({ name: 'done', data: await finish(parts) })
  } catch (error) {
    send({ name: 'error', data: toProblem(error as FastifyError, request) })
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
  return reply
}

const heartbeatMs = 15_000

function eventOf(step: EngineStep): ChatEvent {
  if (step.kind === 'delta') return { name: 'delta', data: { text: step.text } }
  if (step.kind === 'tool') return { name: 'tool', data: { label: step.label } }
  return { name: 'part', data: step.part }
}

/**
 * Collects the parts of an answer, merging consecutive texts. Calls `notify` with each step before
 * asking for the next; stops when it returns false, because the reader has left.
 */
export async function collectAnswer(
  steps: AsyncIterable<EngineStep>,
  notify: (step: EngineStep) => boolean = () => true,
): Promise<AnswerPart[]> {
  const parts: AnswerPart[] = []
  for await (const step of steps) {
    const last = parts.at(-1)
    if (step.kind === 'part') parts.push(step.part)
    else if (step.kind === 'delta' && last?.kind === 'text') last.text += step.text
    else if (step.kind === 'delta') parts.push({ kind: 'text', text: step.text })
    if (!notify(step)) break
  }
  return parts
}
