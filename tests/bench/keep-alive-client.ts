import { connect, type Socket } from 'node:net'

export interface HttpResponse {
  readonly status: number
  readonly head: string
  readonly body: string
}

/**
 * One persistent HTTP/1.1 connection with one request at a time, about as light as the database
 * driver it is compared with: the bench shares two CPU cores with the server, so the cost of
 * `fetch` would count against the server. Supports only responses with a content-length. A request
 * rejects when its connection is lost; the next one opens another.
 */
export interface KeepAliveClient {
  send(request: ClientRequest): Promise<HttpResponse>
  close(): void
}

export interface ClientRequest {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export async function openKeepAlive(url: string): Promise<KeepAliveClient> {
  const { host } = new URL(url)
  let connection = await openConnection(url)
  let last: Promise<unknown> = Promise.resolve()
  return {
    async send(request) {
      const before = last
      const response = before.then(async () => {
        if (connection.socket.destroyed) connection = await openConnection(url)
        connection.socket.write(formatRequest(request, host))
        return await connection.read()
      })
      last = response.catch(() => undefined)
      return await response
    },
    close: () => void connection.socket.destroy(),
  }
}

async function openConnection(url: string): Promise<{ socket: Socket; read: () => Promise<HttpResponse> }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return { socket, read: createReader(socket) }
}

function formatRequest({ method, path, token, headers = {}, body = '' }: ClientRequest, host: string): string {
  const lines = Object.entries({
    host,
    authorization: `Bearer ${token}`,
    ...headers,
    ...(body !== '' && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Reads one response at a time from the socket. */
function createReader(socket: Socket): () => Promise<HttpResponse> {
  let chunks: Buffer[] = []
  let waiting: { resolve: (response: HttpResponse) => void; reject: (error: Error) => void } | undefined
  const lose = (error?: Error) => waiting?.reject(error ?? new Error('the server closed the connection'))
  socket.on('error', lose).on('close', () => lose())
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    const [first = chunk] = chunks.length > 1 ? [Buffer.concat(chunks)] : chunks
    chunks = [first]
    const response = parseResponse(first)
    if (!response) return
    chunks = []
    waiting?.resolve(response)
  })
  return () => new Promise((resolve, reject) => void (waiting = { resolve, reject }))
}

function parseResponse(bytes: Buffer): HttpResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  const body = bytes.subarray(end + 4)
  if (body.length < length) return undefined
  return { status: Number(head.slice(9, 12)), head, body: body.toString('utf8') }
}
