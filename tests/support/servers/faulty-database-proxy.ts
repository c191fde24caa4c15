import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `pass` forwards. `swallow` keeps connections open, accepts new ones, and forwards nothing in
 * either direction. `refuse` resets connections and accepts no new ones.
 */
export type ProxyMode = 'pass' | 'swallow' | 'refuse'

export interface FaultyProxy {
  /** The database's connection string through this proxy. */
  url: string
  setMode(state: ProxyMode): Promise<void>
  /**
   * Silences the connections that are open now, permanently; new ones pass. Returns their number.
   */
  silenceConnections(): number
  /**
   * In state `pass`, forwards a query matching `statement` and then swallows everything, so that
   * its response is lost.
   */
  dropResponsesAfter(statement: RegExp): void
  /** Resets all open connections. */
  reset(): void
  /**
   * Resets a connection that sends a matching statement, this many times, without forwarding it.
   */
  resetOn(statement: RegExp, times: number): void
  close(): Promise<void>
}

/**
 * A real TCP proxy on loopback in front of the database that can go silent: packets vanish, nothing
 * is refused, and neither end is notified.
 */
export async function createFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<Pair>()
  const proxy: ProxyState = { mode: 'pass', loseResponseTo: null, resetting: null }
  const server = createServer((near) => openPair({ near, target, proxy, pairs }))
  const port = await listen(server, 0)
  const reset = () => {
    for (const pair of pairs) for (const socket of [pair.near, pair.far]) socket.resetAndDestroy()
    pairs.clear()
  }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    async setMode(state) {
      proxy.mode = state
      if (state === 'pass') proxy.loseResponseTo = null
      // Swallowed packets are lost, as on a real network, so these connections stay silent.
      if (state === 'swallow') for (const pair of pairs) pair.isSilent = true
      if (state === 'refuse') {
        reset()
        await new Promise<void>((resolve) => server.close(() => resolve()))
      } else if (!server.listening) await listen(server, port)
    },
    silenceConnections() {
      for (const pair of pairs) pair.isSilent = true
      return pairs.size
    },
    dropResponsesAfter(statement) {
      proxy.loseResponseTo = statement
    },
    reset,
    resetOn(statement, times) {
      proxy.resetting = { statement, times }
    },
    async close() {
      reset()
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  isSilent: boolean
}

interface ProxyState {
  mode: ProxyMode
  /** Statement whose response is to be lost. */
  loseResponseTo: RegExp | null
  resetting: { readonly statement: RegExp; times: number } | null
}

function openPair({
  near,
  target,
  proxy,
  pairs,
}: {
  near: Socket
  target: URL
  proxy: ProxyState
  pairs: Set<Pair>
}): void {
  const far = connect(Number(target.port || 5432), target.hostname)
  const pair: Pair = { near, far, isSilent: proxy.mode === 'swallow' }
  pairs.add(pair)
  near.on('data', (chunk) => {
    if (pair.isSilent) return
    if (proxy.resetting && proxy.resetting.times > 0 && proxy.resetting.statement.test(chunk.toString('latin1'))) {
      proxy.resetting.times -= 1
      for (const socket of [near, far]) socket.resetAndDestroy()
      return
    }
    far.write(chunk)
    // Forwards the statement, then silences all connections.
    if (proxy.loseResponseTo?.test(chunk.toString('latin1'))) {
      proxy.mode = 'swallow'
      for (const knownPair of pairs) knownPair.isSilent = true
    }
  })
  far.on('data', (chunk) => {
    if (!pair.isSilent) near.write(chunk)
  })
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      // A silent connection does not report that its other end has closed.
      if (pair.isSilent) return
      pairs.delete(pair)
      other.destroy()
    })
  }
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
