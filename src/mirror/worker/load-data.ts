import type { CollectionName } from '#contract/books/collections.ts'
import { openMirror } from '../store/open-mirror.ts'
import { readState } from '../store/read-mirror.ts'
import { createMirroredData, markLoaded, overlayEntries, readMirror } from './mirrored-data.ts'
import { setStatus, notifyArrived, notifyOutlook, notifyTabs, type EngineState } from './engine-state.ts'

/**
 * Reads the mirror into memory, all of it anew: at the start, after another tab finished a copy, and when news from the other tabs went missing. What was in
 * memory answers until then. Calls while one is running wait for another one after it.
 */
export function loadData(state: EngineState): Promise<void> {
  state.loading = state.loading.catch(() => undefined).then(() => readAll(state))
  return state.loading
}

async function readAll(state: EngineState): Promise<void> {
  if (state.over.signal.aborted) return
  state.isReading = true
  try {
    const stored = await readState(state.mirror.database)
    const data = createMirroredData(state.outbox)
    data.heard.cursor = stored?.cursor ?? null
    data.stopped = new Set(stored?.stopped?.records)
    const isFirst = state.data.loaded.size === 0
    if (isFirst) state.data = data
    await readMirror(data, state.mirror.database, (collection) => {
      if (isFirst && data.loaded.has(collection)) notifyArrived(state, collection)
    })
    state.data = data
    // What happened in the outbox while this was read went to the data before.
    overlayEntries(data, 'all')
    state.cursor = stored?.cursor ?? null
    if (!isFirst) notifyArrived(state, 'all')
    setStatus(state, { lastSyncAt: stored?.lastPullAt ?? null, stopped: [...data.stopped] })
  } finally {
    state.isReading = false
    notifyOutlook(state, { isBack: false })
  }
}

/** Looks which generation answers by now, and reads it. One after another: what one reads the next would close. */
export function reloadMirror(state: EngineState): Promise<void> {
  state.reloading = state.reloading.catch(() => undefined).then(() => reload(state))
  return state.reloading
}

async function reload(state: EngineState): Promise<void> {
  const before = state.mirror
  const mirror = await openMirror(state.runtime, state.userId)
  state.mirror = mirror
  before.database.close()
  await loadData(state)
}

/**
 * A collection of a first copy is in memory and on the disk as a whole: it answers from here on, whatever else is still to come. The first page is on the disk
 * before anybody hears of it: who closes the window at that moment has it at the next start.
 */
export async function showCopied(state: EngineState, collection: CollectionName): Promise<void> {
  if (state.data.loaded.has(collection)) return
  for (const follower of state.followers) await follower.keepFirstPage?.(collection)
  markLoaded(state.data, collection)
  notifyArrived(state, collection)
  notifyTabs(state, { type: 'copied', collection })
}
