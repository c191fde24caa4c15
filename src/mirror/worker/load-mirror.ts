import type { CollectionName } from '#contract/books/collections.ts'
import { readState } from '#mirror/store/mirror-database.ts'
import { openMirror } from '#mirror/store/open-mirror.ts'
import { type EngineState, notifyArrived, notifyReachability, setStatus } from './engine-state.ts'
import { createMirroredData, markLoaded, overlayEntries, readMirror } from './mirrored-data.ts'
import { notifyTabs } from './tab-messages.ts'

/**
 * Reads the whole mirror into memory: at the start, after another tab finished a copy, and when
 * messages of other tabs were missed. The old data is served until then. Concurrent calls run one
 * after another.
 */
export function loadData(state: EngineState): Promise<void> {
  state.loading = state.loading.catch(() => undefined).then(() => readIntoMemory(state))
  return state.loading
}

async function readIntoMemory(state: EngineState): Promise<void> {
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
    notifyReachability(state, { isServerBack: false })
  }
}

/**
 * Opens the current generation and reads it. Calls run one after another, because each closes the
 * previous database.
 */
export function reloadMirror(state: EngineState): Promise<void> {
  state.reloading = state.reloading.catch(() => undefined).then(() => openCurrentMirror(state))
  return state.reloading
}

async function openCurrentMirror(state: EngineState): Promise<void> {
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
export async function publishCollection(state: EngineState, collection: CollectionName): Promise<void> {
  if (state.data.loaded.has(collection)) return
  for (const follower of state.followers) await follower.storeFirstPage?.(collection)
  markLoaded(state.data, collection)
  notifyArrived(state, collection)
  notifyTabs(state, { type: 'copied', collection })
}
