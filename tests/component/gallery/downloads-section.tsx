import { useState } from 'react'
import { BackgroundTaskList } from '#app/tasks/background-task-list.tsx'
import { type BackgroundTask, isFinished } from '#app/tasks/background-task.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Specimen } from './specimen.tsx'

const running: BackgroundTask = {
  id: 'running',
  label: '사건부 엑셀',
  status: 'progress',
  progress: { current: 41_000, total: 100_000, percentage: 41 },
  message: '파일을 만들고 있습니다.',
  startedAt: Date.parse('2026-11-21T09:12:00+09:00'),
  requestedCount: 100_000,
  batch: { total: 100, current: 41, size: 1000 },
  taskId: 'running',
  remainingSeconds: 14,
  downloadUrl: null,
  filename: null,
  fileSize: null,
  processedCount: 41_000,
  processingSeconds: 10,
  errorCode: null,
  path: '/api/export',
  failedItems: [],
  failedCount: 0,
  itemNotes: [],
  itemCollection: null,
  isFileRequested: false,
}

const tasks: readonly BackgroundTask[] = [
  {
    ...running,
    id: 'pending',
    status: 'pending',
    message: '작업을 요청하고 있습니다.',
    processedCount: null,
    batch: null,
    progress: { current: 0, total: 0, percentage: 0 },
  },
  running,
  {
    ...running,
    id: 'completed',
    label: '등본 120건',
    status: 'completed',
    message: '파일이 준비되었습니다.',
    progress: { current: 120, total: 120, percentage: 100 },
    processedCount: 120,
    processingSeconds: 95.2,
    downloadUrl: '/api/file',
    filename: '등본_2026-11-21.zip',
    fileSize: 48_234_496,
    isFileRequested: true,
  },
  {
    ...running,
    id: 'failed',
    label: '등본 3건',
    status: 'failed',
    errorCode: 'failed',
    message: '다운로드 실패: 처리 중 오류가 발생했습니다.',
    processedCount: null,
  },
  {
    ...running,
    id: 'timeout',
    label: '등본 2,400건',
    status: 'failed',
    errorCode: 'timeout',
    message: '다운로드 시간이 초과되었습니다. 작업을 다시 시도해주세요.',
  },
]

export function TasksSection() {
  const [shown, setShown] = useState(tasks)
  const [paused, setPaused] = useState<'offline' | null>(null)
  const handlers = {
    onRetryFailed: () => undefined,
    onFetchFile: () => undefined,
    onRemove: (id: string) => setShown(shown.filter((task) => task.id !== id)),
    onRemoveFinished: () => setShown(shown.filter((task) => !isFinished(task))),
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Specimen title="대기, 진행 중, 완료, 실패, 시간 초과">
        <BackgroundTaskList
          tasks={shown}
          paused={paused}
          canRetry={(id) => id === 'failed'}
          onRetry={() => undefined}
          {...handlers}
        />
        <div>
          <Button size="sm" aria-pressed={paused !== null} onClick={() => setPaused(paused ? null : 'offline')}>
            네트워크 끊기
          </Button>
        </div>
      </Specimen>
      <Specimen title="없음">
        <BackgroundTaskList tasks={[]} {...handlers} />
      </Specimen>
    </div>
  )
}
