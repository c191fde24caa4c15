import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/**
 * One persistent HTTP/1.1 connection with one request at a time, about as light as the database
 * driver it is compared with: the bench shares two CPU cores with the server, so the cost of
 * `fetch` would count against the server. Supports only answers with a content-length.
 */
export interface KeepAliveClient {
  ask(request: Ask): Promise<Answer>
  close(): void
}

export interface Ask {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export async function openKeepAlive(url: string): Promise<KeepAliveClient> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const read = reader(socket)
  let last: Promise<unknown> = Promise.resolve()
  return {
    async ask(request) {
      const before = last
      const answer = before.then(() => {
        socket.write(textOf(request, host))
        return read()
      })
      last = answer.catch(() => undefined)
      return await answer
    },
    close: () => void socket.destroy(),
  }
}

function textOf({ method, path, token, headers = {}, body = '' }: Ask, host: string): string {
  const lines = Object.entries({
    host,
    authorization: `Bearer ${token}`,
    ...headers,
    ...(body !== '' && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Reads one answer at a time from the socket. */
function reader(socket: Socket): () => Promise<Answer> {
  let chunks: Buffer[] = []
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  const lose = (error?: Error) => waiting?.reject(error ?? new Error('the server closed the connection'))
  socket.on('error', lose).on('close', () => lose())
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    const [first = chunk] = chunks.length > 1 ? [Buffer.concat(chunks)] : chunks
    chunks = [first]
    const answer = wholeAnswer(first)
    if (!answer) return
    chunks = []
    waiting?.resolve(answer)
  })
  return () => new Promise((resolve, reject) => void (waiting = { resolve, reject }))
}

function wholeAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  const body = bytes.subarray(end + 4)
  if (body.length < length) return undefined
  return { status: Number(head.slice(9, 12)), head, body: body.toString('utf8') }
}
