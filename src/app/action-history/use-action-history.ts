import { useSyncExternalStore } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { createActionHistory, type ActionHistory, type HistoryState } from './action-history.ts'
import { onSignOut } from '../session/clean-up-on-sign-out.ts'
import { openActionStore, type ActionStore } from './action-store.ts'
import { tabName } from './tab-name.ts'

const opened = new WeakMap<OfflineCopy, Map<string, ActionHistory>>()

const stores = new Set<Promise<ActionStore>>()
onSignOut(async () => {
  const closing = [...stores]
  stores.clear()
  await Promise.allSettled(closing.map(async (store) => (await store).close()))
})

/**
 * Undo history of this user in this tab on one screen. Returns the same object each time the screen
 * opens. A screen undoes only its own actions, because a change out of sight would startle the
 * user.
 */
export function useActionHistory(copy: OfflineCopy, screen: string): ActionHistory {
  const ofCopy = opened.get(copy) ?? new Map<string, ActionHistory>()
  opened.set(copy, ofCopy)
  const known = ofCopy.get(screen)
  if (known) return known
  const now = () => Date.now()
  const store = tabName().then((tab) =>
    openActionStore({ userId: copy.userId, key: `${tab}/${screen}`, now, seal: copy.seals?.mirror }),
  )
  stores.add(store)
  const history = createActionHistory({ copy, store, now })
  ofCopy.set(screen, history)
  return history
}

/** Labels of the next undo and redo. */
export function useHistoryState(history: ActionHistory): HistoryState {
  return useSyncExternalStore(history.subscribe, history.getState)
}
