import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, problem } from '#contract/problem.ts'

/**
 * How long, in ms, a client may keep sending after its response. Closing at once would make its
 * system drop the response unread (a TCP reset overtakes it).
 */
const lingerMs = 1_000

/**
 * Timeout in ms for the head of a request, which is normally sent at once. Bodies have the request
 * timeout.
 */
export const headTimeoutMs = 20_000

type BrokenRequest = Error & { code?: string }

/**
 * Responds to what Node's parser refuses before there is a request: a head that is too large (431),
 * one that came too slowly (408), a line that isn't HTTP (400). Always sends one complete response
 * with `Connection: close`, after the responses to earlier requests on the same connection, and
 * ends the connection. Logs nothing, because strangers could fill the disk with it.
 */
export function createBrokenRequestHandler() {
  const exchangesBySocket = new WeakMap<Socket, Set<OpenExchange>>()
  const refused = new WeakSet<Socket>()

  /** Tracks which requests of a connection still wait for their response. */
  function watch(server: Pick<Server, 'on'>): void {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const exchanges = exchangesBySocket.get(request.socket) ?? new Set()
      const exchange = { request, response }
      exchangesBySocket.set(request.socket, exchanges.add(exchange))
      // Fastify adds one listener per async function that passes the reply on. A page from the
      // not-found handler has eleven, and Node warns of a leak at eleven.
      response.setMaxListeners(20)
      response.once('close', () => exchanges.delete(exchange))
    })
  }

  /** Called again for every chunk after the first broken one. */
  function respond(error: BrokenRequest, socket: Socket): void {
    if (refused.has(socket)) return
    refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const waiting = [...(exchangesBySocket.get(socket) ?? [])]
    const brokenExchange = waiting.find(({ request }) => !request.complete)
    // After a response has begun, another one to the same request is impossible.
    if (brokenExchange?.response.headersSent) return void socket.destroy()
    const earlier = waiting.filter((exchange) => exchange !== brokenExchange)
    void Promise.all(earlier.map(({ response }) => waitForClose(response))).then(() =>
      endConnection(socket, formatResponse(error)),
    )
  }

  return { watch, answer: respond }
}

interface OpenExchange {
  request: IncomingMessage
  response: ServerResponse
}

function waitForClose(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve))
}

function endConnection(socket: Socket, text: string): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

function formatResponse(error: BrokenRequest): string {
  const { status, refusal } = chooseRefusal(error.code ?? '')
  const body = JSON.stringify(refusal)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    '',
    body,
  ].join('\r\n')
}

/**
 * The status and code of the first two differ on purpose: a device then treats its entry as unsent
 * and sends it again.
 */
function chooseRefusal(code: string): { status: number; refusal: Problem } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      status: 408,
      refusal: problem('unavailable', { message: '요청이 제때 오지 않았습니다. 다시 시도해 주세요.' }),
    }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, refusal: problem('too_large', { message: '요청의 헤더가 너무 큽니다.' }) }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { status: 413, refusal: problem('too_large') }
  return { status: 400, refusal: problem('invalid_request', { message: '보낸 내용의 형식이 올바르지 않습니다.' }) }
}
