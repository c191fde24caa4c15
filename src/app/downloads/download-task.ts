import type { CollectionName } from '#contract/books/collections.ts'

/** What the server works on while one goes on working (spec 1 §3, §4 "Download task"), as every screen sees it: a file, or records that it writes. */
export interface DownloadTask {
  readonly id: string
  /** What it is for the office: 사건부 엑셀. */
  readonly label: string
  /** Where it is asked for: what kind of task it is. */
  readonly path: string
  readonly status: DownloadStatus
  readonly progress: { readonly current: number; readonly total: number; readonly percentage: number }
  readonly message: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** What the file is asked to hold: so many rows or addresses; null when only the server knows. */
  readonly fileCount: number | null
  readonly batch: { readonly total: number; readonly current: number; readonly size: number } | null
  /** The server's name for it; null until it answered the start. */
  readonly taskId: string | null
  /** Seconds until it is done, as the server thinks. */
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
  /** Items that could not be done, with the reason; the others are. */
  readonly failedItems: readonly { readonly id: string; readonly message: string }[]
  /** All that could not be done, be they named or not. */
  readonly failedCount: number
  /** What is to be known of items that were done. */
  readonly itemNotes: readonly { readonly id: string; readonly message: string }[]
  /** The book its items are records of; null: it has none. */
  readonly itemsIn: CollectionName | null
  /** The file was fetched by itself once; from then on only by hand. */
  readonly isFileAsked: boolean
}

/** pending → progress → completed or failed; without a task id at the start straight to completed. */
export type DownloadStatus = 'pending' | 'progress' | 'completed' | 'failed'

export function isFinished(task: Pick<DownloadTask, 'status'>): boolean {
  return task.status === 'completed' || task.status === 'failed'
}
