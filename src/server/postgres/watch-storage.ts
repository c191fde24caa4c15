import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { troubleOf } from '../db/database-trouble.ts'
import { putReserveAside, readRoom, releaseReserve, reserveBytes } from './reserve-file.ts'

/** Whether anything new can be written. */
export interface Storage {
  isFull(): boolean
  /** Somebody was told that there is no room. */
  noteFull(): void
  stop(): Promise<void>
}

/** Less than this, the reserve included, and nothing new is taken: half again as much as the reserve. */
const lowestBytes = 1.5 * reserveBytes
/** So much, and it goes on: a little more, so that it does not flicker. */
const enoughBytes = lowestBytes + 16 * 1_048_576
const lookMs = 1000

/**
 * Looks every second whether there is room: on the disk of the embedded database's `folder`, and after a "disk full" of any database by writing something and
 * taking it back. Ends by itself when there is room again. Resolves after the first look.
 */
export async function watchStorage(options: {
  db: Database
  /** Of the embedded cluster; how much room another machine has nobody can see from here. */
  folder?: string | undefined
  onFull?: (() => void) | undefined
  onRoom?: (() => void) | undefined
}): Promise<Storage> {
  const { db, folder } = options
  const state = { isLow: false, isNoted: false, wasFull: false, isStopped: false }
  const isFull = () => state.isLow || state.isNoted
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    if (folder !== undefined) state.isLow = await isLow(folder, state.isLow).catch(() => state.isLow)
    if (state.isNoted && (await canWrite(db))) state.isNoted = false
    if (isFull() === state.wasFull || state.isStopped) return
    state.wasFull = isFull()
    if (state.wasFull) options.onFull?.()
    else options.onRoom?.()
  }
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  const timer = setInterval(() => void lookOnce(), lookMs)
  timer.unref()
  await lookOnce()
  return {
    isFull,
    noteFull: () => {
      state.isNoted = true
      void lookOnce()
    },
    stop: async () => {
      state.isStopped = true
      clearInterval(timer)
      await looking
    },
  }
}

/** For a database whose room is nobody's concern (tests). */
export const endlessStorage: Storage = { isFull: () => false, noteFull: () => undefined, stop: async () => undefined }

/** Keeps the reserve while there is room, and gives it back when it runs out. */
async function isLow(folder: string, wasLow: boolean): Promise<boolean> {
  const { free, reserved } = await readRoom(folder)
  const room = free + reserved
  const isNowLow = room < (wasLow ? enoughBytes : lowestBytes)
  if (isNowLow && reserved > 0) await releaseReserve(folder)
  if (!isNowLow && reserved === 0 && room >= enoughBytes) await putReserveAside(folder)
  return isNowLow
}

/** A temporary table of a hundred pages, gone with its transaction. When the database does not answer, nothing is known: as before. */
async function canWrite(db: Database): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`create temp table room on commit drop as select repeat('x', 2000) as filling from generate_series(1, 400)`.execute(
        trx,
      )
    })
    return true
  } catch (error) {
    return troubleOf(error) === undefined
  }
}
