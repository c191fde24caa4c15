import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns `requestedPort` when nothing listens there on 127.0.0.1, else another free port. The port
 * is used only a moment later, so it is chosen below the range for outgoing connections (from 32768
 * on Linux, 49152 elsewhere), where it could be taken meanwhile.
 */
export async function findFreePort(requestedPort = 0): Promise<number> {
  if (requestedPort !== 0 && (await isPortFree(requestedPort))) return requestedPort
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_768)
    if (await isPortFree(port)) return port
  }
  throw new Error('no port is free on 127.0.0.1')
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
