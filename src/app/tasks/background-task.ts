import type { BadgeTone } from '#app/ui/display/badge.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import { formatNumber } from '#contract/text/format-number.ts'

/** A background task of the server as every screen sees it: it makes a file or writes records. */
export interface BackgroundTask {
  readonly id: string
  /** Name of the task for the office: 사건부 엑셀. */
  readonly label: string
  /** Endpoint of the task, which identifies its kind. */
  readonly path: string
  readonly status: BackgroundTaskStatus
  readonly progress: { readonly current: number; readonly total: number; readonly percentage: number }
  readonly message: string
  /** Unix time in ms. */
  readonly startedAt: number
  /** Number of rows or addresses requested; null when only the server knows. */
  readonly requestedCount: number | null
  readonly batch: { readonly total: number; readonly current: number; readonly size: number } | null
  /** The server's id of the task; null until it has responded to the start. */
  readonly taskId: string | null
  /** The server's estimate of the remaining time in seconds. */
  readonly remainingSeconds: number | null
  readonly downloadUrl: string | null
  readonly filename: string | null
  /** Bytes. */
  readonly fileSize: number | null
  readonly processedCount: number | null
  /** Seconds the server worked on it. */
  readonly processingSeconds: number | null
  /** Set when it failed; `timeout` after 30 minutes. */
  readonly errorCode: 'timeout' | 'failed' | null
  /** Items that failed, with the reason; the others succeeded. */
  readonly failedItems: readonly { readonly id: string; readonly message: string }[]
  /** Number of failed items, whether or not they are listed. */
  readonly failedCount: number
  /** Remarks on items that succeeded. */
  readonly itemNotes: readonly { readonly id: string; readonly message: string }[]
  /** The collection its items belong to; null when it has none. */
  readonly itemCollection: CollectionName | null
  /** The file was fetched automatically once; after that only by hand. */
  readonly isFileRequested: boolean
}

/**
 * pending → progress → completed or failed. A start without a task id goes straight to completed.
 */
type BackgroundTaskStatus = 'pending' | 'progress' | 'completed' | 'failed'

export function isFinished(task: Pick<BackgroundTask, 'status'>): boolean {
  return task.status === 'completed' || task.status === 'failed'
}

/** Label and badge tone per task status (진행 상태). */
export const statusTexts: Readonly<Record<BackgroundTaskStatus, { label: string; tone: BadgeTone }>> = {
  pending: { label: '대기', tone: 'plain' },
  progress: { label: '진행 중', tone: 'info' },
  completed: { label: '완료', tone: 'good' },
  failed: { label: '실패', tone: 'danger' },
}

/** The details of a task in display order; unknown ones are left out. */
export function listTaskDetails(task: BackgroundTask): readonly { label: string; text: string }[] {
  const { batch, processedCount, filename, fileSize, processingSeconds, remainingSeconds } = task
  const details: { label: string; text: string | null }[] = [
    {
      label: '대상',
      text: processedCount === null && task.requestedCount ? `${formatNumber(task.requestedCount)}건` : null,
    },
    { label: '처리 건수', text: formatCount(processedCount, task.progress.total) },
    { label: '실패', text: task.failedCount > 0 ? `${formatNumber(task.failedCount)}건` : null },
    {
      label: '배치',
      text: batch && task.status === 'progress' ? `${formatNumber(batch.current)}/${formatNumber(batch.total)}` : null,
    },
    {
      label: '예상 소요시간',
      text: task.status === 'progress' && remainingSeconds ? formatTaskDuration(remainingSeconds) : null,
    },
    { label: '파일명', text: filename },
    { label: '파일 크기', text: fileSize === null ? null : formatFileSize(fileSize) },
    {
      label: '처리 시간',
      text: processingSeconds !== null && task.status !== 'failed' ? formatTaskDuration(processingSeconds) : null,
    },
  ]
  return details.flatMap(({ label, text }) => (text === null ? [] : [{ label, text }]))
}

function formatCount(processed: number | null, total: number): string | null {
  if (processed === null) return null
  return total > processed ? `${formatNumber(processed)} / ${formatNumber(total)}건` : `${formatNumber(processed)}건`
}

/** 90 → `1분 30초`, 42.4 → `42초`, 3.14 → `3.1초`. */
export function formatTaskDuration(seconds: number): string {
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10)}초`
  const totalSeconds = Math.round(seconds)
  const minutes = Math.floor(totalSeconds / 60)
  if (minutes === 0) return `${totalSeconds}초`
  return totalSeconds % 60 === 0 ? `${minutes}분` : `${minutes}분 ${totalSeconds % 60}초`
}

/** `512 B`, `12.3 KB`, `4.5 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
