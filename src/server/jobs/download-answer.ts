import type { DownloadProgress } from '#contract/download-task.ts'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import type { DownloadKind } from './download-kind.ts'

/** What a poll is told (spec 1 §7.4). A finished file that is gone counts as a failure, so that nobody waits for it. */
export function downloadAnswer(
  task: DownloadTask,
  kind: DownloadKind,
  { isFileThere, now }: { isFileThere: boolean; now: Date },
): DownloadProgress {
  const facts = factsOf(task, kind, now)
  switch (task.status) {
    case 'pending':
      return { success: true, status: 'pending', message: '차례를 기다리고 있습니다.', progress: 0 }
    case 'processing':
      return { success: true, status: 'processing', message: '파일을 만들고 있습니다.', ...facts }
    case 'failed':
      return { success: false, ...(task.error !== null && { error: task.error }) }
    case 'completed':
      if (!isFileThere) return { success: false, error: '파일의 보관 기간이 지났습니다. 다시 내보내 주세요.' }
      return {
        success: true,
        status: 'completed',
        message: '파일이 준비되었습니다.',
        ...facts,
        progress: 100,
        estimated_time: 0,
        download_url: `${kind.path}/file?task_id=${task.id}`,
        filename: kind.fileNames(new Date(task.requested_at), task.input).ascii,
        file_size: task.file_size,
      }
  }
}

function factsOf(task: DownloadTask, kind: DownloadKind, now: Date): Partial<DownloadProgress> {
  const { done, total } = task
  const end = task.finished_at === null ? now : new Date(task.finished_at)
  const elapsed = task.started_at === null ? 0 : Math.max(0, end.getTime() - Date.parse(task.started_at)) / 1000
  const processing_time = Math.round(elapsed * 10) / 10
  if (total === null) return { progress: 0, processing_time }
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
