import { useSyncExternalStore } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { createActHistory, type ActHistory, type HistoryState } from './act-history.ts'
import { onLettingGo } from '../let-go.ts'
import { openActStore, type ActStore } from './act-store.ts'
import { tabName } from './tab-name.ts'

const opened = new WeakMap<OfflineCopy, Map<string, ActHistory>>()

const stores = new Set<Promise<ActStore>>()
onLettingGo(async () => {
  const closing = [...stores]
  stores.clear()
  await Promise.allSettled(closing.map(async (store) => (await store).close()))
})

/**
 * The acts of this person in this tab on one screen; the same object however often the screen is opened. A screen undoes only what was done on it: an undo
 * that changes something out of sight would be a fright.
 */
export function useActHistory(copy: OfflineCopy, screen: string): ActHistory {
  const ofCopy = opened.get(copy) ?? new Map<string, ActHistory>()
  opened.set(copy, ofCopy)
  const known = ofCopy.get(screen)
  if (known) return known
  const now = () => Date.now()
  const store = tabName().then((tab) => openActStore({ userId: copy.userId, key: `${tab}/${screen}`, now }))
  stores.add(store)
  const history = createActHistory({ copy, store, now })
  ofCopy.set(screen, history)
  return history
}

/** What the next undo and redo would do. */
export function useHistoryState(history: ActHistory): HistoryState {
  return useSyncExternalStore(history.subscribe, history.getState)
}
