import { Socket } from 'node:net'
import type pg from 'pg'
import { DatabaseUnavailableError, findErrorCode, isStatementRejected } from './database-failure.ts'
import { endBackends, endConnection, findBusyConnections, getBackendId, openProbe } from './pool-probe.ts'

export interface PoolWatchOptions {
  url: string
  /** The application name of this pool's connections at the database. */
  name: string
  /** Once per outage. */
  onAway?: ((error: unknown) => void) | undefined
  /** Duration of the outage in seconds. */
  onBack?: ((seconds: number) => void) | undefined
}

interface PoolWatch {
  /**
   * Waits for a connection, but fails at once during a known outage. A connection that arrives
   * after the caller gave up is returned with `returnToPool`.
   */
  connect<Connection>(connect: () => Promise<Connection>, returnToPool: (late: Connection) => void): Promise<Connection>
  /** For a new connection: identifies it by its socket until it is watched. */
  openSocket(): Socket
  /** From the first query on. */
  watch(client: pg.Client): void
  close(): void
}

/**
 * Detects dead connections of a pool. A network that drops packets reports no error: without this,
 * requests would wait for ever.
 *
 *   quiet 1 s ─▶ ask over a new connection ─┬─ it is executing our query ─▶ keep waiting
 *                                           ├─ it is not (asked twice) ──▶ destroy that connection
 *                                           └─ no response for 3 s ──────▶ away: destroy all and
 * fail                                              everything waiting; retry every second
 *
 * So long work (an export, an import, sums over a million rows) needs no deadline here, and a dead
 * line costs four seconds. When the database is back, the backends of lost connections and their
 * locks are terminated first. Time is counted in ticks, not by the clock, so that a suspended or
 * busy process does not declare others dead.
 */
export function watchPool(options: PoolWatchOptions): PoolWatch {
  const state: PoolState = {
    options,
    connections: new Map(),
    sockets: new Set(),
    waiters: new Set(),
    probe: null,
    outage: null,
    isClosed: false,
  }
  const timer = setInterval(() => tick(state), tickMs)
  timer.unref()
  return {
    connect: (connect, returnToPool) => acquire(state, connect, returnToPool),
    openSocket: () => openSocket(state),
    watch: (client) => watch(state, client),
    close: () => {
      state.isClosed = true
      clearInterval(timer)
      closeProbe(state)
    },
  }
}

/** Unit of all waits. */
const tickMs = 250
const quietTicks = 4
const probeTicks = 10
/** Timeout of a probe for one response, in ms. */
const probeMs = 3000
const pauseTicks = 2
const attemptTicks = 4
/**
 * Retry interval after a rejected login (password, name); longer, because each one is a line in
 * the database's log.
 */
const rejectedTicks = 12
const maxAttempts = 3

interface PoolState {
  readonly options: PoolWatchOptions
  readonly connections: Map<pg.Client, WatchedConnection>
  readonly sockets: Set<Socket>
  readonly waiters: Set<Waiter>
  probe: Probe | null
  outage: Outage | null
  isClosed: boolean
}

interface Waiter {
  silentTicks: number
  readonly fail: (error: Error) => void
}

interface Probe {
  client: pg.Client | null
  isProbing: boolean
  ticks: number
}

interface Outage {
  readonly since: number
  /** Backends that our connections may have left behind. */
  readonly lostBackends: readonly number[]
  /**
   * New requests fail at once. False when the database only rejects new logins: existing
   * connections still work.
   */
  readonly isClosed: boolean
  ticks: number
  attempts: number
  isLoginRejected: boolean
}

function acquire<Connection>(
  state: PoolState,
  connect: () => Promise<Connection>,
  returnToPool: (late: Connection) => void,
): Promise<Connection> {
  if (state.outage?.isClosed) return Promise.reject(new DatabaseUnavailableError('the database is unavailable'))
  return new Promise((resolve, reject) => {
    let isSettled = false
    const settle = () => {
      isSettled = true
      state.waiters.delete(waiter)
    }
    const waiter: Waiter = {
      silentTicks: 0,
      fail: (error) => {
        settle()
        reject(error)
      },
    }
    state.waiters.add(waiter)
    connect().then(
      (connection) => {
        if (isSettled) return returnToPool(connection)
        settle()
        resolve(connection)
      },
      (error: unknown) => {
        if (isSettled) return
        settle()
        onConnectError(state, error)
        reject(new DatabaseUnavailableError('no connection to the database', { cause: error }))
      },
    )
  })
}

function openSocket(state: PoolState): Socket {
  const socket = new Socket()
  state.sockets.add(socket)
  return socket.once('close', () => state.sockets.delete(socket))
}

function watch(state: PoolState, client: pg.Client): void {
  const watched = watchConnection(client, (error) => {
    if (!isStatementRejected(error)) onConnectError(state, error)
  })
  state.connections.set(client, watched)
  client.once('end', () => state.connections.delete(client))
}

function tick(state: PoolState): void {
  for (const watched of state.connections.values()) updateCounters(watched)
  for (const waiter of state.waiters) waiter.silentTicks += 1
  if (state.outage) return scheduleAttempt(state, state.outage)
  const isQuiet = [...state.connections.values(), ...state.waiters].some(({ silentTicks }) => silentTicks >= quietTicks)
  if (!state.probe) {
    if (isQuiet) startProbe(state)
    return
  }
  state.probe.ticks += 1
  if (!state.probe.isProbing && !isQuiet) return closeProbe(state)
  if (state.probe.isProbing && state.probe.ticks > probeTicks)
    return declareOutage(state, new Error('the database does not answer'))
  if (!state.probe.isProbing && state.probe.ticks >= pauseTicks) void runProbe(state, state.probe)
}

/** Probes after a failure that may concern one connection or all. */
function onConnectError(state: PoolState, error: unknown): void {
  if (state.outage || state.probe || state.isClosed || findErrorCode(error) === '53300') return
  startProbe(state)
}

function startProbe(state: PoolState): void {
  if (state.isClosed) return
  state.probe = { client: null, isProbing: false, ticks: 0 }
  void runProbe(state, state.probe)
}

function closeProbe(state: PoolState): void {
  if (state.probe?.client) void endConnection(state.probe.client)
  state.probe = null
}

async function runProbe(state: PoolState, probe: Probe): Promise<void> {
  probe.isProbing = true
  probe.ticks = 0
  try {
    probe.client ??= await openProbe(state.options.url, probeMs)
    const silentClients = [...state.connections]
      .filter(([, { silentTicks: ticks }]) => ticks >= quietTicks)
      .map(([client]) => client)
    const working = await findBusyConnections(probe.client, silentClients)
    if (state.probe !== probe) return void endConnection(probe.client)
    const deadClients = silentClients.filter((client) => !working.has(client) && isDead(state.connections.get(client)))
    if (deadClients.length > 0) destroySilent(state, deadClients, probe.client)
  } catch (error) {
    if (state.probe !== probe) return
    closeProbe(state)
    if (findErrorCode(error) !== '53300') declareOutage(state, error)
  } finally {
    probe.isProbing = false
    probe.ticks = 0
  }
}

/** Checked twice: at the first check its response may have been in transit. */
function isDead(watched: WatchedConnection | undefined): boolean {
  if (!watched || watched.silentTicks < quietTicks) return false
  watched.doubts += 1
  return watched.doubts >= 2
}

/**
 * When one connection is dead, idle ones probably are too (e.g. dropped by a firewall).
 * Reconnecting is cheap.
 */
function destroySilent(state: PoolState, silent: readonly pg.Client[], probe: pg.Client): void {
  const idle = [...state.connections].filter(([, { pendingCount }]) => pendingCount === 0).map(([client]) => client)
  const cut = [...silent, ...idle.filter((client) => client.getTransactionStatus() === 'I')]
  const lostBackends = listBackendIds(cut)
  for (const client of cut)
    client.connection.stream.destroy(new DatabaseUnavailableError('the connection stopped responding'))
  endBackends(probe, { name: state.options.name, pids: lostBackends }).catch(() => undefined)
}

function declareOutage(state: PoolState, error: unknown): void {
  if (state.outage || state.isClosed) return
  closeProbe(state)
  const isLoginRejected = isStatementRejected(error)
  const clients = [...state.connections.keys()]
  state.outage = {
    since: performance.now(),
    lostBackends: isLoginRejected ? [] : listBackendIds(clients),
    isClosed: !isLoginRejected,
    ticks: 0,
    attempts: 0,
    isLoginRejected,
  }
  if (!isLoginRejected) {
    const loss = new DatabaseUnavailableError('the database is unavailable', { cause: error })
    for (const { fail } of state.waiters) fail(loss)
    for (const client of clients) client.connection.stream.destroy(loss)
    for (const socket of state.sockets) socket.destroy(loss)
  }
  state.options.onAway?.(error)
}

/** Attempts may overlap: one begun before the database came back may hang a little longer. */
function scheduleAttempt(state: PoolState, outage: Outage): void {
  outage.ticks += 1
  const pause = outage.isLoginRejected ? rejectedTicks : attemptTicks
  if (outage.ticks % pause !== 0 || outage.attempts >= maxAttempts) return
  outage.attempts += 1
  tryReconnect(state, outage)
    .catch((error: unknown) => {
      outage.isLoginRejected = isStatementRejected(error)
    })
    .finally(() => {
      outage.attempts -= 1
    })
}

async function tryReconnect(state: PoolState, outage: Outage): Promise<void> {
  const client = await openProbe(state.options.url, probeMs)
  try {
    if (state.outage !== outage) return
    await endBackends(client, { name: state.options.name, pids: outage.lostBackends })
    if (state.outage !== outage) return
    state.outage = null
    state.options.onBack?.((performance.now() - outage.since) / 1000)
  } finally {
    void endConnection(client)
  }
}

function listBackendIds(clients: readonly pg.Client[]): number[] {
  return clients.map(getBackendId).filter((pid) => pid !== undefined)
}

/** What is known of a connection without querying the database. */
interface WatchedConnection {
  /** Queries without a response. */
  pendingCount: number
  hasReceivedData: boolean
  /** Consecutive ticks without data although a response was due. */
  silentTicks: number
  /** Consecutive checks in which the database was not executing a query of this connection. */
  doubts: number
}

/**
 * Counts a connection's pending queries and notes incoming data, even partial responses.
 * `onFailure` receives the error of every failed query.
 */
function watchConnection(client: pg.Client, onFailure: (error: unknown) => void): WatchedConnection {
  const watched: WatchedConnection = { pendingCount: 0, hasReceivedData: true, silentTicks: 0, doubts: 0 }
  client.connection.stream.on('data', () => {
    watched.hasReceivedData = true
  })
  const query = client.query.bind(client)
  const countQuery = (...args: unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, undefined, args)
    if (!(result instanceof Promise)) return result
    watched.pendingCount += 1
    result.then(
      () => {
        watched.pendingCount -= 1
      },
      (error: unknown) => {
        watched.pendingCount -= 1
        onFailure(error)
      },
    )
    return result
  }
  Object.assign(client, { query: countQuery })
  return watched
}

/** Updates the counters; call once per tick. */
function updateCounters(watched: WatchedConnection): void {
  const isAnswered = watched.pendingCount === 0 || watched.hasReceivedData
  watched.silentTicks = isAnswered ? 0 : watched.silentTicks + 1
  if (isAnswered) watched.doubts = 0
  watched.hasReceivedData = false
}
