import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface OneAddress {
  /** `http://127.0.0.1:port`, in front of all. */
  readonly origin: string
  /** Connections taken so far, by the place of the process that got them. */
  readonly taken: readonly number[]
  close(): Promise<void>
}

/**
 * One address in front of several server processes, as a proxy of an office is: every new connection goes to the next of them in turn, past those that take none. What a
 * process that dies had open is cut on this side too. It knows nothing of HTTP, so it leaves no trace in a request.
 */
export async function openOneAddress(origins: readonly string[]): Promise<OneAddress> {
  const taken = origins.map(() => 0)
  const sockets = new Set<Socket>()
  let turn = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  // Each goes round by itself: by one common turn, of several that meet the same dead process some would meet it again.
  const lead = (near: Socket, first: number, tries: number): void => {
    if (tries === origins.length || near.destroyed) return void near.destroy()
    const place = (first + tries) % origins.length
    const far = keep(connect({ host: '127.0.0.1', port: Number(new URL(origins[place] ?? '').port) }))
    const next = () => lead(near, first, tries + 1)
    far.once('error', next).once('connect', () => {
      far.removeListener('error', next)
      taken[place] = (taken[place] ?? 0) + 1
      join(near, far)
    })
  }
  const server = createServer((near) => lead(keep(near).pause(), (turn += 1), 0))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    taken,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

function join(near: Socket, far: Socket): void {
  near.pipe(far)
  far.pipe(near)
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
}
