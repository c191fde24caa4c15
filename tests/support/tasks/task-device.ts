import type { Result } from '#app/session/api-result.ts'
import { createBackgroundTasks, type TaskNotification } from '#app/tasks/background-tasks.ts'
import { createTaskStorage } from '#app/tasks/task-storage.ts'
import { createDeviceStorage, type DeviceStorage } from '#app/ui/browser/device-storage.ts'
import { problem } from '#contract/problem.ts'
import type { TaskProgress, TaskStart } from '#contract/tasks/background-task.ts'
import { makeVirtualClock } from '../fakes/fake-clock.ts'
import { makeFakeLocks } from '../fakes/fake-locks.ts'
import { createFakeStorage } from '../fakes/local-storage.ts'

export const processing: TaskProgress = { success: true, status: 'processing', progress: 40 }
export const completed: TaskProgress = {
  success: true,
  status: 'completed',
  download_url: '/api/file',
  filename: 'a.xlsx',
}
export const unreachable = { ok: false, isUnreachable: true, problem: problem('unavailable') } as const

/** One browser of one person, with its server's responses. */
export function openTaskDevice() {
  const clock = makeVirtualClock()
  const locks = makeFakeLocks()
  const storedTexts = new Map<string, string>()
  const tabs = new Set<{ notify(): void }>()
  const [online, sent] = [createGate(), createGate()]
  const calls: string[] = []
  const server = {
    start: (): Result<TaskStart> => ({ ok: true, value: { success: true, task_id: 'server-1' } }),
    poll: (): Result<TaskProgress> => ({ ok: true, value: processing }),
    file: (): Result<Blob> => ({ ok: true, value: new Blob(['x']) }),
  }
  let ids = 0

  function openStorage(tab: { notify(): void }, page: Window): DeviceStorage {
    const storage = createDeviceStorage(() => createFakeStorage(storedTexts), page)
    const notifyOthers = () => {
      for (const other of tabs) if (other !== tab) other.notify()
    }
    return {
      ...storage,
      setItem(key, text) {
        const isStored = storage.setItem(key, text)
        notifyOthers()
        return isStored
      },
      removeItem(key) {
        storage.removeItem(key)
        notifyOthers()
      },
    }
  }

  function openTab() {
    const listeners = new Set<(event: StorageEvent) => void>()
    const tab = { notify: () => listeners.forEach((listener) => listener({ key: null } as StorageEvent)) }
    tabs.add(tab)
    const page = {
      addEventListener: (_: string, listener: (event: StorageEvent) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (event: StorageEvent) => void) => listeners.delete(listener),
    } as unknown as Window
    const saved: string[] = []
    const notifications: TaskNotification[] = []
    const log: string[] = []
    const recordCall = async <Value>(call: string, compute: () => Value): Promise<Value> => {
      calls.push(call)
      return compute()
    }
    const tasks = createBackgroundTasks({
      storage: createTaskStorage('u1', openStorage(tab, page)),
      calls: {
        start: (task, body) => recordCall(`start ${task.id} ${JSON.stringify(body)}`, server.start),
        poll: (task) => recordCall(`poll ${task.taskId ?? task.id}`, server.poll),
        cancel: (task) => recordCall(`give up ${task.taskId ?? task.id}`, () => undefined),
        file: (url) => recordCall(`file ${url}`, server.file),
      },
      locks: locks.openFor(tab, () => undefined),
      whenOnline: online.whenOpen,
      whenSent: sent.whenOpen,
      wait: (ms, signal) => clock.wait(ms, signal),
      now: () => clock.now(),
      newId: () => `task-${(ids += 1)}`,
      saveFile: (name) => void saved.push(name),
      notify: (item) => void notifications.push(item),
      log: (message) => void log.push(message),
    })
    const close = tasks.open()
    return {
      tasks,
      saved,
      notifications,
      log,
      statuses: () => tasks.getTasks().map(({ status }) => status),
      /** Closes or reloads it: its memory is lost and its locks are released. */
      close() {
        close()
        tabs.delete(tab)
        locks.releaseAll(tab)
      },
    }
  }

  return {
    server,
    calls,
    values: storedTexts,
    clock,
    openTab,
    setOnline: online.setOpen,
    setSent: sent.setOpen,
    async advance(ms: number) {
      const end = clock.now() + ms
      await settle()
      while (clock.now() < end) {
        clock.moveTo(Math.min(end, clock.nextTimerAt() ?? end))
        await settle()
      }
    },
  }
}

function createGate() {
  let isNowOpen = true
  const waiting = new Set<() => void>()
  return {
    whenOpen: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (isNowOpen) return resolve()
        waiting.add(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    setOpen(isOpen: boolean) {
      isNowOpen = isOpen
      if (isOpen) for (const wake of waiting) wake()
      if (isOpen) waiting.clear()
    },
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
