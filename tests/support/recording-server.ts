import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { type BatchAnswerEntry, batchPath, batchSchema, batchVersion, syncHeaders } from '#contract/sync/sync.ts'

/** One received request. */
export interface Recorded {
  readonly method: string
  readonly path: string
  readonly opId: string
  readonly ifMatch: string | null
  readonly token: string
  readonly body: string
}

export interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

/**
 * A server stub that records requests and returns scripted answers. It is for transport faults
 * only; the effect of writes is tested against the real server.
 */
export interface RecordingServer {
  readonly baseUrl: string
  /** Writes one by one; those of a batch as if each had come alone. */
  readonly requests: Recorded[]
  /** Writes grouped by request: the entries of a batch, or a single write. */
  readonly parcels: (readonly Recorded[])[]
  /** Effects: the first body per opId, as the real server applies it once. */
  readonly effects: Map<string, Recorded>
  /**
   * Scripted answer; null gives the normal one, 'hang' none, and 'cut' breaks the connection after
   * the effect.
   */
  respond: (request: Recorded, count: number) => Answer | 'hang' | 'cut' | null
  /**
   * Scripted answer to a whole batch; null answers entry by entry, where a transport fault of one
   * entry (no answer, 401, 5xx, a page) affects all.
   */
  respondToBatch: (entries: readonly Recorded[]) => Answer | 'hang' | 'cut' | null
  /** Forgets everything, like a new server. */
  reset(): void
  close(): Promise<void>
}

export async function startRecordingServer(): Promise<RecordingServer> {
  const versions = new Map<string, number>()
  const places = new Map<string, Answer>()
  const server: RecordingServer = {
    baseUrl: '',
    requests: [],
    parcels: [],
    effects: new Map(),
    respond: () => null,
    respondToBatch: () => null,
    reset() {
      versions.clear()
      places.clear()
      server.requests.length = 0
      server.parcels.length = 0
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
      if (request.url === batchPath) takeBatch(readBatch(request, body), response)
      else take(record(request, body), response)
    })
  })
  function take(recorded: Recorded, response: ServerResponse): void {
    server.requests.push(recorded)
    server.parcels.push([recorded])
    answer(response, server.respond(recorded, server.requests.length), () => applyOnce(recorded))
  }
  function takeBatch(entries: readonly Recorded[], response: ServerResponse): void {
    server.parcels.push(entries)
    const whole = server.respondToBatch(entries)
    if (whole !== null && whole !== 'cut' && whole !== 'hang') return answer(response, whole, () => whole)
    const said = entries.map((entry) => {
      server.requests.push(entry)
      return server.respond(entry, server.requests.length)
    })
    const apply = () => {
      const answers = entries.map((entry, index) => answerInBatch(entry, said[index], applyOnce))
      return { status: 200, body: JSON.stringify({ v: batchVersion, answers }) }
    }
    answer(response, whole ?? said.find(stopsAll) ?? null, apply)
  }
  function applyOnce(request: Recorded): Answer {
    const before = places.get(request.opId)
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
    places.set(request.opId, fresh)
    return fresh
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return Object.assign(server, { baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
}

function record(request: IncomingMessage, body: string): Recorded {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : null
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    opId: header(syncHeaders.opId) ?? '',
    ifMatch: header(syncHeaders.baseVersion),
    token: (header('authorization') ?? '').replace('Bearer ', ''),
    body,
  }
}

function readBatch(request: IncomingMessage, text: string): Recorded[] {
  const around = record(request, text)
  return batchSchema
    .parse(JSON.parse(text))
    .entries.map(({ op_id: opId, method, path, body, base_version: version }) => ({
      ...around,
      opId,
      method,
      path,
      body: JSON.stringify(body),
      ifMatch: version === null ? null : `"${version}"`,
    }))
}

/**
 * Answers that our server gives to no single entry are transport faults and affect the whole batch.
 */
function stopsAll(said: Answer | 'hang' | 'cut' | null): boolean {
  if (said === null || said === 'hang' || said === 'cut') return said !== null
  return [401, 426, 429].includes(said.status) || said.status >= 500 || parseObject(said.body) === null
}

function answerInBatch(
  entry: Recorded,
  said: Answer | 'hang' | 'cut' | null | undefined,
  applyOnce: (entry: Recorded) => Answer,
): BatchAnswerEntry {
  const { status, headers = {}, body } = said && said !== 'hang' && said !== 'cut' ? said : applyOnce(entry)
  return { op_id: entry.opId, status, headers, body: parseObject(body) ?? {} }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    return null
  }
}

function answer(response: ServerResponse, said: Answer | 'hang' | 'cut' | null, apply: () => Answer): void {
  if (said === 'hang') return
  if (said === 'cut') {
    apply()
    response.socket?.destroy()
    return
  }
  const sent = said ?? apply()
  response.writeHead(sent.status, sent.headers ?? { 'content-type': 'application/json' })
  response.end(sent.body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
