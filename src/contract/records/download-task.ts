import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'

/**
 * Files that take longer than one request. Each kind has one path: `POST` starts, `GET ?task_id=`
 * polls, `DELETE` with the id in its body cancels, and the finished file is fetched from
 * `download_url`.
 */
export const downloadStates = ['pending', 'processing', 'completed'] as const

/**
 * Only a path of this server: the fetch carries the session token, which must never go elsewhere.
 */
const downloadUrlSchema = z.string().regex(/^\/api\/[^\s\\]*$/)

const seconds = z.number().nonnegative()

/**
 * Response to the start. Without `task_id` the file is already at `download_url`, or there is
 * nothing to fetch.
 */
export const downloadStartSchema = z.object({
  success: z.boolean(),
  task_id: z.string().min(1).max(100).nullish(),
  message: z.string().nullish(),
  estimated_time: seconds.nullish(),
  processing_info: z.unknown().optional(),
  download_url: downloadUrlSchema.nullish(),
  filename: z.string().max(255).nullish(),
  error: z.string().nullish(),
})
export type DownloadStart = z.infer<typeof downloadStartSchema>

const itemMessageSchema = z.object({ id: z.string(), message: z.string() })

/**
 * Response to a poll. `success` false: the task failed, and `error` or else `message` says why.
 * `progress` is a percentage, times are seconds.
 */
export const downloadProgressSchema = z.object({
  success: z.boolean(),
  status: z.enum(downloadStates).nullish(),
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
export type DownloadProgress = z.infer<typeof downloadProgressSchema>

export const downloadTaskQuerySchema = z.object({ task_id: z.string().min(1).max(100) })
export const downloadCancelledSchema = z.object({ success: z.literal(true) })

export const downloadPollingMs = 2000
export const downloadTimeoutMs = 1_800_000
/** Delay before the download of a finished task starts. */
export const downloadDelayMs = 1000
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
