import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A small real proxy on this machine, as one that an operator puts before the server. `host`: what it asks the server for ('kept': what the caller asked for);
 * `adds`: headers of its own, as every ready-made proxy but a bare nginx sends.
 */
export async function openPlainProxy(
  target: string,
  { host, adds }: { host: 'kept' | string; adds: Record<string, string> },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, ...(host !== 'kept' && { host }), ...adds }
    const { hostname, port } = new URL(target)
    const { method, url: path } = incoming
    const passed = sendRequest({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
