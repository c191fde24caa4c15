import { Dexie } from 'dexie'
import { z } from 'zod'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import { withReopening } from '#mirror/store/reconnect.ts'
import { toWriteError } from '#mirror/store/storage-failure.ts'
import { buildPapersName, createPapersDatabase, type PapersDatabase, type WaitingFile } from './papers-database.ts'

/**
 * One user's papers that the server doesn't have yet, opened in this tab or worker. Only the
 * functions of this folder write its fields.
 */
export interface Papers {
  readonly runtime: Runtime
  readonly userId: string
  readonly db: PapersDatabase
  readonly channel: Channel
  /** Called after every committed change in any tab or worker. */
  readonly listeners: Set<() => void>
  /** In order of seq. */
  waiting: readonly WaitingFile[]
  isClosed: boolean
  /** The current read of the table, or the last one. */
  reading: Promise<void>
  /** The next read, shared by all callers that request it during the current one. */
  nextReading: Promise<void> | null
}

/**
 * Opens (or creates) one user's papers.
 * @throws OutboxWriteError when the device's storage doesn't open
 */
export async function openPapers(runtime: Runtime, userId: string): Promise<Papers> {
  const papers: Papers = {
    runtime,
    userId,
    db: createPapersDatabase(runtime, userId),
    channel: runtime.openChannel(buildPapersName(userId)),
    listeners: new Set(),
    waiting: [],
    isClosed: false,
    reading: Promise.resolve(),
    nextReading: null,
  }
  // Another tab upgrades or removes the database: close at once, or it would wait for us.
  papers.db.on('versionchange', () => papers.db.close())
  papers.channel.listen((message) => {
    if (changedSchema.safeParse(message).success && !papers.isClosed) rereadPapers(papers).catch(() => undefined)
  })
  try {
    await papers.db.open()
    await rereadPapers(papers)
  } catch (error) {
    closePapers(papers)
    throw toWriteError(error)
  }
  return papers
}

/** Closes the handle; waiting papers stay. */
export function closePapers(papers: Papers): void {
  papers.isClosed = true
  papers.listeners.clear()
  papers.channel.close()
  papers.db.close()
}

export async function withPapers<T>(
  runtime: Runtime,
  userId: string,
  work: (papers: Papers) => Promise<T>,
): Promise<T> {
  const papers = await openPapers(runtime, userId)
  try {
    return await work(papers)
  } finally {
    closePapers(papers)
  }
}

/**
 * Reads the waiting files again; afterwards this handle includes everything committed before the
 * call.
 */
export function rereadPapers(papers: Papers): Promise<void> {
  papers.nextReading ??= rereadAfterCurrent(papers)
  return papers.nextReading
}

async function rereadAfterCurrent(papers: Papers): Promise<void> {
  await papers.reading.catch(() => undefined)
  papers.nextReading = null
  papers.reading = readWaitingFiles(papers)
  await papers.reading
}

async function readWaitingFiles(papers: Papers): Promise<void> {
  const { contents } = papers.db
  const waiting = await withReopening(papers.db, () => contents.orderBy('seq').toArray())
  if (papers.isClosed) return
  papers.waiting = waiting
  for (const listener of [...papers.listeners]) listener()
}

const changedSchema = z.object({ type: z.literal('changed') })

/**
 * Runs one strict transaction. Resolves after it has completed and this handle was refreshed.
 * Reopens a lost connection and runs the work once more.
 * @throws OutboxWriteError when the device could not store it; then nothing was stored
 */
export async function writePapers<T>(papers: Papers, work: (db: PapersDatabase) => Promise<T>): Promise<T> {
  const result = await withDatabase(papers, async ({ db }) => {
    let native: IDBTransaction | undefined
    const run = db.transaction('rw', [db.contents, db.bytes, db.thumbs], () => {
      native = Dexie.currentTransaction?.idbtrans
      return work(db)
    })
    // The reason for a storage abort is only available on the transaction.
    return await run.catch((error: unknown) => {
      throw native?.error ?? error
    })
  })
  papers.channel.post({ type: 'changed' })
  await rereadPapers(papers)
  return result
}

/**
 * Reads or writes; reopens a lost connection once.
 * @throws OutboxWriteError when the device's storage failed
 */
export async function withDatabase<T>(papers: Papers, work: (papers: Papers) => Promise<T>): Promise<T> {
  try {
    return await (papers.isClosed ? work(papers) : withReopening(papers.db, () => work(papers)))
  } catch (error) {
    throw toWriteError(error)
  }
}
