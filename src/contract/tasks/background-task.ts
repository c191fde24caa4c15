import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'

/**
 * Files that take longer than one request. Each kind has one path: `POST` starts, `GET ?task_id=`
 * polls, `DELETE` with the id in its body cancels, and the finished file is fetched from
 * `download_url`.
 */
const taskStates = ['pending', 'processing', 'completed'] as const

/**
 * Only a path of this server: the fetch carries the session token, which must never go elsewhere.
 */
const downloadUrlSchema = z.string().regex(/^\/api\/[^\s\\]*$/)

const seconds = z.number().nonnegative()

/**
 * Response to the start. Without `task_id` the file is already at `download_url`, or there is
 * nothing to fetch.
 */
export const taskStartSchema = z.object({
  success: z.boolean(),
  task_id: z.string().min(1).max(100).nullish(),
  message: z.string().nullish(),
  estimated_time: seconds.nullish(),
  processing_info: z.unknown().optional(),
  download_url: downloadUrlSchema.nullish(),
  filename: z.string().max(255).nullish(),
  error: z.string().nullish(),
})
export type TaskStart = z.infer<typeof taskStartSchema>

const itemMessageSchema = z.object({ id: z.string(), message: z.string() })

/**
 * Response to a poll. `success` false: the task failed, and `error` or else `message` says why.
 * `progress` is a percentage, times are seconds.
 */
export const taskProgressSchema = z.object({
  success: z.boolean(),
  status: z.enum(taskStates).nullish(),
  message: z.string().nullish(),
  progress: z.number().min(0).max(100).nullish(),
  download_url: downloadUrlSchema.nullish(),
  filename: z.string().max(255).nullish(),
  file_size: z.int().nonnegative().nullish(),
  processed_count: z.int().nonnegative().nullish(),
  total_count: z.int().nonnegative().nullish(),
  processing_time: seconds.nullish(),
  estimated_time: seconds.nullish(),
  batch_info: z
    .object({
      batch_progress: z.int().nonnegative(),
      remaining_batches: z.int().nonnegative(),
      current_batch_size: z.int().nonnegative(),
    })
    .nullish(),
  error: z.string().nullish(),
  /**
   * Failed records and notes on others, by record id in the order of the work; only the first few
   * hundred.
   */
  failed_items: z.array(itemMessageSchema).nullish(),
  item_notes: z.array(itemMessageSchema).nullish(),
  /** Total number of failed records. */
  failed_count: z.int().nonnegative().nullish(),
})
export type TaskProgress = z.infer<typeof taskProgressSchema>

export const taskQuerySchema = z.object({ task_id: z.string().min(1).max(100) })
export const taskCancelledSchema = z.object({ success: z.literal(true) })

export const taskPollingMs = 2000
export const taskTimeoutMs = 1_800_000
/** Delay before the download of a finished task starts. */
export const taskDelayMs = 1000
/**
 * How long the server keeps a finished file; its task disappears from the list at the same time.
 */
export const downloadLifetimeMs = dayMs
/** Batch size for work on many records. The outcome of such a task is kept longer. */
export const itemsPerBatch = 50
/**
 * Estimated time per item until the first progress arrives. The office's own records respond
 * faster, a court's site slower.
 */
export const secondsPerItem = 0.1
export const itemResultsLifetimeMs = 7 * dayMs
