import { useSyncExternalStore } from 'react'
import { onSignOut } from '#app/session/session-channel.ts'
import { tabStorage } from '#app/ui/browser/device-storage.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { openChannel } from '#mirror/runtime/open-channel.ts'
import type { Channel } from '#mirror/runtime/runtime.ts'
import { type ActionHistory, createActionHistory, type HistoryState } from './action-history.ts'
import { type ActionStore, openActionStore } from './action-store.ts'

const histories = new WeakMap<OfflineCopy, Map<string, ActionHistory>>()

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
  const historyByScreen = histories.get(copy) ?? new Map<string, ActionHistory>()
  histories.set(copy, historyByScreen)
  const openHistory = historyByScreen.get(screen)
  if (openHistory) return openHistory
  const now = () => Date.now()
  const store = getTabName().then((tab) =>
    openActionStore({ userId: copy.userId, key: `${tab}/${screen}`, now, seal: copy.seals?.mirror }),
  )
  stores.add(store)
  const history = createActionHistory({ copy, store, now })
  historyByScreen.set(screen, history)
  return history
}

/** Labels of the next undo and redo. */
export function useHistoryState(history: ActionHistory): HistoryState {
  return useSyncExternalStore(history.subscribe, history.getState)
}

const storageKey = 'tab_name'
/**
 * How long a reloaded page waits for its predecessor to release the name, which takes seconds on a
 * busy tablet. A frozen tab never answers and never releases it.
 */
const timeoutMs = 15_000

let claimedName: Promise<string> | null = null

/**
 * Name of this tab; survives a reload. Session storage alone isn't enough: the browser copies it
 * when a tab is duplicated or opens a window, and two tabs would undo each other's actions. So each
 * tab holds a lock on its name and answers for it; a tab that gets such an answer is a copy and
 * takes a new name.
 */
function getTabName(): Promise<string> {
  claimedName ??= claimName(tabStorage.getItem(storageKey))
  return claimedName
}

async function claimName(lastName: string | null): Promise<string> {
  const channel = openChannel('tab-names')
  const name = lastName !== null && (await holdUnlessTaken(lastName, channel)) ? lastName : await takeNewName()
  channel.listen((message) => {
    if (message === `whose ${name}`) channel.post(`mine ${name}`)
  })
  return name
}

/**
 * The predecessor of a reloaded page is gone and can't answer, although its lock may remain for a
 * moment.
 */
async function holdUnlessTaken(name: string, channel: Channel): Promise<boolean> {
  const controller = new AbortController()
  const stopListening = channel.listen((message) => message === `mine ${name}` && controller.abort())
  channel.post(`whose ${name}`)
  const hasLock = await holdLock(name, AbortSignal.any([controller.signal, AbortSignal.timeout(timeoutMs)]))
  stopListening()
  return hasLock
}

async function takeNewName(): Promise<string> {
  const newName = crypto.randomUUID()
  tabStorage.setItem(storageKey, newName)
  await holdLock(newName, null)
  return newName
}

/**
 * Holds the lock for the lifetime of the page. A page in the back-forward cache releases it for the
 * page that follows in its tab. False when `signal` aborts first.
 */
function holdLock(name: string, signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const untilLeft = () => {
      resolve(true)
      return new Promise<void>((release) => addEventListener('pagehide', () => release(), { once: true }))
    }
    const { locks } = createBrowserRuntime()
    locks.request(`tab-${name}`, signal ? { signal } : {}, untilLeft).catch(() => resolve(false))
  })
}
