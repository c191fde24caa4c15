import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { syncHeaders } from '#contract/sync.ts'

/** One request as it came in. */
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
 * A wire with nothing behind it: records requests and answers what the test says. It stands for faults of transport only; what a write means is tested
 * against the real server.
 */
export interface RecordingServer {
  readonly baseUrl: string
  readonly requests: Recorded[]
  /** Effects: the first body per opId, as the real server would apply it once. */
  readonly effects: Map<string, Recorded>
  /** Answers instead of the good answer; null gives the good one, 'hang' none, 'cut' breaks the connection after the effect. */
  respond: (request: Recorded, count: number) => Answer | 'hang' | 'cut' | null
  /** Forgets everything, as a server that has never seen anybody. */
  reset(): void
  close(): Promise<void>
}

export async function startRecordingServer(): Promise<RecordingServer> {
  const versions = new Map<string, number>()
  const places = new Map<string, Answer>()
  const server: RecordingServer = {
    baseUrl: '',
    requests: [],
    effects: new Map(),
    respond: () => null,
    reset() {
      versions.clear()
      places.clear()
      server.requests.length = 0
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
      const recorded = record(request, body)
      server.requests.push(recorded)
      answer(response, server.respond(recorded, server.requests.length), () => applyOnce(recorded))
    })
  })
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
