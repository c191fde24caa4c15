import type { CollectionName } from '#contract/books/collections.ts'
import { openMirror } from '../store/open-mirror.ts'
import { readState } from '../store/read-mirror.ts'
import { createMirroredData, markLoaded, overlayEntries, readMirror } from './mirrored-data.ts'
import { setStatus, notifyArrived, notifyOutlook, notifyTabs, type EngineState } from './engine-state.ts'

/**
 * Reads the whole mirror into memory: at the start, after another tab finished a copy, and when
 * messages of other tabs were missed. The old data answers until then. Concurrent calls run one
 * after another.
 */
export function loadData(state: EngineState): Promise<void> {
  state.loading = state.loading.catch(() => undefined).then(() => readAll(state))
  return state.loading
}

async function readAll(state: EngineState): Promise<void> {
  if (state.controller.signal.aborted) return
  state.isReading = true
  try {
    const stored = await readState(state.mirror.database)
    const data = createMirroredData(state.outbox)
    data.syncPosition.cursor = stored?.cursor ?? null
    data.stopped = new Set(stored?.stopped?.records)
    const isFirst = state.data.loaded.size === 0
    if (isFirst) state.data = data
    await readMirror(data, state.mirror.database, (collection) => {
      if (isFirst && data.loaded.has(collection)) notifyArrived(state, collection)
    })
    state.data = data
    // Outbox changes during the read went to the old data.
    overlayEntries(data, 'all')
    state.cursor = stored?.cursor ?? null
    if (!isFirst) notifyArrived(state, 'all')
    setStatus(state, { lastSyncAt: stored?.lastPullAt ?? null, stopped: [...data.stopped] })
  } finally {
    state.isReading = false
    notifyOutlook(state, { isBack: false })
  }
}

/**
 * Opens the current generation and reads it. Calls run one after another, because each closes the
 * previous database.
 */
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
 * Publishes a collection of a first copy that is complete in memory and on disk, while others are
 * still missing. Its first page is stored before it is announced, so that a window closed at that
 * moment has it at the next start.
 */
export async function onCollectionCopied(state: EngineState, collection: CollectionName): Promise<void> {
  if (state.data.loaded.has(collection)) return
  for (const follower of state.followers) await follower.keepFirstPage?.(collection)
  markLoaded(state.data, collection)
  notifyArrived(state, collection)
  notifyTabs(state, { type: 'copied', collection })
}
