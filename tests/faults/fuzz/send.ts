import { Agent, request as sendRequest } from 'node:http'
import type { FuzzRequest } from './requests.ts'

export interface FuzzResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** No request takes this long unless the server hangs. */
const timeoutMs = 60_000

/** Sends requests unchanged over real connections. `close` ends open ones. */
export function createSender(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(origin)

  /**
   * The response, or a text when there is none or it breaks off. An event stream is closed after
   * its first data.
   */
  async function send(
    { method, target, headers, body }: FuzzRequest,
    token: string | null,
  ): Promise<FuzzResponse | string> {
    return await new Promise((done) => {
      const request = sendRequest({
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: {
          host: `localhost:${port}`,
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...headers,
          ...(body && { 'content-length': body.length }),
        },
      })
      const timer = setTimeout(() => request.destroy(new Error('no answer: it hangs')), timeoutMs)
      const finish = (result: FuzzResponse | string) => {
        clearTimeout(timer)
        done(result)
      }
      request.on('error', (error) => finish(error.message))
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        const toResponse = (): FuzzResponse => ({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: response.headers['content-encoding'] ? '' : Buffer.concat(chunks).toString('utf8'),
        })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!toResponse().contentType.startsWith('text/event-stream')) return
          finish(toResponse())
          request.destroy()
        })
        response.on('end', () => finish(toResponse()))
        response.on('error', (error) => finish(error.message))
      })
      request.end(body ?? undefined)
    })
  }

  return { send, close: () => agent.destroy() }
}
