import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LoadBalancer {
  /** `http://127.0.0.1:port` in front of all. */
  readonly origin: string
  /** Number of connections per process, by index. */
  readonly connectionCounts: readonly number[]
  close(): Promise<void>
}

/**
 * One TCP address in front of several server processes, like a load balancer: each new connection
 * goes to the next process in turn and skips those that refuse it. When a process dies, its
 * connections are closed on this side too. It is a TCP proxy, so it leaves no trace in requests.
 */
export async function openLoadBalancer(origins: readonly string[]): Promise<LoadBalancer> {
  const connectionCounts = origins.map(() => 0)
  const sockets = new Set<Socket>()
  let turn = 0
  const trackSocket = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  // Each connection counts its own attempts: with a shared counter, several that meet the same dead
  // process could meet it again.
  const connectToNext = (clientSocket: Socket, first: number, tries: number): void => {
    if (tries === origins.length || clientSocket.destroyed) return void clientSocket.destroy()
    const index = (first + tries) % origins.length
    const serverSocket = trackSocket(connect({ host: '127.0.0.1', port: Number(new URL(origins[index] ?? '').port) }))
    const next = () => connectToNext(clientSocket, first, tries + 1)
    serverSocket.once('error', next).once('connect', () => {
      serverSocket.removeListener('error', next)
      connectionCounts[index] = (connectionCounts[index] ?? 0) + 1
      join(clientSocket, serverSocket)
    })
  }
  const server = createServer((clientSocket) => connectToNext(trackSocket(clientSocket).pause(), (turn += 1), 0))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    connectionCounts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function join(clientSocket: Socket, serverSocket: Socket): void {
  clientSocket.pipe(serverSocket)
  serverSocket.pipe(clientSocket)
  clientSocket.once('close', () => serverSocket.destroy())
  serverSocket.once('close', () => clientSocket.destroy())
}
