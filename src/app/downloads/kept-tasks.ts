import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import type { KeptTask } from './task-steps.ts'

/** Where the tasks of one person stand on this device, the same for all tabs. */
export interface TaskShelf {
  /** Newest first. */
  read(): readonly KeptTask[]
  add(task: KeptTask): void
  /** False: the task was taken off meanwhile, and stays off. */
  replace(task: KeptTask): boolean
  remove(id: string): void
  /** Hears other tabs. */
  subscribe(listener: () => void): () => void
}

/**
 * One key of local storage per task, so that tabs that write at the same moment never write over each other. Only what the list shows is kept, and ids that are asked for: no
 * filters, no names. What another version wrote and this one cannot read is left out.
 */
export function keptTasks(
  userId: string,
  storage: Storage,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): TaskShelf {
  const prefix = `download-task-${userId}-`
  function write(task: KeptTask): void {
    try {
      storage.setItem(prefix + task.id, JSON.stringify(task))
    } catch (error) {
      // Thousands of ids may find no room: without them the task goes on, only not after a reload.
      if (task.body === null) throw error
      storage.setItem(prefix + task.id, JSON.stringify({ ...task, body: null }))
    }
  }
  return {
    read() {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      const tasks = keys.filter((key) => key.startsWith(prefix)).flatMap((key) => readTask(storage.getItem(key)))
      return tasks.toSorted((a, b) => b.startedAt - a.startedAt || b.id.localeCompare(a.id))
    },
    add: write,
    replace(task) {
      if (storage.getItem(prefix + task.id) === null) return false
      write(task)
      return true
    },
    remove: (id) => storage.removeItem(prefix + id),
    subscribe(listener) {
      const hear = (event: StorageEvent) => {
        if (event.key === null || event.key.startsWith(prefix)) listener()
      }
      page.addEventListener('storage', hear)
      return () => page.removeEventListener('storage', hear)
    },
  }
}

function readTask(text: string | null): KeptTask[] {
  try {
    const parsed = keptTaskSchema.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

const count = z.number().nonnegative()

const itemWords = z.array(z.object({ id: z.string(), message: z.string() })).default([])

const keptTaskSchema = z.object({
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
  fileCount: count.nullable(),
  batch: z.object({ total: count, current: count, size: count }).nullable(),
  taskId: z.string().nullable(),
  estimatedTime: count.nullable(),
  downloadUrl: z
    .string()
    .regex(/^\/api\//)
    .nullable(),
  filename: z.string().nullable(),
  fileSize: count.nullable(),
  processedCount: count.nullable(),
  processingTime: count.nullable(),
  errorCode: z.enum(['timeout', 'failed']).nullable(),
  failedItems: itemWords,
  failedCount: count.default(0),
  itemNotes: itemWords,
  itemsIn: z.enum(collectionNames).nullable().default(null),
  isFileAsked: z.boolean(),
}) satisfies z.ZodType<KeptTask>
