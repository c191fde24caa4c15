import type { KyInstance } from 'ky'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useApi } from '#app/session/api.tsx'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { type ShowToast, useToast } from '#app/ui/overlays/toast.tsx'
import type { EntryView, OfflineCopy } from '#mirror/offline-copy.ts'
import { createBrowserRuntime, waitMs } from '#mirror/runtime/browser-runtime.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { BackgroundTask } from './background-task.ts'
import {
  type BackgroundTasks,
  createBackgroundTasks,
  createTaskCalls,
  type TaskContext,
  type TaskNotification,
} from './background-tasks.ts'
import { createTaskStorage } from './task-storage.ts'

const BackgroundTasksContext = createContext<BackgroundTasks | null>(null)

/** Starts and tracks the server's background tasks. Throws outside a BackgroundTasksProvider. */
export function useBackgroundTasks(): BackgroundTasks {
  const tasks = use(BackgroundTasksContext)
  if (!tasks) throw new Error('useBackgroundTasks needs a BackgroundTasksProvider above it')
  return tasks
}

/** The current tasks; rerenders on changes. */
export function useBackgroundTaskList(): readonly BackgroundTask[] {
  const tasks = useBackgroundTasks()
  return useSyncExternalStore(
    (listener) => tasks.subscribe(listener),
    () => tasks.getTasks(),
  )
}

/**
 * Polls the signed-in user's tasks while mounted. Needs the offline copy's provider above it for
 * the connection state.
 */
export function BackgroundTasksProvider({ children }: { children: ReactNode }) {
  const copy = useOfflineCopy()
  const api = useApi()
  const toast = useToast()
  const tasks = useMemo(() => createBackgroundTasks(createTaskContext({ copy, api, toast })), [copy, api, toast])
  useEffect(() => tasks.open(), [tasks])
  return <BackgroundTasksContext value={tasks}>{children}</BackgroundTasksContext>
}

/** The task context of a browser; tests pass their own. */
function createTaskContext({
  copy,
  api,
  toast,
}: {
  copy: OfflineCopy
  api: KyInstance
  toast: ShowToast
}): TaskContext {
  return {
    storage: createTaskStorage(copy.userId),
    calls: createTaskCalls(api),
    locks: createBrowserRuntime().locks,
    whenOnline: (signal) => waitUntilStatus(copy, isReachable, signal),
    whenSent: (signal) => whenSent(copy, signal),
    wait: waitMs,
    now: () => Date.now(),
    newId: () => newId(),
    saveFile,
    notify: (event) => showNotification(toast, event),
    // oxlint-disable-next-line no-console -- A failed poll is followed by the next one: it is logged and shown to nobody.
    log: (message) => console.warn(`background tasks: ${message}`),
  }
}

function showNotification(toast: ShowToast, { kind, message }: TaskNotification): void {
  const tone = ({ started: 'info', completed: 'success', failed: 'error' } as const)[kind]
  toast[tone](message)
}

/**
 * False until the connection is known: a first attempt that fails before then must not count as
 * one made online.
 */
function isReachable(copy: OfflineCopy): boolean {
  const { connection, needsSignIn, needsFactor } = copy.getStatus()
  return connection === 'online' && !needsSignIn && !needsFactor
}

/**
 * Whether every edit that can be sent is sent. Edits that wait for the user's decision, and those
 * blocked behind them, don't count.
 */
function isEverythingSent(copy: OfflineCopy): boolean {
  const { waiting, sending } = copy.getStatus()
  if (waiting + sending === 0) return true
  return copy.outbox.getEntries().every((entry) => entry.isBlocked || !sendableStates.has(entry.state))
}

const sendableStates: ReadonlySet<string> = new Set<EntryView['state']>(['queued', 'held_auth', 'sending'])

/** Timeout for `whenSent`, so a server that accepts no edits doesn't block downloads forever. */
const maxSendingMs = 60_000

/** Waits at most `maxSendingMs` until local edits are sent, so that a file contains them. */
async function whenSent(copy: OfflineCopy, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(maxSendingMs)
  try {
    await waitUntilStatus(copy, isEverythingSent, AbortSignal.any([signal, timeout]))
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error
  }
}

/** Resolves when `isSo` is true for the copy; rejects with the abort reason. */
function waitUntilStatus(copy: OfflineCopy, isSo: (copy: OfflineCopy) => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    if (isSo(copy)) return resolve()
    const onAbort = () => {
      stop()
      reject(signal.reason)
    }
    const stop = copy.subscribeStatus(() => {
      if (!isSo(copy)) return
      stop()
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
