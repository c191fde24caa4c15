import type { Outbox } from './open-outbox.ts'

/** As long as an edit may wait without being asked about: whoever misses one looks for it in the exported file within a month or never. */
const keptMs = 30 * 24 * 3_600_000

const mostKept = 5_000

/** Rows forgotten per transaction, so that no edit waits long behind it. */
const forgottenAtOnce = 400

/** Forgets why entries left the outbox: what is older than a month, and of too many rows the oldest. Call it when nothing else is to be done. */
export async function pruneLog({ db, runtime, isClosed }: Outbox): Promise<void> {
  if (isClosed) return
  const { log } = db
  await forgetRows(
    db,
    await log
      .where('at')
      .below(runtime.now() - keptMs)
      .primaryKeys(),
  )
  const excess = (await log.count()) - mostKept
  if (excess > 0) await forgetRows(db, await log.toCollection().limit(excess).primaryKeys())
}

async function forgetRows({ log }: Outbox['db'], ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += forgottenAtOnce)
    await log.bulkDelete(ids.slice(from, from + forgottenAtOnce))
}
