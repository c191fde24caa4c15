import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** The part of a request that tests look at. */
const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish(), tool_call_id: z.string().optional() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
})
export type ModelCall = z.infer<typeof requestSchema> & { readonly raw: string; readonly authorization: string }

/**
 * One turn of the fake model. `chunks` are pieces of text sent one after the other; `raw` is sent
 * unchanged.
 */
export type Turn =
  | { readonly kind: 'text'; readonly chunks: readonly string[] }
  | { readonly kind: 'calls'; readonly calls: readonly { name: string; arguments: string }[] }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'stall'; readonly after: readonly string[] }
  | { readonly kind: 'break'; readonly after: readonly string[] }
  | { readonly kind: 'raw'; readonly parts: readonly string[] }

export interface FakeModel {
  readonly baseUrl: string
  /** Requests received since `play`. */
  readonly calls: readonly ModelCall[]
  /** Number of requests that the client aborted. */
  readonly aborted: number
  /** Sets the next turns; the last one repeats. A function chooses by the request. */
  play(...turns: readonly (Turn | ((call: ModelCall) => Turn))[]): void
  close(): Promise<void>
}

/**
 * An endpoint on a real socket that speaks the OpenAI-compatible chat completions protocol,
 * correctly or with faults.
 */
export async function startFakeModel(): Promise<FakeModel> {
  const state = { calls: [] as ModelCall[], turns: [] as (Turn | ((call: ModelCall) => Turn))[], aborted: 0 }
  const server = createServer((request, response) => void handleRequest(request, response, state))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get calls() {
      return state.calls
    },
    get aborted() {
      return state.aborted
    },
    play(...turns) {
      state.calls = []
      state.aborted = 0
      state.turns = [...turns]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  state: { calls: ModelCall[]; turns: (Turn | ((call: ModelCall) => Turn))[]; aborted: number },
): Promise<void> {
  const bytes: Buffer[] = []
  for await (const part of request) bytes.push(part as Buffer)
  const raw = Buffer.concat(bytes).toString('utf8')
  const call = { ...requestSchema.parse(JSON.parse(raw)), raw, authorization: request.headers.authorization ?? '' }
  state.calls.push(call)
  response.on('close', () => {
    if (!response.writableFinished) state.aborted += 1
  })
  const next = state.turns.length > 1 ? state.turns.shift() : state.turns[0]
  const turn = typeof next === 'function' ? next(call) : next
  if (!turn) return void response.writeHead(500).end()
  sendTurn(response, turn)
}

function sendTurn(response: ServerResponse, turn: Turn): void {
  if (turn.kind === 'status') return void response.writeHead(turn.status, { 'retry-after': '0' }).end('{"error":"no"}')
  if (turn.kind === 'redirect') return void response.writeHead(307, { location: turn.to }).end()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (turn.kind === 'raw') {
    for (const part of turn.parts) response.write(part)
    return void response.end()
  }
  const send = (delta: object, reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`)
  if (turn.kind === 'stall' || turn.kind === 'break') {
    for (const content of turn.after) send({ content })
    // Lets the written part arrive first.
    if (turn.kind === 'break') setTimeout(() => response.destroy(), 100)
    return
  }
  if (turn.kind === 'text') for (const content of turn.chunks) send({ content })
  else sendCalls(turn.calls, send)
  send({}, turn.kind === 'text' ? 'stop' : 'tool_calls')
  response.end('data: [DONE]\n\n')
}

/** Sends id and name first and the arguments in pieces, as endpoints do. */
function sendCalls(calls: readonly { name: string; arguments: string }[], send: (delta: object) => void): void {
  for (const [index, call] of calls.entries()) {
    send({ tool_calls: [{ index, id: `call_${index}`, function: { name: call.name, arguments: '' } }] })
    for (const piece of call.arguments.match(/.{1,7}/gsu) ?? [])
      send({ tool_calls: [{ index, function: { arguments: piece } }] })
  }
}
