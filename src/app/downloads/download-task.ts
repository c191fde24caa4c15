import type { CollectionName } from '#contract/books/collections.ts'

/** A background job of the server as every screen sees it: it makes a file or writes records. */
export interface DownloadTask {
  readonly id: string
  /** Name of the task for the office: 사건부 엑셀. */
  readonly label: string
  /** Endpoint of the task, which identifies its kind. */
  readonly path: string
  readonly status: DownloadStatus
  readonly progress: { readonly current: number; readonly total: number; readonly percentage: number }
  readonly message: string
  /** Unix time in ms. */
  readonly startedAt: number
  /** Number of rows or addresses requested; null when only the server knows. */
  readonly fileCount: number | null
  readonly batch: { readonly total: number; readonly current: number; readonly size: number } | null
  /** The server's id of the task; null until it has answered the start. */
  readonly taskId: string | null
  /** The server's estimate of the remaining time in seconds. */
  readonly estimatedTime: number | null
  readonly downloadUrl: string | null
  readonly filename: string | null
  /** Bytes. */
  readonly fileSize: number | null
  readonly processedCount: number | null
  /** Seconds the server worked on it. */
  readonly processingTime: number | null
  /** Set when it failed; `timeout` after 30 minutes. */
  readonly errorCode: 'timeout' | 'failed' | null
  /** Items that failed, with the reason; the others succeeded. */
  readonly failedItems: readonly { readonly id: string; readonly message: string }[]
  /** Number of failed items, whether or not they are listed. */
  readonly failedCount: number
  /** Remarks on items that succeeded. */
  readonly itemNotes: readonly { readonly id: string; readonly message: string }[]
  /** The collection its items belong to; null when it has none. */
  readonly itemsIn: CollectionName | null
  /** The file was fetched automatically once; after that only by hand. */
  readonly isFileAsked: boolean
}

/**
 * pending → progress → completed or failed. A start without a task id goes straight to completed.
 */
export type DownloadStatus = 'pending' | 'progress' | 'completed' | 'failed'

export function isFinished(task: Pick<DownloadTask, 'status'>): boolean {
  return task.status === 'completed' || task.status === 'failed'
}
