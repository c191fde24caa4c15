import { aboutSchema, type Seen, type SeenAbout, type SeenAct } from '#contract/seen.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { instantText } from '#contract/values.ts'
import type { Channel, Runtime } from '../runtime.ts'
import { callAfter } from '../timing/deadline.ts'
import { condense, countSeen, keepSeen, seenDatabase, seenName, type SeenDatabase } from './seen-database.ts'

/** What a screen says that it has shown, or made of what it shows. */
export interface Shown {
  /** Absent: a new one. Given where the server may have heard of it already. */
  readonly id?: string
  readonly act: SeenAct
  /** Absent: all of them. */
  readonly collection?: CollectionName
  readonly recordId?: string
  readonly about?: SeenAbout
}

/** What was seen on this device, on its way to the trail. */
export interface SeenLog {
  /** Takes a view down, at no cost to whoever shows it: nothing is awaited, and the same view again within five minutes is the same one. */
  note(shown: Shown): void
  /** Writes down now what is still in memory (the page is about to go). Never rejects. */
  keep(): Promise<void>
  /** Before signing out: has everything handed in, and waits for it at most `ms`. What is left stays for the next sign-in. Never rejects. */
  handIn(ms: number): Promise<void>
  /** Keeps what is in memory, then lets go. */
  close(): void
}

/** Between opening a record and coming back to it. Prints, sheets and what was opened for a reason are always rows of their own. */
const sameViewMs = 5 * 60_000
/** Long enough for a burst of views to share a transaction, short enough that a killed browser loses none that anybody could have read. */
const gatherMs = 250
/** A device that could not keep them is tried again. */
const againMs = 30_000
/** In memory, while the device has no room; with more the oldest are counted. */
const mostInMemory = 2_000
const lookAgainMs = 100

interface Log {
  readonly runtime: Runtime
  readonly db: SeenDatabase
  readonly channel: Channel
  /** Null: not known yet. */
  readonly isOffline: () => boolean | null
  readonly over: AbortController
  /** When each view was noted last. */
  readonly noted: Map<string, number>
  waiting: Unkept[]
  isDue: boolean
  keeping: Promise<void>
}

/** Whether there was a network is sometimes known a moment later. */
type Unkept = Omit<Seen, 'offline'> & { readonly offline: boolean | null }

/** The log of one page. `isOffline` is asked when something is seen. */
export function createSeenLog(runtime: Runtime, userId: string, isOffline: () => boolean | null): SeenLog {
  const log: Log = {
    ...{ runtime, isOffline, db: seenDatabase(runtime, userId), channel: runtime.openChannel(seenName(userId)) },
    ...{ over: new AbortController(), noted: new Map(), waiting: [], isDue: false, keeping: Promise.resolve() },
  }
  return {
    note: (shown) => note(log, shown),
    keep: () => keepAll(log),
    handIn: (ms) => handIn(log, ms).catch(() => undefined),
    close() {
      log.over.abort()
      void keepAll(log).then(() => {
        log.channel.close()
        log.db.close()
      })
    },
  }
}

function note(log: Log, { id, act, collection, recordId, about = {} }: Shown): void {
  const { runtime, noted, over } = log
  if (over.signal.aborted) return
  const now = runtime.now()
  const key = JSON.stringify([act, collection, recordId, recordId ? null : about])
  const before = noted.get(key)
  const isOwn = act === 'print' || act === 'export' || typeof about.reason === 'string'
  // A clock that was set back makes a new view of it.
  if (!isOwn && before !== undefined && now >= before && now - before < sameViewMs) return
  noted.set(key, now)
  if (noted.size > mostInMemory) forgetOldest(noted)
  log.waiting.push({
    ...{ id: id ?? runtime.newId(), act, at: instantText(now), offline: log.isOffline() },
    ...(collection && { collection }),
    ...(recordId && { record_id: recordId }),
    about: aboutSchema.parse(about),
  })
  keepSoon(log, gatherMs)
}

function forgetOldest(noted: Map<string, number>): void {
  const [oldest] = noted.keys()
  if (oldest !== undefined) noted.delete(oldest)
}

function keepSoon(log: Log, ms: number): void {
  if (log.isDue) return
  log.isDue = true
  callAfter(log.runtime, { ms, signal: log.over.signal }, () => {
    log.isDue = false
    void keepAll(log)
  })
}

/** One after the other, so that what is handed back after a failure stands in front again. */
function keepAll(log: Log): Promise<void> {
  log.keeping = log.keeping.then(() => keepWaiting(log))
  return log.keeping
}

async function keepWaiting(log: Log): Promise<void> {
  const { runtime, db, channel } = log
  if (log.waiting.length === 0) return
  const taken = log.waiting
  log.waiting = []
  const rows = taken.map((row): Seen => ({ ...row, offline: row.offline ?? log.isOffline() ?? false }))
  try {
    await keepSeen(db, rows, runtime.newId)
    channel.post({ type: 'kept' })
  } catch {
    log.waiting = [...rows, ...log.waiting]
    if (log.waiting.length > mostInMemory)
      log.waiting = condense(
        log.waiting.map((row) => ({ ...row, offline: row.offline ?? false })),
        runtime.newId,
      )
    keepSoon(log, againMs)
  }
}

async function handIn(log: Log, ms: number): Promise<void> {
  await keepAll(log)
  if (log.isOffline() !== false) return
  log.channel.post({ type: 'now' })
  const end = log.runtime.now() + ms
  while (log.runtime.now() < end && (await countSeen(log.db)) > 0) await log.runtime.wait(lookAgainMs)
}
