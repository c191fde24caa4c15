import { Socket } from 'node:net'
import type pg from 'pg'
import { DatabaseAwayError, isRefusal, troubleCode } from './database-trouble.ts'
import { askWhoWorks, backendOf, endBackends, endConnection, openProbe } from './line-probe.ts'
import { listen, type Watched, watchConnection } from './watched-connection.ts'

export type LineOptions = {
  url: string
  /** Under this name the database knows the connections of this line, and no others. */
  name: string
  /** Once per outage. */
  onAway?: ((error: unknown) => void) | undefined
  /** Seconds it lasted. */
  onBack?: ((seconds: number) => void) | undefined
}

export interface Line {
  /** Waits for a connection, but not for a database that is known to be away. What comes too late is given back. */
  borrow<Lent>(connect: () => Promise<Lent>, giveBack: (late: Lent) => void): Promise<Lent>
  /** For a new connection: until it is watched, the line knows it by its socket. */
  openSocket(): Socket
  /** From the first question on. */
  watch(client: pg.Client): void
  close(): void
}

/**
 * Knows whether anybody is still there at the other end of a pool's connections. A line that swallows packets refuses nothing: without this, whoever waits
 * for an answer waits for ever.
 *
 *   quiet 1 s ─▶ asked over a new connection ─┬─ it works for us ──────────▶ wait on, as long as it takes
 *                                             ├─ it does not (asked twice) ─▶ that connection is cut
 *                                             └─ no answer for 3 s ─────────▶ away: all are cut, nobody waits, a new connection is tried every second
 *
 * So long work (an export, an import, sums over a million rows) needs no deadline here, and a dead line costs four seconds. When the database is back, what
 * the lost connections left open there, with all its locks, is ended before anything else. Time is counted in ticks, not by the clock: a process that was
 * asleep or busy does not blame others.
 */
export function watchLine(options: LineOptions): Line {
  const state: State = {
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
    borrow: (connect, giveBack) => borrow(state, connect, giveBack),
    openSocket: () => openSocket(state),
    watch: (client) => watch(state, client),
    close: () => {
      state.isClosed = true
      clearInterval(timer)
      closeProbe(state)
    },
  }
}

/** All waits are counted in ticks of this length. */
const tickMs = 250
const quietTicks = 4
const probeTicks = 10
/** Longest wait of a probe for one answer. */
const probeMs = 3000
const restTicks = 2
const attemptTicks = 4
/** A database that speaks and does not let us in (password, name) is asked less often: each refusal is a line in its log. */
const refusedTicks = 12
const maxAttempts = 3

interface State {
  readonly options: LineOptions
  readonly connections: Map<pg.Client, Watched>
  readonly sockets: Set<Socket>
  readonly waiters: Set<Waiter>
  probe: Probe | null
  outage: Outage | null
  isClosed: boolean
}

interface Waiter {
  quiet: number
  readonly fail: (error: Error) => void
}

interface Probe {
  client: pg.Client | null
  isAsking: boolean
  ticks: number
}

interface Outage {
  readonly since: number
  /** Backends that our connections may have left behind. */
  readonly lost: readonly number[]
  /** New requests fail at once. Not so when the database only lets nobody new in: what is connected still works. */
  readonly isClosed: boolean
  ticks: number
  attempts: number
  isRefused: boolean
}

function borrow<Lent>(state: State, connect: () => Promise<Lent>, giveBack: (late: Lent) => void): Promise<Lent> {
  if (state.outage?.isClosed) return Promise.reject(new DatabaseAwayError('the database is away'))
  return new Promise((lend, refuse) => {
    let isOver = false
    const over = () => {
      isOver = true
      state.waiters.delete(waiter)
    }
    const waiter: Waiter = {
      quiet: 0,
      fail: (error) => {
        over()
        refuse(error)
      },
    }
    state.waiters.add(waiter)
    connect().then(
      (lent) => {
        if (isOver) return giveBack(lent)
        over()
        lend(lent)
      },
      (error: unknown) => {
        if (isOver) return
        over()
        doubt(state, error)
        refuse(new DatabaseAwayError('no connection to the database', { cause: error }))
      },
    )
  })
}

function openSocket(state: State): Socket {
  const socket = new Socket()
  state.sockets.add(socket)
  return socket.once('close', () => state.sockets.delete(socket))
}

function watch(state: State, client: pg.Client): void {
  const watched = watchConnection(client, (error) => {
    if (!isRefusal(error)) doubt(state, error)
  })
  state.connections.set(client, watched)
  client.once('end', () => state.connections.delete(client))
}

function tick(state: State): void {
  for (const watched of state.connections.values()) listen(watched)
  for (const waiter of state.waiters) waiter.quiet += 1
  if (state.outage) return tryAgain(state, state.outage)
  const isQuiet = [...state.connections.values(), ...state.waiters].some(({ quiet }) => quiet >= quietTicks)
  if (!state.probe) {
    if (isQuiet) beginProbe(state)
    return
  }
  state.probe.ticks += 1
  if (!state.probe.isAsking && !isQuiet) return closeProbe(state)
  if (state.probe.isAsking && state.probe.ticks > probeTicks) return goAway(state, new Error('the database is silent'))
  if (!state.probe.isAsking && state.probe.ticks >= restTicks) void ask(state, state.probe)
}

/** Something failed that may be one connection's misfortune, or everybody's. */
function doubt(state: State, error: unknown): void {
  if (state.outage || state.probe || state.isClosed || troubleCode(error) === '53300') return
  beginProbe(state)
}

function beginProbe(state: State): void {
  if (state.isClosed) return
  state.probe = { client: null, isAsking: false, ticks: 0 }
  void ask(state, state.probe)
}

function closeProbe(state: State): void {
  if (state.probe?.client) void endConnection(state.probe.client)
  state.probe = null
}

async function ask(state: State, probe: Probe): Promise<void> {
  probe.isAsking = true
  probe.ticks = 0
  try {
    probe.client ??= await openProbe(state.options.url, probeMs)
    const quiet = [...state.connections].filter(([, { quiet: ticks }]) => ticks >= quietTicks).map(([client]) => client)
    const working = await askWhoWorks(probe.client, quiet)
    if (state.probe !== probe) return void endConnection(probe.client)
    const cut = quiet.filter((client) => !working.has(client) && isDead(state.connections.get(client)))
    if (cut.length > 0) cutSilent(state, cut, probe.client)
  } catch (error) {
    if (state.probe !== probe) return
    closeProbe(state)
    if (troubleCode(error) !== '53300') goAway(state, error)
  } finally {
    probe.isAsking = false
    probe.ticks = 0
  }
}

/** Looked at twice: at the first look its answer may have been on the way. */
function isDead(watched: Watched | undefined): boolean {
  if (!watched || watched.quiet < quietTicks) return false
  watched.doubts += 1
  return watched.doubts >= 2
}

/** Where one connection fell silent, those that rest have likely done so too (a firewall that forgot them). Opening new ones costs little. */
function cutSilent(state: State, silent: readonly pg.Client[], probe: pg.Client): void {
  const resting = [...state.connections].filter(([, { unanswered }]) => unanswered === 0).map(([client]) => client)
  const cut = [...silent, ...resting.filter((client) => client.getTransactionStatus() === 'I')]
  const lost = backendsOf(cut)
  for (const client of cut) client.connection.stream.destroy(new DatabaseAwayError('the connection fell silent'))
  endBackends(probe, { name: state.options.name, pids: lost }).catch(() => undefined)
}

function goAway(state: State, error: unknown): void {
  if (state.outage || state.isClosed) return
  closeProbe(state)
  const isRefused = isRefusal(error)
  const clients = [...state.connections.keys()]
  state.outage = {
    since: performance.now(),
    lost: isRefused ? [] : backendsOf(clients),
    isClosed: !isRefused,
    ticks: 0,
    attempts: 0,
    isRefused,
  }
  if (!isRefused) {
    const loss = new DatabaseAwayError('the database is away', { cause: error })
    for (const { fail } of state.waiters) fail(loss)
    for (const client of clients) client.connection.stream.destroy(loss)
    for (const socket of state.sockets) socket.destroy(loss)
  }
  state.options.onAway?.(error)
}

/** Attempts may overlap: one that was begun before the line came back can hang a while longer. */
function tryAgain(state: State, outage: Outage): void {
  outage.ticks += 1
  const pause = outage.isRefused ? refusedTicks : attemptTicks
  if (outage.ticks % pause !== 0 || outage.attempts >= maxAttempts) return
  outage.attempts += 1
  attempt(state, outage)
    .catch((error: unknown) => {
      outage.isRefused = isRefusal(error)
    })
    .finally(() => {
      outage.attempts -= 1
    })
}

async function attempt(state: State, outage: Outage): Promise<void> {
  const client = await openProbe(state.options.url, probeMs)
  try {
    if (state.outage !== outage) return
    await endBackends(client, { name: state.options.name, pids: outage.lost })
    if (state.outage !== outage) return
    state.outage = null
    state.options.onBack?.((performance.now() - outage.since) / 1000)
  } finally {
    void endConnection(client)
  }
}

function backendsOf(clients: readonly pg.Client[]): number[] {
  return clients.map(backendOf).filter((pid) => pid !== undefined)
}
