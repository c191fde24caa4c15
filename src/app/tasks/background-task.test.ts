import { expect, test } from 'vitest'
import { type BackgroundTask, formatFileSize, formatTaskDuration, listTaskDetails } from './background-task.ts'

const task: BackgroundTask = {
  id: 'a',
  label: '사건부 엑셀',
  path: '/api/export',
  status: 'progress',
  progress: { current: 3000, total: 12_345, percentage: 24 },
  message: '',
  startedAt: 0,
  requestedCount: null,
  batch: { total: 13, current: 3, size: 1000 },
  taskId: 'a',
  remainingSeconds: 90,
  downloadUrl: null,
  filename: null,
  fileSize: null,
  processedCount: 3000,
  processingSeconds: 12,
  errorCode: null,
  failedItems: [],
  failedCount: 0,
  itemNotes: [],
  itemCollection: null,
  isFileRequested: false,
}

test('shows progress, batch and remaining time of a running task', () => {
  expect(listTaskDetails(task)).toEqual([
    { label: '처리 건수', text: '3,000 / 12,345건' },
    { label: '배치', text: '3/13' },
    { label: '예상 소요시간', text: '1분 30초' },
    { label: '처리 시간', text: '12초' },
  ])
})

test('shows the file of a finished task', () => {
  const done: BackgroundTask = {
    ...task,
    status: 'completed',
    processedCount: 12_345,
    filename: 'case-book_2026-11-21.xlsx',
    fileSize: 1_300_000,
    processingSeconds: 2.34,
  }
  expect(listTaskDetails(done)).toEqual([
    { label: '처리 건수', text: '12,345건' },
    { label: '파일명', text: 'case-book_2026-11-21.xlsx' },
    { label: '파일 크기', text: '1.2 MB' },
    { label: '처리 시간', text: '2.3초' },
  ])
})

test.each([
  [0, '0.1초'],
  [9.96, '10초'],
  [59.6, '1분'],
  [1800, '30분'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(formatTaskDuration(seconds)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1024, '1.0 KB'],
  [10_485_760, '10.0 MB'],
])('formats %s bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})
