import { createServer, type IncomingMessage, request as sendRequest, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { batchPath, batchSchema } from '#contract/sync/sync.ts'
import { tlsPair } from './tls-pair.ts'

/**
 * The fault applied to one request. `drop_response` lets the server process it and loses the
 * response, the case that causes duplicates.
 */
export type NetworkFault =
  | { kind: 'pass' }
  | { kind: 'drop_request' }
  | { kind: 'drop_response' }
  | { kind: 'delay'; ms: number }
  | { kind: 'duplicate' }
  /** Holds the request until the next one has passed (at most `ms`). */
  | { kind: 'reorder'; ms: number }
  | { kind: 'status'; status: number; retryAfter?: number }
  /** A captive portal: 200 with an HTML page. */
  | { kind: 'html' }
  /** A portal that redirects to its sign-in page. */
  | { kind: 'redirect' }
  | { kind: 'no_body' }
  /**
   * Only the first half of a batch reaches the server, and the response is lost, as when the server
   * dies in the middle. For a single write it equals `drop_response`.
   */
  | { kind: 'partial' }
  /** The server processes the request, and the response breaks off in the middle. */
  | { kind: 'truncate' }
  /** The server processes the request, the connection stays open, and no response arrives. */
  | { kind: 'hang' }

/** What is known of a request before it is forwarded. */
export interface PassingRequest {
  method: string
  path: string
  /** Operation id of a write; of the first write in a batch. */
  opId: string | undefined
  /** The single write or the writes of a batch; otherwise empty. */
  writes: readonly PassingWrite[]
}

export interface PassingWrite {
  method: string
  opId: string
  /** As named in the body. */
  recordId: string
}

export interface PassedRequest extends PassingRequest {
  fault: NetworkFault['kind']
  /** Status the server really returned; null when the request never reached it. */
  status: number | null
}

export interface FaultProxy {
  url: string
  /** Chooses a fault per request; without a call every request passes. */
  setFaults(decide: (request: PassingRequest) => NetworkFault): void
  /**
   * False cuts every open connection (also event streams) and refuses new ones until called with
   * true.
   */
  setReachable(isReachable: boolean): void
  setTarget(url: string): void
  requests: PassedRequest[]
  /** Number of requests whose response is withheld. */
  hanging(): number
  close(): Promise<void>
}

/**
 * A real HTTP proxy on loopback in front of the real server, which loses, repeats, delays and
 * alters traffic as configured. `retriesReads`: repeats a read whose connection breaks before the
 * response, as proxies in front of several servers do. `isSecure`: it speaks https, with a
 * certificate that browsers have to be told to accept.
 */
export async function createFaultProxy(
  target: string,
  { retriesReads = false, isSecure = false } = {},
): Promise<FaultProxy> {
  const state = {
    target,
    retriesReads,
    decide: (): NetworkFault => ({ kind: 'pass' }),
    isReachable: true,
    hanging: 0,
    release: (): void => {},
  }
  const requests: PassedRequest[] = []
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!state.isReachable) return incoming.socket.destroy()
    return void handle(incoming, outgoing, { state, requests })
  }
  const server = isSecure ? createSecureServer(tlsPair, onRequest) : createServer(onRequest)
  server.keepAliveTimeout = 5000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    setFaults: (decide) => {
      state.decide = decide as () => NetworkFault
    },
    setReachable: (isReachable) => {
      state.isReachable = isReachable
      if (!isReachable) server.closeAllConnections()
    },
    setTarget: (url) => {
      state.target = url
    },
    hanging: () => state.hanging,
    close: () => closeServer(server),
  }
}

interface ProxyContext {
  state: {
    target: string
    retriesReads: boolean
    decide: (request: PassingRequest) => NetworkFault
    release: () => void
    hanging: number
  }
  requests: PassedRequest[]
}

async function handle(incoming: IncomingMessage, outgoing: ServerResponse, proxy: ProxyContext): Promise<void> {
  const body = await readBody(incoming)
  const [method, path] = [incoming.method ?? 'GET', incoming.url ?? '/']
  const writes = readWrites(incoming, body.toString())
  const passing = { method, path, opId: writes[0]?.opId, writes }
  const fault = proxy.state.decide(passing)
  const passed: PassedRequest = { ...passing, fault: fault.kind, status: null }
  proxy.requests.push(passed)
  if (respondWithFault(fault, outgoing)) return
  if (fault.kind === 'drop_request') return void incoming.socket.destroy()
  if (fault.kind === 'delay') await wait(fault.ms)
  if (fault.kind === 'reorder')
    await Promise.race([wait(fault.ms), new Promise<void>((resolve) => (proxy.state.release = resolve))])
  else proxy.state.release()
  const forwardedBody = fault.kind === 'partial' && path === batchPath ? takeFirstHalf(body.toString()) : body
  const forwardOnce = () => forwardTo(proxy.state.target, incoming, forwardedBody)
  const forward = () =>
    proxy.state.retriesReads && method === 'GET' ? forwardOnce().catch(forwardOnce) : forwardOnce()
  try {
    if (fault.kind === 'duplicate') await drain(await forward())
    const response = await forward()
    passed.status = response.statusCode ?? null
    if (fault.kind === 'hang') return await withhold(response, outgoing, proxy)
    await sendResponse(fault, { incoming, outgoing, response })
  } catch {
    incoming.socket.destroy()
  }
}

function readWrites(incoming: IncomingMessage, body: string): PassingWrite[] {
  const method = incoming.method ?? 'GET'
  if (incoming.url === batchPath) {
    const { entries } = batchSchema.parse(JSON.parse(body))
    return entries.map((entry) => ({ opId: entry.op_id, method: entry.method, recordId: readRecordId(entry.body) }))
  }
  const opId = readHeader(incoming, 'idempotency-key')
  if (opId === undefined) return []
  // An import is a form and concerns no single record.
  const isJson = readHeader(incoming, 'content-type')?.startsWith('application/json') === true
  return [{ opId, method, recordId: isJson ? readRecordId(JSON.parse(body)) : '' }]
}

function readRecordId(body: unknown): string {
  return z.object({ id: z.string() }).safeParse(body).data?.id ?? ''
}

function takeFirstHalf(body: string): Buffer {
  const batch = batchSchema.parse(JSON.parse(body))
  return Buffer.from(JSON.stringify({ ...batch, entries: batch.entries.slice(0, Math.ceil(batch.entries.length / 2)) }))
}

function respondWithFault(fault: NetworkFault, outgoing: ServerResponse): boolean {
  const html = '<!doctype html><html><body>인터넷 사용을 위해 로그인해 주세요.</body></html>'
  if (fault.kind === 'status') {
    const retry = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...retry })
    outgoing.end(JSON.stringify({ code: 'internal', message: '중간 장비의 답입니다.' }))
  } else if (fault.kind === 'html') outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  else if (fault.kind === 'redirect') outgoing.writeHead(302, { location: '/captive-portal' }).end()
  else if (fault.kind === 'no_body') outgoing.writeHead(204).end()
  else return false
  return true
}

async function sendResponse(
  fault: NetworkFault,
  { incoming, outgoing, response }: { incoming: IncomingMessage; outgoing: ServerResponse; response: IncomingMessage },
) {
  if (fault.kind === 'drop_response' || fault.kind === 'partial') {
    await drain(response)
    incoming.socket.destroy()
    return
  }
  if (fault.kind === 'truncate') {
    const body = await readBody(response)
    const { 'content-length': _length, ...kept } = dropConnectionHeaders(response)
    outgoing.writeHead(response.statusCode ?? 502, { ...kept, 'transfer-encoding': 'chunked' })
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)))
    setTimeout(() => incoming.socket.destroy(), 5)
    return
  }
  // Otherwise an event stream whose client has left would stay open.
  if (outgoing.destroyed) return void response.destroy()
  outgoing.writeHead(response.statusCode ?? 502, dropConnectionHeaders(response))
  response.pipe(outgoing)
  outgoing.on('close', () => response.destroy())
}

/**
 * Drops the connection headers, which concern only one hop: otherwise a client would reuse a
 * connection that this proxy is about to close.
 */
function dropConnectionHeaders({ headers }: IncomingMessage) {
  const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = headers
  return kept
}

async function withhold(response: IncomingMessage, outgoing: ServerResponse, proxy: ProxyContext): Promise<void> {
  await drain(response)
  if (outgoing.destroyed) return
  proxy.state.hanging += 1
  outgoing.on('close', () => {
    proxy.state.hanging -= 1
  })
}

function forwardTo(target: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const url = new URL(incoming.url ?? '/', target)
  return new Promise((resolve, reject) => {
    const { 'transfer-encoding': _chunked, ...kept } = incoming.headers
    const headers = { ...kept, 'content-length': String(body.length) }
    const outgoing = sendRequest(url, { method: incoming.method, headers, agent: false }, resolve)
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function drain(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) =>
    message
      .resume()
      .on('end', resolve)
      .on('error', () => resolve()),
  )
}

function readHeader(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
