import type { AnyRecord } from '#contract/books/field.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import { type LostEdits, restoreLost } from '#mirror/outbox/recovery/restore-lost.ts'
import { readSent } from '#mirror/outbox/sending/settle-acked.ts'
import { buildEntityKey } from '#mirror/outbox/stored-entry.ts'
import { withConnection } from '#mirror/outbox/write-outbox.ts'
import { fetchKnownOps } from '#mirror/pull/fetch-from-server.ts'
import { readState } from '#mirror/store/mirror-database.ts'
import { type EngineState, isCollectionSynced } from './engine-state.ts'
import { getConfirmedRecord, type MirroredData } from './mirrored-data.ts'

/** Minimum pause in ms between two checks. */
const pauseMs = 30_000

/**
 * Call before everything is copied again: the server may have been restored from a backup, so it
 * must be asked which edits it still knows. The mark is stored next to the outbox until that is
 * done, because a fresh copy doesn't show that there was an earlier one.
 */
export async function scheduleLossCheck(outbox: Outbox): Promise<void> {
  const { db, image, runtime } = outbox
  const hasAcked = [...image.entriesBySeq.values()].some(({ state }) => state === 'acked')
  if (!hasAcked && (await withConnection(outbox, () => db.sent.count())) === 0) return
  await withConnection(outbox, () => db.meta.put({ key: 'unasked', value: runtime.newId() }))
}

/**
 * Remembers the last values of records with sent edits that a fresh copy no longer contains, so
 * that the user can decide about those edits.
 */
export async function rememberVanished(state: EngineState, before: MirroredData): Promise<void> {
  const vanished = new Map<string, AnyRecord>()
  for (const { collection, recordId } of await readSent(state.outbox)) {
    const record = getConfirmedRecord(before, collection, recordId)
    if (!isCollectionSynced(state, collection)) continue
    const isGone = getConfirmedRecord(state.data, collection, recordId) === null
    if (record && isGone) vanished.set(buildEntityKey(collection, recordId), record)
  }
  state.vanished = vanished
}

/**
 * After a full copy, puts acknowledged edits that the server no longer knows back into the outbox
 * for the user to decide. If the server cannot be reached, a later call checks, even after a
 * restart. Call it when the mirror is up to date.
 */
export async function reportLost(state: EngineState, signal: AbortSignal): Promise<void> {
  const { outbox, runtime } = state
  const mark = (await withConnection(outbox, () => outbox.db.meta.get('unasked')))?.value
  if (
    mark === undefined ||
    ![...state.mirror.database.syncedBooks.collections].every((name) => state.data.loaded.has(name))
  )
    return
  const { lastLossCheck } = state
  // A clock that was set back doesn't lengthen the pause.
  if (lastLossCheck?.mark === mark && Math.abs(runtime.now() - lastLossCheck.at) < pauseMs) return
  state.lastLossCheck = { mark, at: runtime.now() }
  if (!(await fetchAndRestore(state, signal))) return
  await outbox.db.transaction('rw', outbox.db.meta, async () => {
    if ((await outbox.db.meta.get('unasked'))?.value === mark) await outbox.db.meta.delete('unasked')
  })
  state.vanished = new Map()
}

/** False when the check has to be repeated. */
async function fetchAndRestore(state: EngineState, signal: AbortSignal): Promise<boolean> {
  const { outbox, userId } = state
  // Without its book here, nobody can tell whether a record was deleted; those edits are checked
  // once the book is held.
  const sent = (await readSent(outbox)).filter(({ collection }) => isCollectionSynced(state, collection))
  const epoch = (await readState(state.mirror.database))?.epoch
  if (sent.length === 0 || epoch === undefined) return sent.length === 0
  const opIds = sent.map(({ opId }) => opId)
  const knownOpIds = await fetchKnownOps(state.request, opIds, { userId, epoch })
  if (!knownOpIds || signal.aborted) return false
  const { data, vanished } = state
  const loss: LostEdits = {
    sent,
    vanished,
    isKnown: (opId) => knownOpIds.has(opId),
    currentRecord: (collection, id) => getConfirmedRecord(data, collection, id),
  }
  return restoreLost(outbox, loss, signal)
}
