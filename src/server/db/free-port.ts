import { createServer } from 'node:net'

/** `wanted` when nobody listens there on 127.0.0.1, else some free port. */
export async function freePort(wanted = 0): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
