import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { batchPath, type BatchResponseEntry, batchSchema, batchVersion, syncHeaders } from '#contract/sync/sync.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly opId: string
  readonly ifMatch: string | null
  readonly token: string
  readonly body: string
}

export interface ScriptedResponse {
  status: number
  body: string
  headers?: Record<string, string>
}

/**
 * A server stub that records requests and returns scripted responses. It is for transport faults
 * only; the effect of writes is tested against the real server.
 */
export interface RecordingServer {
  readonly baseUrl: string
  /** Writes one by one; those of a batch as if each had come alone. */
  readonly requests: RecordedRequest[]
  /** Writes grouped by request: the entries of a batch, or a single write. */
  readonly batches: (readonly RecordedRequest[])[]
  /** Effects: the first body per opId, as the real server applies it once. */
  readonly effects: Map<string, RecordedRequest>
  /**
   * Scripted response; null gives the normal one, 'hang' none, and 'cut' breaks the connection
   * after the effect.
   */
  respond: (request: RecordedRequest, count: number) => ScriptedResponse | 'hang' | 'cut' | null
  /**
   * Scripted response to a whole batch; null responds entry by entry, where a transport fault of
   * one entry (no response, 401, 5xx, a page) affects all.
   */
  respondToBatch: (requests: readonly RecordedRequest[]) => ScriptedResponse | 'hang' | 'cut' | null
  /** Forgets everything, like a new server. */
  reset(): void
  close(): Promise<void>
}

export async function startRecordingServer(): Promise<RecordingServer> {
  const versions = new Map<string, number>()
  const responsesByOpId = new Map<string, ScriptedResponse>()
  const server: RecordingServer = {
    baseUrl: '',
    requests: [],
    batches: [],
    effects: new Map(),
    respond: () => null,
    respondToBatch: () => null,
    reset() {
      versions.clear()
      responsesByOpId.clear()
      server.requests.length = 0
      server.batches.length = 0
      server.effects.clear()
    },
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
  const http = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.url === batchPath) handleBatch(readBatch(request, body), response)
      else handleWrite(toRecordedRequest(request, body), response)
    })
  })
  function handleWrite(recorded: RecordedRequest, response: ServerResponse): void {
    server.requests.push(recorded)
    server.batches.push([recorded])
    sendResponse(response, server.respond(recorded, server.requests.length), () => applyOnce(recorded))
  }
  function handleBatch(requests: readonly RecordedRequest[], response: ServerResponse): void {
    server.batches.push(requests)
    const batchResponse = server.respondToBatch(requests)
    if (batchResponse !== null && batchResponse !== 'cut' && batchResponse !== 'hang')
      return sendResponse(response, batchResponse, () => batchResponse)
    const scripted = requests.map((entry) => {
      server.requests.push(entry)
      return server.respond(entry, server.requests.length)
    })
    const apply = () => {
      const answers = requests.map((entry, index) => respondInBatch(entry, scripted[index], applyOnce))
      return { status: 200, body: JSON.stringify({ v: batchVersion, answers }) }
    }
    sendResponse(response, batchResponse ?? scripted.find(affectsBatch) ?? null, apply)
  }
  function applyOnce(request: RecordedRequest): ScriptedResponse {
    const before = responsesByOpId.get(request.opId)
    if (before) return before
    server.effects.set(request.opId, request)
    const { id } = JSON.parse(request.body) as { id: string }
    const version = (versions.get(id) ?? 0) + 1
    versions.set(id, version)
    const fresh = {
      status: 200,
      body: JSON.stringify({ id, version }),
      headers: {
        'content-type': 'application/json',
        [syncHeaders.echoedOpId]: request.opId,
        [syncHeaders.changeSeq]: `${server.effects.size}.1`,
        [syncHeaders.version]: `"${version}"`,
      },
    }
    responsesByOpId.set(request.opId, fresh)
    return fresh
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return Object.assign(server, { baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
}

function toRecordedRequest(request: IncomingMessage, body: string): RecordedRequest {
  const readHeader = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : null
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    opId: readHeader(syncHeaders.opId) ?? '',
    ifMatch: readHeader(syncHeaders.baseVersion),
    token: (readHeader('authorization') ?? '').replace('Bearer ', ''),
    body,
  }
}

function readBatch(request: IncomingMessage, text: string): RecordedRequest[] {
  const outer = toRecordedRequest(request, text)
  return batchSchema
    .parse(JSON.parse(text))
    .entries.map(({ op_id: opId, method, path, body, base_version: version }) => ({
      ...outer,
      opId,
      method,
      path,
      body: JSON.stringify(body),
      ifMatch: version === null ? null : `"${version}"`,
    }))
}

/**
 * Responses that our server gives to no single entry are transport faults and affect the whole
 * batch.
 */
function affectsBatch(scripted: ScriptedResponse | 'hang' | 'cut' | null): boolean {
  if (scripted === null || scripted === 'hang' || scripted === 'cut') return scripted !== null
  return [401, 426, 429].includes(scripted.status) || scripted.status >= 500 || parseObject(scripted.body) === null
}

function respondInBatch(
  entry: RecordedRequest,
  scripted: ScriptedResponse | 'hang' | 'cut' | null | undefined,
  applyOnce: (entry: RecordedRequest) => ScriptedResponse,
): BatchResponseEntry {
  const {
    status,
    headers = {},
    body,
  } = scripted && scripted !== 'hang' && scripted !== 'cut' ? scripted : applyOnce(entry)
  return { op_id: entry.opId, status, headers, body: parseObject(body) ?? {} }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    return null
  }
}

function sendResponse(
  response: ServerResponse,
  scripted: ScriptedResponse | 'hang' | 'cut' | null,
  apply: () => ScriptedResponse,
): void {
  if (scripted === 'hang') return
  if (scripted === 'cut') {
    apply()
    response.socket?.destroy()
    return
  }
  const finalResponse = scripted ?? apply()
  response.writeHead(finalResponse.status, finalResponse.headers ?? { 'content-type': 'application/json' })
  response.end(finalResponse.body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const part of request) chunks.push(part as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
