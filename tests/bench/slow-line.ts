import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** An address that is not this machine's (RFC 5737), for which the server compresses. */
const clientAddress = '203.0.113.7'

/**
 * A proxy in front of the server that behaves like a mobile line: every response waits one round
 * trip, and all responses together share the bandwidth. Uploads are not slowed down.
 */
export async function openSlowLine(
  target: string,
  line: { megabitsPerSecond: number; roundTripMs: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  const msPerByte = 8 / (line.megabitsPerSecond * 1000)
  let freeAt = 0
  async function* slowDown(response: AsyncIterable<Buffer>) {
    for await (const chunk of response) {
      freeAt = Math.max(freeAt, performance.now()) + chunk.length * msPerByte
      await delay(Math.max(0, freeAt - performance.now()))
      yield chunk
    }
  }
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    await delay(line.roundTripMs)
    const headers = { ...incoming.headers, 'x-forwarded-for': clientAddress }
    const sent = request(target + (incoming.url ?? '/'), { method: incoming.method, headers, agent })
    const [[response]] = await Promise.all([
      once(sent, 'response') as Promise<[IncomingMessage]>,
      pipeline(incoming, sent),
    ])
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    await pipeline(response, slowDown, outgoing)
  }
  const server = createServer((incoming, outgoing) => {
    // The page left, or took another screen's records first.
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await once(server, 'close')
    },
  }
}
