import type { DownloadProgress } from '#contract/records/download-task.ts'
import type { DownloadTask } from '../schema/tables/download-task.ts'

/** The properties of a kind of task that answers include. */
export interface AnsweredKind {
  readonly path: string
  /** Items per batch in `batch_info`. */
  readonly batchSize: number
  /** Absent: the task has no file. */
  fileNames?(requestedAt: Date, input: unknown): { korean: string }
  readonly words?: { readonly working: string; readonly done: string }
}

type TaskQuery = {
  kind: AnsweredKind
  isFileThere: boolean
  now: Date
  /** Null: not known yet. */
  progress: { done: number; total: number } | null
}

/**
 * The answer to a poll. A finished task whose file is gone counts as failed, so that nobody waits
 * for it.
 */
export function downloadAnswer(task: DownloadTask, query: TaskQuery): DownloadProgress {
  const { kind, isFileThere } = query
  const facts = factsOf(task, query)
  const words = kind.words ?? { working: '파일을 만들고 있습니다.', done: '파일이 준비되었습니다.' }
  switch (task.status) {
    case 'pending':
      return { success: true, status: 'pending', message: '차례를 기다리고 있습니다.', progress: 0 }
    case 'processing':
      return { success: true, status: 'processing', message: words.working, ...facts }
    case 'failed':
      return { success: false, ...(task.error !== null && { error: task.error }) }
    case 'completed':
      if (kind.fileNames && !isFileThere)
        return { success: false, error: '파일의 보관 기간이 지났습니다. 다시 내보내 주세요.' }
      return {
        success: true,
        status: 'completed',
        message: words.done,
        ...facts,
        progress: 100,
        estimated_time: 0,
        ...(kind.fileNames && {
          download_url: `${kind.path}/file?task_id=${task.id}`,
          filename: kind.fileNames(new Date(task.requested_at), task.input).korean,
          file_size: task.file_size,
        }),
      }
  }
}

function factsOf(task: DownloadTask, { kind, now, progress }: TaskQuery): Partial<DownloadProgress> {
  const end = task.finished_at === null ? now : new Date(task.finished_at)
  const elapsed = task.started_at === null ? 0 : Math.max(0, end.getTime() - Date.parse(task.started_at)) / 1000
  const processing_time = Math.round(elapsed * 10) / 10
  if (progress === null) return { progress: 0, processing_time }
  const { done, total } = progress
  const batches = Math.ceil(total / kind.batchSize)
  const batch = Math.ceil(done / kind.batchSize)
  return {
    progress: total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100)),
    processed_count: done,
    total_count: total,
    processing_time,
    ...(done > 0 && { estimated_time: Math.round((elapsed / done) * (total - done)) }),
    batch_info: {
      batch_progress: batch,
      remaining_batches: Math.max(0, batches - batch),
      current_batch_size: kind.batchSize,
    },
  }
}
