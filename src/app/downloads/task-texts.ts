import type { BadgeTone } from '../ui/display/badge.tsx'
import type { DownloadStatus, DownloadTask } from './download-task.ts'

/** Label and badge tone per task status (진행 상태). */
export const statusTexts: Readonly<Record<DownloadStatus, { word: string; tone: BadgeTone }>> = {
  pending: { word: '대기', tone: 'plain' },
  progress: { word: '진행 중', tone: 'info' },
  completed: { word: '완료', tone: 'good' },
  failed: { word: '실패', tone: 'seal' },
}

/** The details of a task in display order; unknown ones are left out. */
export function taskFacts(task: DownloadTask): readonly { label: string; text: string }[] {
  const { batch, processedCount, filename, fileSize, processingTime, estimatedTime } = task
  const facts: { label: string; text: string | null }[] = [
    { label: '대상', text: processedCount === null && task.fileCount ? `${number(task.fileCount)}건` : null },
    { label: '처리 건수', text: countText(processedCount, task.progress.total) },
    { label: '실패', text: task.failedCount > 0 ? `${number(task.failedCount)}건` : null },
    {
      label: '배치',
      text: batch && task.status === 'progress' ? `${number(batch.current)}/${number(batch.total)}` : null,
    },
    { label: '예상 소요시간', text: task.status === 'progress' && estimatedTime ? durationText(estimatedTime) : null },
    { label: '파일명', text: filename },
    { label: '파일 크기', text: fileSize === null ? null : fileSizeText(fileSize) },
    {
      label: '처리 시간',
      text: processingTime !== null && task.status !== 'failed' ? durationText(processingTime) : null,
    },
  ]
  return facts.flatMap(({ label, text }) => (text === null ? [] : [{ label, text }]))
}

function countText(processed: number | null, total: number): string | null {
  if (processed === null) return null
  return total > processed ? `${number(processed)} / ${number(total)}건` : `${number(processed)}건`
}

/** 90 → `1분 30초`, 42.4 → `42초`, 3.14 → `3.1초`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10)}초`
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes === 0) return `${whole}초`
  return whole % 60 === 0 ? `${minutes}분` : `${minutes}분 ${whole % 60}초`
}

/** `512 B`, `12.3 KB`, `4.5 MB`. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

function number(value: number): string {
  return value.toLocaleString('ko')
}
