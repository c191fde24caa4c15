import { z } from 'zod'
import { type DeviceStorage, deviceStorage, parseStoredJson } from '#app/ui/browser/device-storage.ts'
import { collectionNames } from '#contract/books/collections.ts'
import type { SavedTask } from './task-steps.ts'

/** Storage of one user's tasks on this device, shared by all tabs. */
export interface TaskStorage {
  /** Newest first. */
  read(): readonly SavedTask[]
  add(task: SavedTask): void
  /** False when the task was removed meanwhile; it stays removed. */
  replace(task: SavedTask): boolean
  remove(id: string): void
  /** Notifies of changes by other tabs. */
  subscribe(listener: () => void): () => void
}

/**
 * One local storage key per task, so that tabs writing at the same moment don't overwrite each
 * other. Keeps only what the list shows and requested ids: no filters, no names. Skips entries of
 * another version that it can't read.
 */
export function createTaskStorage(userId: string, storage: DeviceStorage = deviceStorage): TaskStorage {
  const prefix = `download-task-${userId}-`
  function write(task: SavedTask): void {
    const isStored = storage.setItem(prefix + task.id, JSON.stringify(task))
    // Thousands of ids may not fit. Without them the task continues, but can't be started or
    // retried after a reload.
    if (!isStored) storage.setItem(prefix + task.id, JSON.stringify({ ...task, body: null }))
  }
  return {
    read() {
      const keys = storage.listKeys().filter((key) => key.startsWith(prefix))
      const tasks = keys.flatMap((key) => readTask(storage.getItem(key)))
      return tasks.toSorted((a, b) => b.startedAt - a.startedAt || b.id.localeCompare(a.id))
    },
    add: write,
    replace(task) {
      if (storage.getItem(prefix + task.id) === null) return false
      write(task)
      return true
    },
    remove: (id) => storage.removeItem(prefix + id),
    subscribe: (listener) =>
      storage.followOthers((key) => {
        if (key === null || key.startsWith(prefix)) listener()
      }),
  }
}

function readTask(text: string | null): SavedTask[] {
  const parsed = storedTaskSchema.safeParse(parseStoredJson(text))
  return parsed.success ? [parsed.data] : []
}

const count = z.number().nonnegative()

const itemMessages = z.array(z.object({ id: z.string(), message: z.string() })).default([])

const savedTaskSchema = z.object({
  id: z.string(),
  label: z.string(),
  path: z.string().regex(/^\/api\/[^\s\\?#]*$/),
  startedMessage: z.string(),
  doneMessage: z.string(),
  failedMessage: z.string().nullable().default(null),
  makesNoFile: z.boolean().default(false),
  body: z.record(z.string(), z.unknown()).nullable().default(null),
  status: z.enum(['pending', 'progress', 'completed', 'failed']),
  progress: z.object({ current: count, total: count, percentage: count }),
  message: z.string(),
  startedAt: z.number(),
  requestedCount: count.nullable(),
  batch: z.object({ total: count, current: count, size: count }).nullable(),
  taskId: z.string().nullable(),
  remainingSeconds: count.nullable(),
  downloadUrl: z
    .string()
    .regex(/^\/api\//)
    .nullable(),
  filename: z.string().nullable(),
  fileSize: count.nullable(),
  processedCount: count.nullable(),
  processingSeconds: count.nullable(),
  errorCode: z.enum(['timeout', 'failed']).nullable(),
  failedItems: itemMessages,
  failedCount: count.default(0),
  itemNotes: itemMessages,
  itemCollection: z.enum(collectionNames).nullable().default(null),
  isFileRequested: z.boolean(),
}) satisfies z.ZodType<SavedTask>

/** Former names of fields. A task stored under them before an update stays in the list. */
const formerNames: Readonly<Record<string, keyof SavedTask>> = {
  fileCount: 'requestedCount',
  estimatedTime: 'remainingSeconds',
  processingTime: 'processingSeconds',
  itemsIn: 'itemCollection',
  isFileAsked: 'isFileRequested',
}

const storedTaskSchema = z
  .record(z.string(), z.unknown())
  .transform((stored) =>
    Object.fromEntries(Object.entries(stored).map(([name, value]) => [formerNames[name] ?? name, value])),
  )
  .pipe(savedTaskSchema)
