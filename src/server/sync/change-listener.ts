import pg from 'pg'
import { connectionSettings } from '../db/client.ts'

/** Tells its subscribers that something was committed. One LISTEN connection serves the whole process. */
export interface ChangeListener {
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}

/**
 * Connects with the first subscriber and stays. A lost connection is opened again; its subscribers are told that something may have changed, because
 * nobody knows what was missed. Bursts are told at most every `gapMs`, the last of a burst always.
 */
export function createChangeListener(options: {
  databaseUrl: string
  gapMs?: number
  onLost: (error: unknown) => void
}): ChangeListener {
  const { databaseUrl, gapMs = 50, onLost } = options
  const listeners = new Set<() => void>()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const tell = inGaps(gapMs, () => {
    for (const listener of listeners) listener()
  })

  async function connect(): Promise<void> {
    const fresh = new pg.Client(connectionSettings(databaseUrl))
    client = fresh
    let isLost = false
    const lose = (error: unknown) => {
      if (isLost || isClosed) return
      isLost = true
      client = undefined
      onLost(error)
      fresh.end().catch(onLost)
      retry = setTimeout(() => void connect(), 1000)
    }
    fresh.on('error', lose).on('end', () => lose(new Error('LISTEN connection ended')))
    fresh.on('notification', tell)
    try {
      await fresh.connect()
      await fresh.query('listen change')
      tell()
    } catch (error) {
      lose(error)
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (!client && !retry && !isClosed) void connect()
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      listeners.clear()
      await client?.end()
    },
  }
}

/** Runs `act` at once, then at most once per gap; a call during the gap is answered at its end. */
function inGaps(gapMs: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  return function run() {
    if (timer) {
      isWaiting = true
      return
    }
    act()
    timer = setTimeout(() => {
      timer = undefined
      if (!isWaiting) return
      isWaiting = false
      run()
    }, gapMs)
    timer.unref()
  }
}
